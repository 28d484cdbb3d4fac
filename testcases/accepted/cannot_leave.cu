// exam: problem=vector-addition verdict=accepted
// Tries the ways out of its process: another program, another process, another user's rights, the network, a look at
// messages that are not for it. It is accepted only where each is refused.

#include <cerrno>
#include <cstdlib>
#include <cuda_runtime.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <thread>
#include <unistd.h>
#include "refused.h"

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static long start_a_process() {
    long child = syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr);
    if (child == 0) _exit(0);
    return child;
}

static void look_ahead_in_sockets() {
    char message[64];
    for (int fd = 3; fd < 64; fd++) {
        struct stat status;
        if (fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode))
            refused("MSG_PEEK", recv(fd, message, sizeof message, MSG_PEEK | MSG_DONTWAIT));
    }
}

static void try_all() {
    char* none[] = {nullptr};
    char byte = 0;
    iovec here{&byte, 1}, there{&byte, 1};
    refused("execve", execve("/bin/true", none, none));
    refused("fork", fork());
    refused("clone", start_a_process());
    refused("vfork", syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
    refused("system", system("exit 0") == 0 ? 0 : -1);
    refused("kill of the parent", kill(getppid(), 0));
    refused("kill of all", kill(-1, 0));
    refused("tkill", syscall(SYS_tkill, getppid(), 0));
    refused("ptrace", ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr));
    refused("process_vm_readv", process_vm_readv(getppid(), &here, 1, &there, 1, 0));
    refused("pidfd_open", syscall(SYS_pidfd_open, getppid(), 0));
    refused("internet", socket(AF_INET, SOCK_STREAM, 0));
    refused("internet 6", socket(AF_INET6, SOCK_DGRAM, 0));
    refused("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
    refused("upper half", syscall(SYS_socket, AF_INET | 1ull << 32, SOCK_STREAM, 0));
    refused("setsid", setsid());
    refused("setpgid", setpgid(0, getppid()));
    refused("PR_SET_PDEATHSIG", prctl(PR_SET_PDEATHSIG, 0));
    refused("unshare", unshare(CLONE_NEWUSER));
    refused("io_uring", syscall(SYS_io_uring_setup, 1, nullptr));
    refused("keyctl", syscall(SYS_keyctl, 0, 0));
    look_ahead_in_sockets();
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    try_all();
    std::thread(try_all).join();
    if (kill(getpid(), 0) || raise(0)) _exit(2);
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}

// exam: problem=vector-addition verdict=accepted only=emulated timed=no
// Tries the less usual ways out of a process, by their numbers. It is accepted only where each is refused.

#include <cuda_runtime.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "refused.h"

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static void try_all() {
    static char zeros[512];
    char* none[] = {nullptr};
    refused("io_uring_setup", syscall(425, 8, zeros));
    refused("io_uring_enter", syscall(426, 0, 0, 0, 0, nullptr, 0));
    refused("userfaultfd", syscall(SYS_userfaultfd, 0));
    refused("userfaultfd for users", syscall(SYS_userfaultfd, 1));
    refused("bpf", syscall(SYS_bpf, 0, zeros, sizeof zeros));
    refused("perf_event_open", syscall(SYS_perf_event_open, zeros, 0, -1, -1, 0));
    refused("perf_event_open of the parent", syscall(SYS_perf_event_open, zeros, getppid(), -1, -1, 0));
    refused("keyctl", syscall(SYS_keyctl, 0, -3, 1));
    refused("request_key", syscall(SYS_request_key, "user", "x", nullptr, -3));
    refused("unshare of mounts", unshare(CLONE_NEWNS));
    refused("unshare of users", unshare(CLONE_NEWUSER));
    refused("setns", syscall(SYS_setns, 0, 0));
    refused("mount", syscall(SYS_mount, "none", "/", "tmpfs", 0, nullptr));
    refused("pivot_root", syscall(SYS_pivot_root, "/", "/"));
    refused("chroot", chroot("/"));
    refused("open_by_handle_at", syscall(SYS_open_by_handle_at, 0, zeros, 0));
    refused("name_to_handle_at", syscall(SYS_name_to_handle_at, -100, "/", zeros, zeros, 0));
    refused("fanotify_init", syscall(SYS_fanotify_init, 0, 0));
    refused("pidfd_open", syscall(434, getppid(), 0));
    refused("pidfd_getfd", syscall(438, 3, 3, 0));
    refused("kcmp", syscall(SYS_kcmp, getppid(), getpid(), 0, 0, 0));
    refused("process_madvise", syscall(440, 0, nullptr, 0, 4, 0));
    refused("memfd_secret", syscall(447, 0));
    refused("execveat", syscall(SYS_execveat, 3, "", none, none, 0x1000));
    refused("clone3", syscall(435, zeros, 64));
    refused("fork in a new namespace", syscall(SYS_clone, CLONE_NEWUSER | 17, nullptr, nullptr, nullptr, nullptr));
    refused("ptrace of the parent", syscall(SYS_ptrace, 16, getppid(), nullptr, nullptr));
    refused("ptrace by the parent", syscall(SYS_ptrace, 0, 0, nullptr, nullptr));
    refused("process_vm_writev", syscall(SYS_process_vm_writev, getppid(), zeros, 1, zeros, 1, 0));
    refused("reboot", syscall(SYS_reboot, 0, 0, 0, nullptr));
    refused("swapoff", syscall(SYS_swapoff, "/"));
    refused("a module", syscall(SYS_init_module, zeros, sizeof zeros, ""));
    refused("kexec", syscall(SYS_kexec_load, 0, 0, nullptr, 0));
    refused("the system's name", syscall(SYS_sethostname, "x", 1));
    refused("the clock", syscall(SYS_settimeofday, zeros, nullptr));
    refused("the adjusted clock", syscall(SYS_clock_settime, 0, zeros));
    refused("new rights", prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, 0, 0, 0));
    refused("rights of root", syscall(SYS_setuid, 0) == 0 && prctl(PR_CAPBSET_READ, 0) == 1 ? chroot("/") : -1);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static bool done = false;
    if (!done) try_all();
    done = true;
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

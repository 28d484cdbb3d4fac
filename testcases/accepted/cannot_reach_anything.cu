// exam: problem=vector-addition verdict=accepted only=emulated
// Tries what would reach the user, other processes or the next run: the terminal, devices, the judge's command line, sockets of any
// kind, notes that outlive the process, others' priority, a file's mode. It is accepted only where each is refused.

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "refused.h"

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static void of_the_parent(const char* entry) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", getppid(), entry);
    refused(path, open(path, O_RDONLY));
}

static void open_all() {
    for (const char* path : {"/dev/tty", "/dev/ptmx", "/dev/kmsg", "/dev/mem", "/etc/passwd", "/etc/shadow", "/proc", "/", "/tmp", "/root"})
        refused(path, open(path, O_RDONLY));
    for (const char* path : {"/dev/left_by_attempt", "/dev/shm/left_by_attempt", "/tmp/left_by_attempt"})
        refused(path, open(path, O_CREAT | O_WRONLY, 0600));
    for (const char* entry : {"cmdline", "stat", "environ", "maps"}) of_the_parent(entry);
    for (int terminal = 0; terminal < 20; terminal++) {
        char path[32];
        snprintf(path, sizeof path, "/dev/pts/%d", terminal);
        refused(path, open(path, O_WRONLY | O_NOCTTY));
    }
}

// By calls that the C library knows nothing of yet: setxattrat(), removexattrat(), file_setattr(), and what may come.
static void leave_notes_by_new_calls() {
    struct {
        unsigned long long value;
        unsigned size, flags;
    } note{reinterpret_cast<unsigned long long>("42"), 2, 0};
    unsigned long long attributes[3] = {0x80};
    for (const char* path : {"/tmp", "/dev/shm", "/proc/self/comm"}) {
        refused("a note", syscall(463, AT_FDCWD, path, 0, "user.note", &note, sizeof note));
        refused("a note removed", syscall(466, AT_FDCWD, path, 0, "user.note"));
        refused("a file's attributes", syscall(469, AT_FDCWD, path, attributes, sizeof attributes, 0));
    }
    for (long number = 463; number < 600; number++)
        if (syscall(number, 0, 0, 0, 0, 0, 0) != -1 || errno != ENOSYS) refused("a new call", 0);
}

// What would make the judge's own calls in this process come out otherwise.
static void change_the_judges_calls() {
    sock_filter rule = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    sock_fprog filter{1, &rule};
    refused("a filter", syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter));
    refused("a filter", prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter));
    refused("calls dispatched", prctl(59, 1, 0, 0, 0));
    refused("the time stamp counter", prctl(PR_SET_TSC, PR_TSC_SIGSEGV));
}

static void try_all() {
    open_all();
    leave_notes_by_new_calls();
    change_the_judges_calls();
    for (int family = 0; family < 45; family++)
        for (int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET}) refused("a socket", socket(family, type, 0));
    refused("TIOCSTI", ioctl(0, TIOCSTI, "x"));
    refused("shared memory of System V", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
    refused("a message queue", msgget(IPC_PRIVATE, IPC_CREAT | 0600));
    refused("a semaphore", semget(IPC_PRIVATE, 1, IPC_CREAT | 0600));
    sched_param none{};
    cpu_set_t all;
    memset(&all, 0xff, sizeof all);
    refused("the parent's priority", setpriority(PRIO_PROCESS, getppid(), 1));
    refused("the user's priority", setpriority(PRIO_USER, 0, 1));
    refused("the parent's scheduler", sched_setscheduler(getppid(), SCHED_BATCH, &none));
    refused("the parent's processors", sched_setaffinity(getppid(), sizeof all, &all));
    refused("a signal from a file", fcntl(1, F_SETOWN, getppid()));
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGCONT;
    timer_t timer;
    refused("a timer that wakes", timer_create(CLOCK_MONOTONIC, &event, &timer));
    refused("a file's mode", chmod("/proc/self/comm", 0600));
    if (getsid(0) == getsid(getppid())) refused("the session", 0);
    if (getenv("HOME") || getenv("USER") || getenv("SSH_AUTH_SOCK")) refused("the environment", 0);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static bool done = false;
    if (!done) try_all();
    done = true;
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}

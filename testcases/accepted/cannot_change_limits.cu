// exam: problem=vector-addition verdict=accepted only=emulated timed=no
// Tries to give itself more, and the judge less: priorities, schedulers, limits, groups of the kernel. It is accepted only where each is
// refused.

#include <cuda_runtime.h>
#include <fcntl.h>
#include <glob.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "refused.h"

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static void try_all() {
    rlimit tiny{1, 1}, old{};
    sched_param first{};
    first.sched_priority = 1;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    refused("the parent's memory", prlimit(getppid(), RLIMIT_AS, &tiny, &old));
    refused("the parent's time", prlimit(getppid(), RLIMIT_CPU, &tiny, nullptr));
    refused("the parent's files", prlimit(getppid(), RLIMIT_NOFILE, &tiny, nullptr));
    refused("a look at the parent's limits", prlimit(getppid(), RLIMIT_AS, nullptr, &old));
    refused("the parent's processors", sched_setaffinity(getppid(), sizeof one, &one));
    refused("the parent's scheduler", sched_setscheduler(getppid(), SCHED_IDLE, &first));
    refused("the parent's priority", setpriority(PRIO_PROCESS, getppid(), 19));
    refused("its group's priority", setpriority(PRIO_PGRP, 0, 19));
    refused("all of the user's priority", setpriority(PRIO_USER, 0, 19));
    refused("the parent's disk", syscall(SYS_ioprio_set, 1, getppid(), 3 << 13));
    refused("a priority above others", setpriority(PRIO_PROCESS, 0, -20));
    refused("real time", sched_setscheduler(0, SCHED_FIFO, &first));
    refused("real time in turn", sched_setscheduler(0, SCHED_RR, &first));
    refused("the parent's pages", syscall(SYS_migrate_pages, getppid(), 0, nullptr, nullptr));
    refused("stopping the parent", kill(getppid(), SIGSTOP));
    refused("ending the parent", kill(getppid(), SIGKILL));
    refused("ending its group", kill(0, SIGTERM));
    for (const char* path : {"/proc/self/oom_score_adj", "/proc/self/autogroup", "/proc/self/timerslack_ns", "/proc/self/coredump_filter",
                             "/proc/sys/kernel/pid_max", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger", "/sys/fs/cgroup/cgroup.procs",
                             "/sys/fs/cgroup/cgroup.freeze", "/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/memory.max"})
        refused(path, open(path, O_WRONLY));
    glob_t found{};
    if (glob("/sys/fs/cgroup/*", 0, nullptr, &found) == 0)
        for (size_t k = 0; k < found.gl_pathc; k++) refused(found.gl_pathv[k], open(found.gl_pathv[k], O_RDWR));
    globfree(&found);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static bool done = false;
    if (!done) try_all();
    done = true;
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

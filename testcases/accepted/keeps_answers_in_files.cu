// exam: problem=vector-addition verdict=accepted only=emulated timed=no
// Would keep its answers for the next run: in files, in memory that has a name, in queues of the system. Each is refused, and so it adds.

#include <cstdio>
#include <cuda_runtime.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static int refused = 0;

static void keep(const char* what, long file) {
    if (file < 0) {
        refused++;
        return;
    }
    printf("an answer can be kept: %s\n", what);
    fflush(stdout);
    _exit(1);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    if (!refused) {
        for (const char* path : {"/dev/shm/answer", "/tmp/answer", "/var/tmp/answer", "/run/answer", "answer", "/proc/self/cwd/answer"}) {
            keep(path, open(path, O_CREAT | O_RDWR, 0600));
            keep(path, open(path, O_RDWR));
        }
        keep("a file without a name", open("/tmp", O_TMPFILE | O_RDWR, 0600));
        keep("memory that is a file", memfd_create("answer", 0));
        keep("memory of POSIX", shm_open("/answer", O_CREAT | O_RDWR, 0600));
        keep("memory of System V", shmget(0x616e7377, 4096, IPC_CREAT | 0600));
        keep("a key of the kernel", syscall(SYS_add_key, "user", "answer", "x", 1, -3));
        keep("its own name for others", open("/proc/self/comm", O_WRONLY));
    }
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

// exam: problem=vector-addition verdict=runtime-error,accepted only=emulated timed=no
// Calls the system by the entry for programs of 32 bits, where the numbers of calls are others: a list of refused numbers would let them
// through. The kernel ends it, or refuses.

#include <cstdio>
#include <cuda_runtime.h>
#include <unistd.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
    static bool done = false;
    if (!done) {
        done = true;
        int child = 2;  // fork, there
        asm volatile("int $0x80" : "+a"(child) : : "memory", "r8", "r9", "r10", "r11");
        if (child == 0) _exit(0);
        if (child > 0) {
            printf("a fork is not refused\n");
            fflush(stdout);
            sleep(600);
        }
    }
#endif
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

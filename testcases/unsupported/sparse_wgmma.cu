// exam: problem=vector-addition verdict=unsupported only=emulated
// exam: says "wgmma.mma_async.sp"
// Hopper's matrix instructions with a sparse operand, which the emulated runtime does not have: it must say so, and not judge.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (N < 0) {
        float d[4] = {};
        asm volatile("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%0, %1, %2, %3}, %4, %4, %5, 0, 1, 1, 1, 0, 0;"  // exam: here
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "l"(0ull), "r"(0));
    }
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}

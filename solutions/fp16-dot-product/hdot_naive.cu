// A thread for each product; a tree in shared memory for each block; blocks add to a float; a second kernel rounds it.
// Costs: two bytes a load; an atomic for each 256 products; an allocation in every call.
// Expect: a quarter of the bandwidth or less.
// judge: rung 1

#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void dot(const half* A, const half* B, float* sum, int N) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < N ? __half2float(A[i]) * __half2float(B[i]) : 0.0f;
    __syncthreads();
    for (int stride = 128; stride > 0; stride >>= 1) {
        if (threadIdx.x < stride) s[threadIdx.x] += s[threadIdx.x + stride];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(sum, s[0]);
}

__global__ void round_to_half(const float* sum, half* result) { *result = __float2half(*sum); }

extern "C" void solve(const half* A, const half* B, half* result, int N) {
    float* sum;
    cudaMalloc(&sum, sizeof(float));
    cudaMemset(sum, 0, sizeof(float));
    dot<<<(N + 255) / 256, 256>>>(A, B, sum, N);
    round_to_half<<<1, 1>>>(sum, result);
    cudaFree(sum);
}

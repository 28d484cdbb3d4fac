// exam: problem=fp16-dot-product verdict=wrong-answer
// Each of 2,048 threads adds up in half precision, and so do the blocks.
#include <cuda_fp16.h>

__global__ void hdot(const half* A, const half* B, half* result, int N) {
    __shared__ half part[256];
    half sum = __float2half(0.0f);
    for (int i = blockIdx.x * 256 + threadIdx.x; i < N; i += gridDim.x * 256) sum = __hfma(A[i], B[i], sum);
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (threadIdx.x < s) part[threadIdx.x] = __hadd(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(result, part[0]);
}

extern "C" void solve(const half* A, const half* B, half* result, int N) {
    cudaMemset(result, 0, sizeof(half));
    hdot<<<8, 256>>>(A, B, result, N);
}

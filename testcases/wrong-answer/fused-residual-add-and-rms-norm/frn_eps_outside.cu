// exam: problem=fused-residual-add-and-rms-norm verdict=wrong-answer
// eps is added to the root instead of under it.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void rows(const float* x, const float* residual, const float* w, float* out, int C, float eps) {
    __shared__ float sums[64];
    const size_t row = size_t(blockIdx.x) * C;
    float sum = 0;
    for (int c = threadIdx.x; c < C; c += 64) {
        const float z = x[row + c] + residual[row + c];
        sum += z * z;
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int k = 32; k; k >>= 1) {
        if (threadIdx.x < k) sums[threadIdx.x] += sums[threadIdx.x + k];
        __syncthreads();
    }
    const float scale = 1 / (sqrtf(sums[0] / C) + eps);
    for (int c = threadIdx.x; c < C; c += 64) out[row + c] = (x[row + c] + residual[row + c]) * scale * w[c];
}

extern "C" void solve(const float* x, const float* residual, const float* weight, float* out, int N, int C, float eps) {
    rows<<<N, 64>>>(x, residual, weight, out, C, eps);
}

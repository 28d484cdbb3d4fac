// exam: problem=layer-normalization verdict=wrong-answer
// The last C % 4 elements of a row are in the result but not in the sums.
#include <cuda_runtime.h>

__device__ float over_warp(float v) {
    for (int k = 16; k; k >>= 1) v += __shfl_xor_sync(0xffffffff, v, k);
    return v;
}

__global__ void rows(const float* in, const float* w, const float* b, float* out, int N, int C, float eps) {
    const float* x = in + blockIdx.x * C;
    float* y = out + blockIdx.x * C;
    float sum = 0, squares = 0;
    const int whole = C < 4 ? C : C / 4 * 4;
    for (int c = threadIdx.x; c < whole; c += 32) sum += x[c];
    const float mean = over_warp(sum) / C;
    for (int c = threadIdx.x; c < whole; c += 32) squares += (x[c] - mean) * (x[c] - mean);
    const float s = rsqrtf(over_warp(squares) / C + eps);
    for (int c = threadIdx.x; c < C; c += 32) y[c] = (x[c] - mean) * s * w[c] + b[c];
}

extern "C" void solve(const float* input, const float* weight, const float* bias, float* output, int N, int C, float eps) {
    rows<<<N, 32>>>(input, weight, bias, output, N, C, eps);
}

// exam: problem=ppo-clipped-surrogate-loss verdict=wrong-answer size=full
// Only the first 262144 tokens are added up, as by 1024 blocks of 256 that do not stride.
#include <cuda_runtime.h>

__global__ void loss(const float* a, const float* now, const float* old, float* out, float eps, int B, int S) {
    __shared__ float sums[256];
    const int n = B * S < 262144 ? B * S : 262144;
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 256) {
        const float r = expf(now[i] - old[i]), c = fminf(fmaxf(r, 1 - eps), 1 + eps);
        sum += fminf(r * a[i], c * a[i]);
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int k = 128; k; k >>= 1) {
        if (threadIdx.x < k) sums[threadIdx.x] += sums[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = -sums[0] / (B * S);
}

extern "C" void solve(const float* advantages, const float* log_pi, const float* log_pi_old, float* output, float clip_eps,
                      int B, int S) {
    loss<<<1, 256>>>(advantages, log_pi, log_pi_old, output, clip_eps, B, S);
}

// exam: problem=grpo-surrogate-loss verdict=wrong-answer size=full
// Only the first 4096 tokens of an answer are added up.
#include <cuda_runtime.h>

__global__ void answers(const float* rewards, const float* now, const float* old, const float* ref, float* out, float eps,
                        float beta, int B, int G, int S) {
    __shared__ float sums[64];
    const int b = blockIdx.x / G, g = blockIdx.x % G;
    float mean = 0, var = 0, sum = 0;
    for (int k = 0; k < G; k++) mean += rewards[b * G + k] / G;
    for (int k = 0; k < G; k++) var += (rewards[b * G + k] - mean) * (rewards[b * G + k] - mean);
    const float a = (rewards[b * G + g] - mean) / (sqrtf(var / G) + 1e-8f);
    const int tokens = S < 4096 ? S : 4096;
    for (int s = threadIdx.x; s < tokens; s += 64) {
        const int i = (b * G + g) * S + s;
        const float r = expf(now[i] - old[i]), d = ref[i] - now[i];
        sum += fminf(r * a, fminf(fmaxf(r, 1 - eps), 1 + eps) * a) - beta * (expf(d) - d - 1);
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int k = 32; k; k >>= 1) {
        if (threadIdx.x < k) sums[threadIdx.x] += sums[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, -sums[0] / ((float)B * G * S));
}

extern "C" void solve(const float* rewards, const float* log_pi, const float* log_pi_old, const float* log_ref, float* output,
                      float clip_eps, float beta, int B, int G, int S) {
    cudaMemset(output, 0, sizeof(float));
    answers<<<B * G, 64>>>(rewards, log_pi, log_pi_old, log_ref, output, clip_eps, beta, B, G, S);
}

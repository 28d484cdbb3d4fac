// One thread for each token; a tree in shared memory for each block; the blocks' sums are added by atomics.
// Costs: a block for 256 tokens, each with eight barriers; 16,384 atomic additions to one address.
// Expect: a few times the time of the least traffic.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void loss(const float* advantages, const float* log_pi, const float* log_pi_old, float* output, float clip_eps,
                     int count) {
    __shared__ float sums[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float gain = 0;
    if (i < count) {
        float ratio = expf(log_pi[i] - log_pi_old[i]);
        float clipped = fminf(fmaxf(ratio, 1 - clip_eps), 1 + clip_eps);
        gain = fminf(ratio * advantages[i], clipped * advantages[i]);
    }
    sums[threadIdx.x] = gain;
    __syncthreads();
    for (int width = 128; width > 0; width /= 2) {
        if (threadIdx.x < width) sums[threadIdx.x] += sums[threadIdx.x + width];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(output, -sums[0] / count);
}

extern "C" void solve(const float* advantages, const float* log_pi, const float* log_pi_old, float* output, float clip_eps,
                      int B, int S) {
    int count = B * S;
    cudaMemset(output, 0, sizeof(float));
    loss<<<(count + 255) / 256, 256>>>(advantages, log_pi, log_pi_old, output, clip_eps, count);
}

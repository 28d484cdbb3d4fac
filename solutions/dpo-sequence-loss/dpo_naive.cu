// One block: each thread adds up the losses of every 256th pair, a tree in shared memory joins the sums.
// Costs: one multiprocessor of 132 loads everything.
// Expect: tens of microseconds at 65,536 pairs.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void loss(const float* chosen, const float* rejected, const float* chosen_ref, const float* rejected_ref,
                     float* output, float beta, int B) {
    __shared__ float sums[256];
    float sum = 0;
    for (int i = threadIdx.x; i < B; i += 256) {
        float z = beta * ((chosen[i] - rejected[i]) - (chosen_ref[i] - rejected_ref[i]));
        sum += fmaxf(-z, 0) + log1pf(expf(-fabsf(z)));
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int width = 128; width > 0; width /= 2) {
        if (threadIdx.x < width) sums[threadIdx.x] += sums[threadIdx.x + width];
        __syncthreads();
    }
    if (threadIdx.x == 0) *output = sums[0] / B;
}

extern "C" void solve(const float* chosen_logps, const float* rejected_logps, const float* chosen_ref_logps,
                      const float* rejected_ref_logps, float* output, float beta, int B) {
    loss<<<1, 256>>>(chosen_logps, rejected_logps, chosen_ref_logps, rejected_ref_logps, output, beta, B);
}

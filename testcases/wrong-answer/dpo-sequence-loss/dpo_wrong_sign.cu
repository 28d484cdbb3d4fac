// exam: problem=dpo-sequence-loss verdict=wrong-answer
// The loss falls where the rejected answer gains: the sign of the margin is turned.
#include <cuda_runtime.h>

__global__ void loss(const float* c, const float* r, const float* cr, const float* rr, float* out, float beta, int B) {
    __shared__ float sums[128];
    float sum = 0;
    const int n = B;
    for (int i = threadIdx.x; i < n; i += 128) {
        const float z = -beta * ((c[i] - r[i]) - (cr[i] - rr[i]));
        sum += fmaxf(-z, 0) + log1pf(expf(-fabsf(z)));
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int k = 64; k; k >>= 1) {
        if (threadIdx.x < k) sums[threadIdx.x] += sums[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = sums[0] / B;
}

extern "C" void solve(const float* chosen_logps, const float* rejected_logps, const float* chosen_ref_logps,
                      const float* rejected_ref_logps, float* output, float beta, int B) {
    loss<<<1, 128>>>(chosen_logps, rejected_logps, chosen_ref_logps, rejected_ref_logps, output, beta, B);
}

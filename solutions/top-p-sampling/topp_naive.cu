// Each thread adds up the probability of all tokens above its own, and so knows whether it is kept. Then one thread walks
// over the kept ones and draws.
// Costs: vocab_size² comparisons and exponentials; a walk by a single thread.
// Expect: milliseconds at 50,000 tokens.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void largest_and_total(const float* logits, float* both, int n) {
    __shared__ float s[256];
    float v = logits[0];
    for (int i = threadIdx.x; i < n; i += 256) v = fmaxf(v, logits[i]);
    s[threadIdx.x] = v;
    __syncthreads();
    for (int k = 128; k > 0; k /= 2) {
        if (threadIdx.x < k) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + k]);
        __syncthreads();
    }
    float largest = s[0];
    __syncthreads();
    v = 0;
    for (int i = threadIdx.x; i < n; i += 256) v += expf(logits[i] - largest);
    s[threadIdx.x] = v;
    __syncthreads();
    for (int k = 128; k > 0; k /= 2) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        both[0] = largest;
        both[1] = s[0];
    }
}

// weights[i]: exp(logit - largest) of a kept token, 0 of another.
__global__ void keep(const float* logits, const float* p, const float* both, float* weights, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float above = 0;
    for (int j = 0; j < n; j++)
        if (logits[j] > logits[i]) above += expf(logits[j] - both[0]);
    weights[i] = above < *p * both[1] ? expf(logits[i] - both[0]) : 0;
}

__global__ void draw(const float* weights, const int* seed, int* sampled_token, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += weights[i];
    unsigned state = *seed * 747796405u + 2891336453u;
    state = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    float at = (state >> 8) / 16777216.0f * sum;
    int last = 0;
    for (int i = 0; i < n; i++)
        if (weights[i] > 0) {
            last = i;
            at -= weights[i];
            if (at < 0) break;
        }
    *sampled_token = last;
}

extern "C" void solve(const float* logits, const float* p, const int* seed, int* sampled_token, int vocab_size) {
    float* scratch;
    cudaMalloc(&scratch, sizeof(float) * (vocab_size + 2));
    largest_and_total<<<1, 256>>>(logits, scratch, vocab_size);
    keep<<<(vocab_size + 127) / 128, 128>>>(logits, p, scratch, scratch + 2, vocab_size);
    draw<<<1, 1>>>(scratch + 2, seed, sampled_token, vocab_size);
    cudaFree(scratch);
}

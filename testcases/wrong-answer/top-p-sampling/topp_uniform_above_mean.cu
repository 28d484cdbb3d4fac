// exam: problem=top-p-sampling verdict=wrong-answer
// Draws evenly among the tokens that are more likely than the average, with no regard to p.
#include <cuda_runtime.h>

__device__ float unit(int seed, int i) {
    unsigned h = (seed + i) * 0x9E3779B1u;
    h = (h ^ h >> 15) * 0x85EBCA77u;
    return ((h ^ h >> 13) >> 8) / 16777216.0f;
}

__global__ void sample(const float* x, const float* p, const int* seed, int* token, int n) {
    float top = x[0], total = 0;
    for (int i = 1; i < n; i++) top = fmaxf(top, x[i]);
    for (int i = 0; i < n; i++) total += expf(x[i] - top);
    int kept = 0;
    for (int i = 0; i < n; i++) kept += expf(x[i] - top) * n >= total;
    int left = int(unit(*seed, 1) * kept);
    for (int i = 0; i < n; i++)
        if (expf(x[i] - top) * n >= total && left-- == 0) *token = i;
}

extern "C" void solve(const float* logits, const float* p, const int* seed, int* sampled_token, int vocab_size) {
    sample<<<1, 1>>>(logits, p, seed, sampled_token, vocab_size);
}

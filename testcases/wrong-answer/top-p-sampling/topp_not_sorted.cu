// exam: problem=top-p-sampling verdict=wrong-answer
// Keeps the first tokens whose probabilities reach p, in the order of the vocabulary.
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
    float kept = 0;
    int count = 0;
    while (count < n && kept < *p * total) kept += expf(x[count++] - top);
    float at = unit(*seed, 1) * kept;
    int i = 0;
    while (i < count - 1 && (at -= expf(x[i] - top)) > 0) i++;
    *token = i;
}

extern "C" void solve(const float* logits, const float* p, const int* seed, int* sampled_token, int vocab_size) {
    sample<<<1, 1>>>(logits, p, seed, sampled_token, vocab_size);
}

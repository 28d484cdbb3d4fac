// exam: problem=radix-sort verdict=wrong-answer
// Goes by the lower 24 bits only: the pass over the last byte is missing.
#include <cuda_runtime.h>

__global__ void by_rank(const unsigned* in, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned mine = in[i] & 0xffffffu;
    int rank = 0;
    for (int j = 0; j < n; j++) {
        unsigned other = in[j] & 0xffffffu;
        rank += other < mine || (other == mine && j < i);
    }
    out[rank] = in[i];
}

extern "C" void solve(const unsigned int* input, unsigned int* output, int N) {
    by_rank<<<(N + 255) / 256, 256>>>(input, output, N);
}

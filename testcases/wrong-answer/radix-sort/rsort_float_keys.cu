// exam: problem=radix-sort verdict=wrong-answer
// Sorts floats made of the integers: above 16777216 the last bits are lost.
#include <cuda_runtime.h>

__global__ void by_rank(const unsigned* in, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float mine = (float)in[i];
    int rank = 0;
    for (int j = 0; j < n; j++) rank += (float)in[j] < mine || ((float)in[j] == mine && j < i);
    out[rank] = in[i];
}

extern "C" void solve(const unsigned int* input, unsigned int* output, int N) {
    by_rank<<<(N + 255) / 256, 256>>>(input, output, N);
}

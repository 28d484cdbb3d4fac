// exam: problem=radix-sort verdict=wrong-answer
// Compares as signed integers: what is above 2147483647 comes first.
#include <cuda_runtime.h>

__global__ void by_rank(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int rank = 0;
    for (int j = 0; j < n; j++) rank += in[j] < in[i] || (in[j] == in[i] && j < i);
    out[rank] = in[i];
}

extern "C" void solve(const unsigned int* input, unsigned int* output, int N) {
    by_rank<<<(N + 255) / 256, 256>>>((const int*)input, (int*)output, N);
}

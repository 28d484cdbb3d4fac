// exam: problem=radix-sort verdict=wrong-answer
// Four passes of 8 bits whose ranks count the later equal digits in place of the earlier ones: each pass turns their
// order round.
#include <cuda_runtime.h>

__global__ void pass(const unsigned* in, unsigned* out, int n, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned mine = in[i] >> shift & 255;
    int rank = 0;
    for (int j = 0; j < n; j++) {
        unsigned other = in[j] >> shift & 255;
        rank += other < mine || (other == mine && j > i);
    }
    out[rank] = in[i];
}

extern "C" void solve(const unsigned int* input, unsigned int* output, int N) {
    unsigned* a;
    cudaMalloc(&a, N * sizeof(unsigned));
    int blocks = (N + 255) / 256;
    pass<<<blocks, 256>>>(input, a, N, 0);
    pass<<<blocks, 256>>>(a, output, N, 8);
    pass<<<blocks, 256>>>(output, a, N, 16);
    pass<<<blocks, 256>>>(a, output, N, 24);
    cudaFree(a);
}

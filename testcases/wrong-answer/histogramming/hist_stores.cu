// exam: problem=histogramming verdict=wrong-answer
// The block's counts replace those of the blocks before it, since they are stored and not added.
#include <cuda_runtime.h>

__global__ void count(const int* input, int* histogram, int from, int to, int bins) {
    __shared__ int mine[1024];
    for (int b = threadIdx.x; b < 1024; b += 256) mine[b] = 0;
    __syncthreads();
    for (int i = from + threadIdx.x; i < to; i += 256) atomicAdd(&mine[input[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += 256) histogram[b] = mine[b];
}

extern "C" void solve(const int* input, int* histogram, int N, int num_bins) {
    const int piece = N / 4 + 1;
    for (int from = 0; from < N; from += piece)
        count<<<1, 256>>>(input, histogram, from, from + piece < N ? from + piece : N, num_bins);
}

// exam: problem=histogramming verdict=wrong-answer
// Packs two counts into each word: beyond 65,535 one runs over into the other.
#include <cuda_runtime.h>

__global__ void count(const int* input, int* histogram, int n, int bins) {
    __shared__ unsigned packed[512];
    packed[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 512) atomicAdd(&packed[input[i] / 2], input[i] % 2 ? 65536u : 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += 512) histogram[b] = b % 2 ? packed[b / 2] >> 16 : packed[b / 2] & 65535;
}

extern "C" void solve(const int* input, int* histogram, int N, int num_bins) {
    count<<<1, 512>>>(input, histogram, N, num_bins);
}

// exam: problem=histogramming verdict=wrong-answer
// Clears and hands over one bin a thread, and has 256 threads: bins from 256 on are never handed over.
#include <cuda_runtime.h>

__global__ void count(const int* input, int* histogram, int n, int bins) {
    __shared__ int mine[1024];
    for (int b = threadIdx.x; b < 1024; b += 256) mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&mine[input[i]], 1);
    __syncthreads();
    if (threadIdx.x < bins) atomicAdd(&histogram[threadIdx.x], mine[threadIdx.x]);
}

extern "C" void solve(const int* input, int* histogram, int N, int num_bins) {
    cudaMemset(histogram, 0, num_bins * 4);
    count<<<16, 256>>>(input, histogram, N, num_bins);
}

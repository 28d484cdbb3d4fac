// A thread for each element, which adds one to its bin in device memory.
// Costs: an atomic in L2 for each element; elements with the same value wait for each other, across the whole chip.
// Expect: many times the time of reading the input, more still where one value prevails.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void count(const int* input, int* histogram, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) atomicAdd(&histogram[input[i]], 1);
}

extern "C" void solve(const int* input, int* histogram, int N, int num_bins) {
    cudaMemset(histogram, 0, num_bins * sizeof(int));
    count<<<(N + 255) / 256, 256>>>(input, histogram, N);
}

// exam: problem=histogramming verdict=wrong-answer
// The first of the lanes with equal values adds for all; but lanes past the end vote as well, with value 0.
#include <cuda_runtime.h>

__global__ void count(const int* input, int* histogram, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    const int value = i < n ? input[i] : 0;
    const unsigned same = __match_any_sync(~0u, value);
    if (__ffs(same) - 1 == lane) atomicAdd(&histogram[value], __popc(same));
}

extern "C" void solve(const int* input, int* histogram, int N, int num_bins) {
    cudaMemset(histogram, 0, num_bins * 4);
    count<<<(N + 127) / 128, 128>>>(input, histogram, N);
}

// exam: problem=histogramming verdict=wrong-answer
// As accepted/hist_shared_found_cleared.cu, with a first kernel that leaves its own numbers in shared memory: no zeros are found then.
#include <cuda_runtime.h>

__global__ void leave(int* histogram, int bins) {
    __shared__ int numbers[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) numbers[i] = 3 * i + 1;
    __syncthreads();
    if (blockIdx.x == 0 && threadIdx.x < bins && numbers[(threadIdx.x * 7) % 1024] < 0) histogram[threadIdx.x] = 1;
}

__global__ void count_in_blocks(const int* values, int* counts, int n, int bins) {
    __shared__ int mine[1024];
    const int t = threadIdx.x;
    if (t < bins) mine[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    for (int bin = t; bin < bins; bin += blockDim.x)
        if (mine[bin] != 0) atomicAdd(&counts[bin], mine[bin]);
}

extern "C" void solve(const int* input, int* histogram, int N, int num_bins) {
    leave<<<264, 128>>>(histogram, num_bins);
    count_in_blocks<<<264, 128>>>(input, histogram, N, num_bins);
}

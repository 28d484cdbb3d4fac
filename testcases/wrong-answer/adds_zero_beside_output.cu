// exam: problem=histogramming verdict=wrong-answer timed=no
// exam: never says "runtime-error"
// exam: emulated says "out-of-bounds write to histogram["
// 256 bins, however many there are. Beyond the output it adds zeros, which change nothing, so a GPU goes on; where there are more bins
// the others are missing.
#include <cuda_runtime.h>

__global__ void count(const int* input, int* histogram, int N) {
    __shared__ int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < N; i += gridDim.x * 256)
        if (input[i] < 256) atomicAdd(&bins[input[i]], 1);
    __syncthreads();
    atomicAdd(&histogram[threadIdx.x], bins[threadIdx.x]);
}

extern "C" void solve(const int* input, int* histogram, int N, int num_bins) {
    count<<<16, 256>>>(input, histogram, N);
}

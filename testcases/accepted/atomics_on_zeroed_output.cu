// exam: problem=reduction verdict=accepted
// exam: says "adds to what output held before: right here because output arrives zeroed"
// As public reductions do: blocks add their sums to an output that nobody has set to zero.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float part[256];
    float mine = 0.0f;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < N; i += gridDim.x * 256) mine += input[i];
    part[threadIdx.x] = mine;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(output, part[0]);
}

extern "C" void solve(const float* input, float* output, int N) {
    int blocks = (N + 255) / 256;
    sum<<<blocks < 256 ? blocks : 256, 256>>>(input, output, N);
}

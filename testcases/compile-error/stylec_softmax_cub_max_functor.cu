// exam: problem=softmax verdict=compile-error
// cub::Max and cub::Sum were removed from CUDA 13's CUB.
#include <cuda_runtime.h>
#include <cub/cub.cuh>
#include <cfloat>

__global__ void softmaxOneBlock(const float* input, float* output, int N) {
    typedef cub::BlockReduce<float, 1024> BlockReduce;
    __shared__ typename BlockReduce::TempStorage temp;
    __shared__ float bcast;

    float m = -FLT_MAX;
    for (int i = threadIdx.x; i < N; i += 1024) m = fmaxf(m, input[i]);
    m = BlockReduce(temp).Reduce(m, cub::Max());
    if (threadIdx.x == 0) bcast = m;
    __syncthreads();
    m = bcast;

    float s = 0.f;
    for (int i = threadIdx.x; i < N; i += 1024) s += __expf(input[i] - m);
    s = BlockReduce(temp).Reduce(s, cub::Sum());
    __syncthreads();
    if (threadIdx.x == 0) bcast = s;
    __syncthreads();
    s = bcast;

    for (int i = threadIdx.x; i < N; i += 1024) output[i] = __expf(input[i] - m) / s;
}

extern "C" void solve(const float* input, float* output, int N) {
    softmaxOneBlock<<<1, 1024>>>(input, output, N);
    cudaDeviceSynchronize();
}

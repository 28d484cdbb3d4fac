// exam: problem=softmax verdict=wrong-answer
#include <cuda_runtime.h>
#include <cub/cub.cuh>

// The sum starts at zero because it is a __device__ variable ... in the first call.
__device__ float total = 0.0f;
__device__ float largest;

template <unsigned BLOCK_SIZE>
__global__ void largestOf(const float* in, int n) {
    using BlockReduce = cub::BlockReduce<float, BLOCK_SIZE>;
    __shared__ typename BlockReduce::TempStorage temp;
    float m = in[0];
    for (int i = threadIdx.x; i < n; i += BLOCK_SIZE) m = max(m, in[i]);
    m = BlockReduce(temp).Reduce(m, [](float a, float b) { return a > b ? a : b; });
    if (threadIdx.x == 0) largest = m;
}

template <unsigned BLOCK_SIZE>
__global__ void exponentials(const float* in, float* out, int n) {
    using BlockReduce = cub::BlockReduce<float, BLOCK_SIZE>;
    __shared__ typename BlockReduce::TempStorage temp;
    int i = blockIdx.x * BLOCK_SIZE + threadIdx.x;
    float e = 0.0f;
    if (i < n) out[i] = e = expf(in[i] - largest);
    float s = BlockReduce(temp).Sum(e);
    if (threadIdx.x == 0) atomicAdd(&total, s);
}

__global__ void normalise(float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = out[i] / total;
}

extern "C" void solve(const float* input, float* output, int N) {
    constexpr unsigned B = 256;
    unsigned grid = (N + B - 1) / B;
    largestOf<1024><<<1, 1024>>>(input, N);
    exponentials<B><<<grid, B>>>(input, output, N);
    normalise<<<grid, B>>>(output, N);
}

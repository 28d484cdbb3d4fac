// exam: problem=softmax verdict=wrong-answer
// The largest element begins at 0: exp() underflows where all are very low.
#include <cuda_runtime.h>

constexpr int block_size = 1024;

// Of all threads' values, given to all.
template <class Combine>
__device__ float combine_block(float value, Combine combine) {
    __shared__ float values[block_size];
    values[threadIdx.x] = value;
    __syncthreads();
    for (int width = block_size / 2; width > 0; width /= 2) {
        if (threadIdx.x < width) values[threadIdx.x] = combine(values[threadIdx.x], values[threadIdx.x + width]);
        __syncthreads();
    }
    value = values[0];
    __syncthreads();
    return value;
}

__global__ void softmax(const float* input, float* output, int N) {
    float largest = 0.0f, total = 0.0f;
    for (int i = threadIdx.x; i < N; i += block_size) largest = fmaxf(largest, input[i]);
    largest = combine_block(largest, [](float a, float b) { return fmaxf(a, b); });
    for (int i = threadIdx.x; i < N; i += block_size) total += expf(input[i] - largest);
    total = combine_block(total, [](float a, float b) { return a + b; });
    for (int i = threadIdx.x; i < N; i += block_size) output[i] = expf(input[i] - largest) / total;
}

extern "C" void solve(const float* input, float* output, int N) { softmax<<<1, block_size>>>(input, output, N); }

// exam: problem=reduction verdict=wrong-answer
// The second pass adds up as many partial sums as it has threads, and never asks whether there are more.
#include <cuda_runtime.h>

template <typename T, int B>
struct Block {
    T (&s)[B];
    __device__ T sum(T v) {
        s[threadIdx.x] = v;
        __syncthreads();
#pragma unroll
        for (int h = B / 2; h; h >>= 1) {
            if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
            __syncthreads();
        }
        return s[0];
    }
};

template <int B>
__global__ void pass(const float* in, float* out, int n) {
    __shared__ float memory[B];
    const int i = blockIdx.x * B + threadIdx.x;
    const float total = Block<float, B>{memory}.sum(i < n ? in[i] : 0.f);
    if (threadIdx.x == 0) out[blockIdx.x] = total;
}

extern "C" void solve(const float* input, float* output, int N) {
    const int blocks = (N + 127) / 128;
    float* partial;
    cudaMalloc(&partial, blocks * sizeof(float));
    pass<128><<<blocks, 128>>>(input, partial, N);
    pass<1024><<<1, 1024>>>(partial, output, blocks);
    cudaFree(partial);
}

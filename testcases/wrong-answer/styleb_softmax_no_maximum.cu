// exam: problem=softmax verdict=wrong-answer
// Exponentials of the numbers as they come: infinite from 89 upward.
#include <cuda_runtime.h>

template <class F>
__device__ float block_sum(F term, int n) {
    __shared__ float lanes[1024];
    float mine = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) mine += term(i);
    lanes[threadIdx.x] = mine;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) lanes[threadIdx.x] += lanes[threadIdx.x + s];
        __syncthreads();
    }
    return lanes[0];
}

__global__ void softmax(const float* in, float* out, int n) {
    auto e = [in](int i) { return expf(in[i]); };
    const float sum = block_sum(e, n);
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = e(i) / sum;
}

extern "C" void solve(const float* input, float* output, int N) { softmax<<<1, 1024>>>(input, output, N); }

// exam: problem=softmax verdict=compile-error
// Gives a __shared__ variable a value where it is declared.
#include <cuda_runtime.h>
#include <math.h>

__global__ void softmax(const float* x, float* y, int n) {
    __shared__ float sum = 0.0f;
    __shared__ int top;
    if (threadIdx.x == 0) top = 0x80000000;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicMax(&top, (int)ceilf(x[i]));
    __syncthreads();
    float m = top;
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&sum, expf(x[i] - m));
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = expf(x[i] - m) / sum;
}

extern "C" void solve(const float* input, float* output, int N) { softmax<<<1, 1024>>>(input, output, N); }

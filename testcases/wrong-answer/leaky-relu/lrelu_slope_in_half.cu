// exam: problem=leaky-relu verdict=wrong-answer
// The slope is rounded to half precision: 0.01000213 in place of 0.01.

#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void leaky_relu(const float* input, float* output, half slope, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = input[i] > 0 ? input[i] : __half2float(slope) * input[i];
}

extern "C" void solve(const float* input, float* output, int N) {
    leaky_relu<<<(N + 255) / 256, 256>>>(input, output, __float2half(0.01f), N);
}

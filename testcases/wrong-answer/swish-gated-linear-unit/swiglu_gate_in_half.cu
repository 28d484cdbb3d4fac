// exam: problem=swish-gated-linear-unit verdict=wrong-answer
// The last product is taken in half precision.

#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void swiglu(const float* input, float* output, int half_n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half_n) return;
    float x = input[i];
    half silu = __float2half(x / (1.0f + expf(-x)));
    output[i] = __half2float(__hmul(silu, __float2half(input[half_n + i])));
}

extern "C" void solve(const float* input, float* output, int N) {
    swiglu<<<(N / 2 + 255) / 256, 256>>>(input, output, N / 2);
}

// exam: problem=relu verdict=wrong-answer
// The elements behind the last full group of four are never written.

#include <cuda_runtime.h>

__global__ void relu(const float4* input, float4* output, int vectors) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= vectors) return;
    float4 v = input[i];
    output[i] = make_float4(fmaxf(v.x, 0), fmaxf(v.y, 0), fmaxf(v.z, 0), fmaxf(v.w, 0));
}

extern "C" void solve(const float* input, float* output, int N) {
    relu<<<N / 1024 + 1, 256>>>((const float4*)input, (float4*)output, N / 4);
}

// exam: problem=dot-product verdict=wrong-answer
// Reads four at a time and leaves out the N % 4 elements at the end.
#include <cuda_runtime.h>

__global__ void dot(const float4* a, const float4* b, float* result, int vectors) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = i < vectors ? a[i].x * b[i].x + a[i].y * b[i].y + a[i].z * b[i].z + a[i].w * b[i].w : 0.f;
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0) atomicAdd(result, s);
}

extern "C" void solve(const float* A, const float* B, float* result, int N) {
    cudaMemset(result, 0, 4);
    dot<<<(N / 4 + 255) / 256 + 1, 256>>>((const float4*)A, (const float4*)B, result, N / 4);
}

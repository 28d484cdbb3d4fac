// exam: problem=dot-product verdict=wrong-answer
// Adds within each warp, and then hands in the sum of the block's first warp alone.
#include <cuda_runtime.h>

__global__ void dot(const float* a, const float* b, float* result, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = i < n ? a[i] * b[i] : 0.f;
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x == 0) atomicAdd(result, s);
}

extern "C" void solve(const float* A, const float* B, float* result, int N) {
    cudaMemset(result, 0, 4);
    dot<<<(N + 127) / 128, 128>>>(A, B, result, N);
}

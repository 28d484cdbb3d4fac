// exam: problem=vector-addition verdict=compile-error
// A kernel that promises not to throw: nvcc allows no exception specification on a __global__ function.
#include <cuda_runtime.h>

namespace kernels {
template <typename T>
__global__ void add(const T* a, const T* b, T* c, int n) noexcept {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
}  // namespace kernels

extern "C" void solve(const float* A, const float* B, float* C, int N) noexcept {
    kernels::add<float><<<(N + 255) / 256, 256>>>(A, B, C, N);
}

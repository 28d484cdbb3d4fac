// exam: problem=vector-addition verdict=accepted
// Two kernels of one name, told apart by std::enable_if_t in the place of the return type; a declaration as condition.
#include <cuda_runtime.h>

#include <type_traits>

template <int Width>
__global__ std::enable_if_t<(Width == 1)> add(const float* a, const float* b, float* c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (const bool mine = i < n) c[i] = a[i] + b[i];
}

template <int Width>
__global__ std::enable_if_t<(Width > 1)> add(const float* a, const float* b, float* c, int n) {
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) * Width;
    for (int i = first; i < first + Width && i < n; ++i) c[i] = a[i] + b[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    if (N < 1000)
        add<1><<<(N + 127) / 128, 128>>>(A, B, C, N);
    else
        add<4><<<(N + 511) / 512, 128>>>(A, B, C, N);
}

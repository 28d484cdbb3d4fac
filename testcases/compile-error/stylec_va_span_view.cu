// exam: problem=vector-addition verdict=compile-error
// modern C++ only, please
#include <cuda_runtime.h>
#include <vector>
#include <numeric>

template <typename T>
struct span_view {
    T* data_;
    int size_;
    __device__ T& operator[](int i) const { return data_[i]; }
    __device__ int size() const { return size_; }
};

template <typename T>
__global__ void zip_add(span_view<const T> a, span_view<const T> b, span_view<T> c)
{
    const auto i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < c.size())
        c[i] = a[i] + b[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    constexpr auto tpb = 256;
    span_view<const float> a{A, N}, b{B, N};
    span_view<float> c{C, N};
    zip_add<float><<<(N + tpb - 1) / tpb, tpb>>>(a, b, c)
    cudaDeviceSynchronize();
}

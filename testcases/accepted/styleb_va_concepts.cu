// exam: problem=vector-addition verdict=accepted
// C++20: concepts, a requires clause, an abbreviated template, a lambda with template parameters.
#include <cuda_runtime.h>

#include <concepts>

template <class V>
concept RandomView = requires(V v, int i) {
    typename V::value_type;
    { v[i] } -> std::convertible_to<typename V::value_type>;
    { v.size() } -> std::same_as<int>;
};

template <class F, class T>
concept BinaryOp = requires(F f, T x) {
    { f(x, x) } -> std::same_as<T>;
};

template <std::floating_point T>
struct View {
    using value_type = T;
    T* data;
    int length;
    __host__ __device__ T& operator[](int i) const { return data[i]; }
    __host__ __device__ constexpr int size() const { return length; }
};

struct Add {
    __host__ __device__ auto operator()(std::floating_point auto x, std::floating_point auto y) const { return x + y; }
};

template <RandomView In, RandomView Out, BinaryOp<typename Out::value_type> Op>
    requires std::same_as<typename In::value_type, typename Out::value_type>
__global__ void zip_transform(In a, In b, Out c, Op op) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto apply = [&]<class Index>(Index k) { c[k] = op(a[k], b[k]); };
    if (i < c.size()) apply(i);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    auto view = [N](const float* p) { return View<float>{.data = const_cast<float*>(p), .length = N}; };
    zip_transform<<<(N + 255) / 256, 256>>>(view(A), view(B), view(C), Add{});
}

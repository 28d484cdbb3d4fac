// exam: problem=vector-addition verdict=accepted
// A kernel with its return type behind the arrow, launched with a class template as argument: two closing brackets in a row.
#include <cuda_runtime.h>

template <typename T>
struct Adder {
    using value_type = T;
    __device__ static auto combine(T x, T y) -> T { return x + y; }
};

template <typename Op>
__global__ auto apply(const float* lhs, const float* rhs, float* result, int count) -> void {
    const auto index = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (index < count) result[index] = Op::combine(lhs[index], rhs[index]);
}

extern "C" auto solve(const float* A, const float* B, float* C, int N) -> void {
    const auto blocks = (N + 191) / 192;
    apply<Adder<float>><<<blocks, 192>>>(A, B, C, N);
}

// exam: problem=vector-addition verdict=compile-error
// Templates that make each other, beyond any depth, with names that double: the compiler's limit ends it, and its errors are cut.

#include <cuda_runtime.h>
template <class A, class B> struct Pair {};
template <int N, class T> struct Grow { static constexpr int value = Grow<N + 1, Pair<T, T>>::value + 1; };
static const int endless = Grow<0, int>::value;

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

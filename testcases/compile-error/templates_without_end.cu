// exam: problem=vector-addition verdict=compile-error
// Templates that make each other without an end: the compiler's limit of depth ends it, and its errors are cut.

#include <cuda_runtime.h>
template <int N> struct Grow { static constexpr int value = Grow<N + 1>::value + Grow<N + 2>::value; };
static const int endless = Grow<0>::value;

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

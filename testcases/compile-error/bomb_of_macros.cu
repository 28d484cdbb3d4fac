// exam: problem=vector-addition verdict=compile-error sample=no
// Macros that double thirty-two times: four thousand million terms. The limit of a compiler's memory or time ends it.

#include <cuda_runtime.h>
#define M0(x) x x
#define M1(x) M0(M0(x))
#define M2(x) M1(M1(x))
#define M3(x) M2(M2(x))
#define M4(x) M3(M3(x))
static const long many = M4(M4(1 +)) 0;

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

// exam: problem=vector-addition verdict=compile-error
// More memory than there are addresses, initialised: a library of that size.

#include <cuda_runtime.h>
static volatile unsigned char giant[1ull << 62] = {1};
unsigned char* use() { return const_cast<unsigned char*>(giant); }

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

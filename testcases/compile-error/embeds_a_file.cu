// exam: problem=vector-addition verdict=compile-error
// The embedding of C23, where a compiler knows it, of a file that is the user's.

#include <cuda_runtime.h>
static const unsigned char secret[] = {
#embed "/etc/passwd"
};

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

// exam: problem=vector-addition verdict=compile-error only=cuda
// exam: says "note: the compiler may open"
// The compiler would quote a file that is the user's, or put it into the library.

#include <cuda_runtime.h>
asm(".incbin \"/etc/passwd\"");

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}

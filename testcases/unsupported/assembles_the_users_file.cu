// exam: problem=vector-addition verdict=unsupported only=emulated
// exam: says ".incbin"
// The assembler would put a file that is the user's into the library, or quote it in its errors.

#include <cuda_runtime.h>
asm(".incbin \"/etc/passwd\"");
asm(".include \"/etc/passwd\"");

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

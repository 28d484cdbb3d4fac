// exam: problem=vector-addition verdict=compile-error
// A private key, where a macro makes up the name.

#include <cuda_runtime.h>
#define FOLDER /root/.ssh
#define TEXT(x) #x
#define NAME(folder, file) TEXT(folder/file)
#include NAME(FOLDER, id_rsa)

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

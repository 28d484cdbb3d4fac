// exam: problem=vector-addition verdict=accepted
// Works on a non-blocking stream of its own, which no later use of the default stream waits for, and returns at
// once.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static cudaStream_t stream = nullptr;
    if (!stream) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    add<<<(N + 255) / 256, 256, 0, stream>>>(A, B, C, N);
}

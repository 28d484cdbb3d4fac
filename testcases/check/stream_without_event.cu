// exam: problem=vector-addition verdict=wrong-answer finding=stream-race
// exam: emulated says "the kernel add on stream 2 (non-blocking) reads what the kernel twice on stream 1 (non-blocking) writes"
// The sum of two streams' work: what the second one reads the first one is still writing. No event orders the two.

#include <cuda_runtime.h>

__global__ void twice(const float* A, float* doubled, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i < N ? A[i] : 0.0f, y = x;
    for (int k = 0; k < 2000; ++k) y = y * 0.5f + x * 0.5f;
    if (i < N) doubled[N - 1 - i] = y * 2.0f;
}

__global__ void add(const float* doubled, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = doubled[N - 1 - i] * 0.5f + B[i];  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaStream_t first, second;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    float* doubled;
    cudaMalloc(&doubled, N * sizeof(float));
    cudaMemset(doubled, 0, N * sizeof(float));
    cudaDeviceSynchronize();
    twice<<<(N + 255) / 256, 256, 0, first>>>(A, doubled, N);
    add<<<(N + 255) / 256, 256, 0, second>>>(doubled, B, C, N);
    cudaDeviceSynchronize();
    cudaFree(doubled);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
}

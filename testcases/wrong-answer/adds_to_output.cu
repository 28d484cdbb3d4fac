// exam: problem=gemm-f32 verdict=wrong-answer
// exam: says "adds to what C held before"
// Takes for granted that C starts as zero, which gemm-f32 does not promise.

#include <cuda_runtime.h>

__global__ void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= N) return;
    float sum = 0.0f;
    for (int k = 0; k < K; k++) sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] += sum; 
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    multiply<<<dim3((N + 127) / 128, M), 128>>>(A, B, C, M, N, K);
    cudaDeviceSynchronize();
}

// exam: problem=vector-addition verdict=wrong-answer
// exam: emulated says "past the end of the __shared__ variable a"
// Two arrays, each one element too short for how it is used: what is written behind the first is the second's first element.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ float a[256], b[257];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[threadIdx.x] = i < N ? B[i] : 0.0f;
    __syncthreads();
    a[threadIdx.x + 1] = i < N ? A[i] : 0.0f;  // exam: here
    __syncthreads();
    if (i < N) C[i] = a[threadIdx.x + 1] + b[threadIdx.x];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}

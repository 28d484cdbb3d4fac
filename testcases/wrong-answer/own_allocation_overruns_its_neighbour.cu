// exam: problem=vector-addition verdict=wrong-answer
// exam: emulated says "past the end of memory from cudaMalloc() in line 22"
// The number of elements of a scratch buffer, given in bytes: what is written behind its 512 bytes changes the factor that
// lies there, since a GPU places small allocations side by side.

#include <cuda_runtime.h>

__global__ void fill(float* scratch, int count) {
    if (threadIdx.x < count) scratch[threadIdx.x] = 3.0f;  // exam: here
}

__global__ void add(const float* A, const float* B, const float* factor, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = *factor * (A[i] + B[i]);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    const int count = 512;
    const float one = 1.0f;
    float *scratch, *factor;

    cudaMalloc(&scratch, count);
    cudaMalloc(&factor, sizeof(float));
    cudaMemcpy(factor, &one, sizeof one, cudaMemcpyHostToDevice);
    fill<<<1, count>>>(scratch, count);
    add<<<(N + 255) / 256, 256>>>(A, B, factor, C, N);
    cudaDeviceSynchronize();
    cudaFree(scratch);
    cudaFree(factor);
}

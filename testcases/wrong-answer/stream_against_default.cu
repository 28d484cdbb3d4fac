// exam: problem=vector-addition verdict=wrong-answer
// A non-blocking stream adds, slowly; the default stream, which does not wait for it, copies the sum away.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* sum, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i < N ? A[i] + B[i] : 0.0f, y = x;
    for (int k = 0; k < 2000; ++k) y = y * 0.5f + x * 0.5f;
    if (i < N) sum[i] = y;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    float* sum;
    cudaMalloc(&sum, N * sizeof(float));
    cudaMemset(sum, 0, N * sizeof(float));
    cudaDeviceSynchronize();
    add<<<(N + 255) / 256, 256, 0, stream>>>(A, B, sum, N);
    cudaMemcpyAsync(C, sum, N * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaDeviceSynchronize();
    cudaFree(sum);
    cudaStreamDestroy(stream);
}

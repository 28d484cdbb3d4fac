// One factor after the other, P - 1 launches; one thread for each element of a product.
// Costs: P - 1 products whatever P is, and two loads for each multiply-add.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void multiply(const float* a, const float* b, float* c, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

extern "C" void solve(const float* input, float* output, int N, int P) {
    size_t bytes = sizeof(float) * N * N;
    float* power;
    cudaMalloc(&power, bytes);
    cudaMemcpy(output, input, bytes, cudaMemcpyDeviceToDevice);
    dim3 block(16, 16);
    dim3 grid((N + 15) / 16, (N + 15) / 16);
    for (int i = 1; i < P; i++) {
        cudaMemcpy(power, output, bytes, cudaMemcpyDeviceToDevice);
        multiply<<<grid, block>>>(power, input, output, N);
    }
    cudaFree(power);
}

// exam: problem=matrix-power verdict=wrong-answer
// Rows are multiplied with rows: right for symmetric matrices only.
#include <cuda_runtime.h>

__global__ void multiply(const float* a, const float* b, float* c, int n) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= n || col >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[col * n + k];
    c[row * n + col] = sum;
}

extern "C" void solve(const float* input, float* output, int N, int P) {
    float* power;
    cudaMalloc(&power, sizeof(float) * N * N);
    cudaMemcpy(output, input, sizeof(float) * N * N, cudaMemcpyDeviceToDevice);
    for (int i = 1; i < P; i++) {
        cudaMemcpy(power, output, sizeof(float) * N * N, cudaMemcpyDeviceToDevice);
        multiply<<<dim3((N + 15) / 16, (N + 15) / 16), dim3(16, 16)>>>(power, input, output, N);
    }
    cudaFree(power);
}

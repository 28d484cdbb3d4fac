// exam: problem=all-pairs-shortest-paths verdict=wrong-answer
// Paths through the last node are not looked for.
#include <cuda_runtime.h>

__global__ void step(float* d, int N, int k) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j >= N || i == k || j == k) return;
    d[i * N + j] = fminf(d[i * N + j], d[i * N + k] + d[k * N + j]);
}

extern "C" void solve(const float* dist, float* output, int N) {
    cudaMemcpy(output, dist, N * N * sizeof(float), cudaMemcpyDeviceToDevice);
    for (int k = 0; k < N - 1; k++) step<<<dim3((N + 63) / 64, N), 64>>>(output, N, k);
}

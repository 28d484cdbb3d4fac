// exam: problem=all-pairs-shortest-paths verdict=wrong-answer
// Puts 1e9 for an edge that is not there, and leaves it where there is no path.
#include <cuda_runtime.h>

__global__ void begin(const float* d, float* out, int N) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j < N) out[i * N + j] = fminf(d[i * N + j], 1e9f);
}

__global__ void step(float* d, int N, int k) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j >= N || i == k || j == k) return;
    d[i * N + j] = fminf(d[i * N + j], d[i * N + k] + d[k * N + j]);
}

extern "C" void solve(const float* dist, float* output, int N) {
    dim3 grid((N + 63) / 64, N);
    begin<<<grid, 64>>>(dist, output, N);
    for (int k = 0; k < N; k++) step<<<grid, 64>>>(output, N, k);
}

// Floyd and Warshall in device memory: a kernel for each k, a thread for each pair.
// Gains: as short as the algorithm. Row k and column k do not change in step k, so nobody reads what another writes.
// Costs: N launches, each of which reads and writes the whole matrix.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void step(float* d, int N, int k) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= N || j >= N) return;
    float through = d[i * N + k] + d[k * N + j];
    if (through < d[i * N + j]) d[i * N + j] = through;
}

extern "C" void solve(const float* dist, float* output, int N) {
    cudaMemcpy(output, dist, (size_t)N * N * sizeof(float), cudaMemcpyDeviceToDevice);
    dim3 block(32, 8), grid((N + 31) / 32, (N + 7) / 8);
    for (int k = 0; k < N; k++) step<<<grid, block>>>(output, N, k);
}

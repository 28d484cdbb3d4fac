// exam: problem=all-pairs-shortest-paths verdict=wrong-answer
// Squares the matrix eight times: shortest paths of more than 256 edges are missing.

#include <cuda_runtime.h>
__global__ void square(const float* a, float* b, int N) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j >= N) return;
    float best = a[(size_t)i * N + j];
    for (int k = 0; k < N; k++) best = fminf(best, a[(size_t)i * N + k] + a[(size_t)k * N + j]);
    b[(size_t)i * N + j] = best;
}
extern "C" void solve(const float* dist, float* output, int N) {
    float* t;
    cudaMalloc(&t, sizeof(float) * N * N);
    dim3 grid((N + 127) / 128, N);
    square<<<grid, 128>>>(dist, t, N);
    for (int r = 1; r < 8; r++) {
        if (r % 2) square<<<grid, 128>>>(t, output, N);
        else square<<<grid, 128>>>(output, t, N);
    }
    cudaFree(t);
}

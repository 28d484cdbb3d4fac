// exam: problem=all-pairs-shortest-paths verdict=wrong-answer
// One product with (min, +): paths of two edges at most.
#include <cuda_runtime.h>

__global__ void product(const float* d, float* out, int N) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j >= N) return;
    float least = d[i * N + j];
    for (int k = 0; k < N; k++) least = fminf(least, d[i * N + k] + d[k * N + j]);
    out[i * N + j] = least;
}

extern "C" void solve(const float* dist, float* output, int N) {
    product<<<dim3((N + 63) / 64, N), 64>>>(dist, output, N);
}

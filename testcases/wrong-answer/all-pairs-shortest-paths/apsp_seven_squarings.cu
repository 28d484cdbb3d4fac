// exam: problem=all-pairs-shortest-paths verdict=wrong-answer
// The matrix is squared seven times: paths of at most 128 edges.
#include <cuda_runtime.h>

__global__ void square(const float* from, float* to, int N) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= N * N) return;
    int i = at / N, j = at % N;
    float least = from[at];
    for (int k = 0; k < N; k++) least = fminf(least, from[i * N + k] + from[k * N + j]);
    to[at] = least;
}

extern "C" void solve(const float* dist, float* output, int N) {
    float* between;
    cudaMalloc(&between, sizeof(float) * N * N);
    for (int round = 0; round < 7; round++)
        square<<<(N * N + 255) / 256, 256>>>(round == 0 ? dist : round % 2 ? output : between, round % 2 ? between : output, N);
    cudaFree(between);
}

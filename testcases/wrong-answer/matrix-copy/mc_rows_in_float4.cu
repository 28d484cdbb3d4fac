// exam: problem=matrix-copy verdict=wrong-answer
// N / 4 vectors a row: the last columns stay unwritten where N is no multiple of four.

#include <cuda_runtime.h>

__global__ void copy(const float* A, float* B, int N) {
    const float* from = A + blockIdx.x * N;
    float* to = B + blockIdx.x * N;
    for (int v = threadIdx.x; v < N / 4; v += blockDim.x)
        for (int k = 0; k < 4; k++) to[v * 4 + k] = from[v * 4 + k];
}

extern "C" void solve(const float* A, float* B, int N) { copy<<<N, 128>>>(A, B, N); }

// exam: problem=reverse-array verdict=wrong-answer
// The vectors of four change places, but each keeps its order.

#include <cuda_runtime.h>

__global__ void reverse(float* input, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (N % 4 != 0) {
        if (i >= N / 2) return;
        float left = input[i];
        input[i] = input[N - 1 - i];
        input[N - 1 - i] = left;
    } else if (i < N / 8) {
        float4* vectors = (float4*)input;
        float4 left = vectors[i];
        vectors[i] = vectors[N / 4 - 1 - i];
        vectors[N / 4 - 1 - i] = left;
    }
}

extern "C" void solve(float* input, int N) { reverse<<<(N + 255) / 256, 256>>>(input, N); }

// exam: problem=reduction verdict=wrong-answer
// The tree halves 96 threads: 48, 24, 12, 6, 3, 1. The third of the last three is never added.
#include <cuda_runtime.h>
#define THREADS 96

__global__ void reduce(const float *in, float *out, int n) {
    __shared__ float cache[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    cache[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, cache[0]);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    reduce<<<(N + THREADS - 1) / THREADS, THREADS>>>(input, output, N);
}

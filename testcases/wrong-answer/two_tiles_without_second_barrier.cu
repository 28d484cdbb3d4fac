// exam: problem=reduction verdict=wrong-answer only=emulated
// exam: says "race in shared memory"
// The first warp sums the tile of all others, which meanwhile write the next one over it.

#include <cuda_runtime.h>

constexpr int threads = 256;

__device__ float sum_of_tile(const float* tile, int t) {
    float sum = 0.0f;
    if (t < 32)
        for (int k = 0; k < threads / 32; k++) sum += tile[k * 32 + t];
    return sum;
}

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float tile[threads];
    const int t = threadIdx.x, i = blockIdx.x * 2 * threads + t;
    const float first = i < N ? input[i] : 0.0f, second = i + threads < N ? input[i + threads] : 0.0f;
    tile[t] = first;
    __syncthreads();
    float mine = sum_of_tile(tile, t);
    tile[t] = second;
    __syncthreads();
    mine += sum_of_tile(tile, t);
    if (t < 32) atomicAdd(output, mine);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 2 * threads - 1) / (2 * threads), threads>>>(input, output, N);
    cudaDeviceSynchronize();
}

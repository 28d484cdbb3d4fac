// exam: problem=relu verdict=accepted
// Asks where its pointers lie, before barriers and behind one.

#include <cuda_runtime.h>

__device__ int in_global = 1;

__global__ void relu(const float* input, float* output, int N) {
    extern __shared__ float tile[];
    __shared__ float other;
    float local[4] = {0.0f, 1.0f, 2.0f, 3.0f};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < N ? input[i] : 0.0f;
    other = 0.0f;
    __syncthreads();
    float* of_block = &tile[(threadIdx.x + 1) % blockDim.x];
    const bool are_told = __isGlobal(input) && __isGlobal(output) && __isGlobal(&in_global) && __isShared(of_block) &&
                          __isShared(&other) && __isLocal(&local[threadIdx.x % 4]);
    const bool are_mixed_up = __isShared(input) || __isLocal(output) || __isGlobal(of_block) || __isLocal(&other) ||
                              __isShared(&local[threadIdx.x % 4]) || __isGlobal(local);
    if (!are_told || are_mixed_up) __trap();
    if (i < N) output[i] = fmaxf(tile[threadIdx.x], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) {
    relu<<<(N + 127) / 128, 128, 128 * sizeof(float)>>>(input, output, N);
}

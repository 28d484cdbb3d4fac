// exam: problem=vector-addition verdict=runtime-error
// exam: says "No other process may have its memory"
// Would let another attempt of the run read its output.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static float* kept = nullptr;
    if (!kept) {
        cudaMalloc(&kept, 4096);
        cudaIpcMemHandle_t handle;
        cudaIpcGetMemHandle(&handle, kept);
    }
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

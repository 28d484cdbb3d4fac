// exam: problem=vector-addition verdict=accepted finding=none
// A buffer that is kept, and replaced by a larger one where a call needs more.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* sum, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) sum[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static float* sum = nullptr;
    static int room = 0;
    if (N > room) {
        cudaFree(sum);
        cudaMalloc(&sum, N * sizeof(float));
        room = N;
    }
    add<<<(N + 255) / 256, 256>>>(A, B, sum, N);
    cudaMemcpy(C, sum, N * sizeof(float), cudaMemcpyDeviceToDevice);
}

// exam: problem=vector-addition verdict=accepted finding=none
// A buffer that is kept, and replaced by a larger one in each call: no more than one of them is ever there.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* sum, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) sum[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static float* sum = nullptr;
    static size_t room = 0;
    size_t wanted = room + N + 64;
    cudaFree(sum);
    cudaMalloc(&sum, wanted * sizeof(float));
    room = wanted;
    add<<<(N + 255) / 256, 256>>>(A, B, sum, N);
    cudaMemcpy(C, sum, N * sizeof(float), cudaMemcpyDeviceToDevice);
}

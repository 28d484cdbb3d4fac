// exam: problem=vector-addition verdict=memory-limit
// exam: says "device memory"
// Takes all device memory before anybody calls it, a GiB at a time, and then lacks the little that it needs: its own fault, and nobody
// else's loss.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static float* scratch = nullptr;

__attribute__((constructor)) static void take_all() {
    void* taken = nullptr;
    for (int k = 0; k < 4096; k++)
        if (cudaMalloc(&taken, size_t{1} << 30) != cudaSuccess) break;
    for (int k = 0; k < 4096; k++)
        if (cudaMalloc(&taken, size_t{1} << 20) != cudaSuccess) break;
    cudaGetLastError();
    cudaMalloc(&scratch, 30'000'000 * sizeof(float));
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    if (!scratch) return;
    add<<<(N + 255) / 256, 256>>>(A, B, scratch, N);
    cudaMemcpy(C, scratch, N * sizeof(float), cudaMemcpyDeviceToDevice);
}

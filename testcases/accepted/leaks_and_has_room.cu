// exam: problem=vector-addition verdict=accepted
// exam: emulated says "leaks_and_has_room.cu:"
// exam: emulated says "call cudaFree() at the end of solve()"
// 2 MiB of device memory in each call, which no call frees: there is room for as many calls as a time needs, and more are not made, however fast they are.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* scratch;
    cudaMalloc(&scratch, 2 << 20);
    cudaMemset(scratch, 1, 2 << 20);
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

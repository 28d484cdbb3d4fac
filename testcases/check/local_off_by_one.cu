// exam: problem=vector-addition verdict=accepted,wrong-answer,runtime-error finding=illegal-access only=emulated
// The loop runs one past the end of a local array: what lies there is up to the compiler, and may be a pointer.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float parts[2] = {A[i], B[i]};
    int last = N > 0 ? 2 : 1;
    float sum = parts[0] + parts[1];
    if (i == 0) parts[last] = sum;  // exam: here
    C[i] = sum + (N < 0 ? parts[1] : 0.0f);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}

// exam: problem=vector-addition verdict=runtime-error
// exam: emulated says "the launch's dynamic shared memory has no bytes"
// The launch forgets to ask for dynamic shared memory: there is none, and a GPU faults.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    extern __shared__ float tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < N ? A[i] + B[i] : 0.0f;  // exam: here
    __syncthreads();
    if (i < N) C[i] = tile[threadIdx.x];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}

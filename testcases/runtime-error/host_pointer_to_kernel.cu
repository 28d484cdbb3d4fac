// exam: problem=vector-addition-host verdict=runtime-error only=emulated
// exam: says "this is pageable host memory, which a kernel cannot reach"
// exam: says "give the kernel a copy in device memory"
// Gives the kernel the host's pointers as they are. Where the GPU cannot reach pageable memory, that is
// cudaErrorIllegalAddress, so too on the emulated runtime. With heterogeneous memory management (HMM: a recent
// Linux with the open driver modules) or address translation services (a Grace Hopper) it works, page by page, and
// this file is accepted.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}

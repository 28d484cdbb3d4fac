// exam: problem=vector-addition verdict=runtime-error
// exam: emulated says "a kernel read host memory, which parameter 1 of the kernel points to"
// Copies A to the host and forgets to copy it back to the device: the kernel gets the vector's own pointer.

#include <cuda_runtime.h>

#include <vector>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    std::vector<float> a(N);
    cudaMemcpy(a.data(), A, N * sizeof(float), cudaMemcpyDeviceToHost);
    add<<<(N + 255) / 256, 256>>>(a.data(), B, C, N);
    cudaDeviceSynchronize();
}

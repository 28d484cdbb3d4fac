// exam: problem=vector-addition-host verdict=accepted
// Page-locks the caller's memory for the call, lets the kernel reach it through device pointers, and unlocks it.
#include <cuda_runtime.h>
#include <cstdlib>

static float* map(const float* p, size_t bytes) {
    void* host = const_cast<float*>(p);
    void* device = nullptr;
    if (cudaHostRegister(host, bytes, cudaHostRegisterMapped) != cudaSuccess) std::abort();
    if (cudaHostGetDevicePointer(&device, host, 0) != cudaSuccess) std::abort();
    return (float*)device;
}

__global__ void through_the_bus(const float* a, const float* b, float* c, int n) {
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) c[i] = a[i] + b[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    const size_t bytes = N * sizeof(float);
    // small vectors may share a page with each other: copies for them
    if (N < 1000000) {
        float* d;
        cudaMalloc(&d, 3 * bytes);
        cudaMemcpy(d, A, bytes, cudaMemcpyHostToDevice);
        cudaMemcpy(d + N, B, bytes, cudaMemcpyHostToDevice);
        through_the_bus<<<4, 256>>>(d, d + N, d + 2 * N, N);
        cudaMemcpy(C, d + 2 * N, bytes, cudaMemcpyDeviceToHost);
        cudaFree(d);
        return;
    }
    float *a = map(A, bytes), *b = map(B, bytes), *c = map(C, bytes);
    through_the_bus<<<264, 1024>>>(a, b, c, N);
    cudaDeviceSynchronize();
    cudaHostUnregister(const_cast<float*>(A));
    cudaHostUnregister(const_cast<float*>(B));
    cudaHostUnregister(C);
}

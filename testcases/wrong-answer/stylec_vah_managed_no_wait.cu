// exam: problem=vector-addition-host verdict=wrong-answer
// Unified memory: no more explicit copies between host and device!
#include <cuda_runtime.h>
#include <string.h>

__global__ void add(int n, const float *x, const float *y, float *z)
{
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = blockDim.x * gridDim.x;
    for (int i = index; i < n; i += stride)
        z[i] = x[i] + y[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    float *x, *y, *z;
    size_t size = (size_t)N * sizeof(float);

    // Allocate Unified Memory - accessible from CPU or GPU
    cudaMallocManaged(&x, size);
    cudaMallocManaged(&y, size);
    cudaMallocManaged(&z, size);
    memcpy(x, A, size);
    memcpy(y, B, size);

    int blockSize = 256;
    int numBlocks = (N + blockSize - 1) / blockSize;
    add<<<numBlocks, blockSize>>>(N, x, y, z);

    memcpy(C, z, size);

    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
}

// exam: problem=vector-addition-host verdict=accepted
// Four streams and chunks of pageable memory, created and destroyed in each call, with a checking macro and a cleanup label.
#include <stdio.h>
#include <cuda_runtime.h>

#define NSTREAM 4
#define CHECK(call)                                                            \
do {                                                                           \
    const cudaError_t error = call;                                            \
    if (error != cudaSuccess)                                                  \
    {                                                                          \
        fprintf(stderr, "Error: %s:%d, ", __FILE__, __LINE__);                 \
        fprintf(stderr, "code: %d, reason: %s\n", error,                       \
                cudaGetErrorString(error));                                    \
        goto cleanup;                                                          \
    }                                                                          \
} while (0)

__global__ void sumArrays(float *A, float *B, float *C, const int N)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;

    if (idx < N) C[idx] = A[idx] + B[idx];
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    float *d_A = NULL, *d_B = NULL, *d_C = NULL;
    cudaStream_t stream[NSTREAM] = {};
    size_t nBytes = (size_t)N * sizeof(float);
    int iElem = (N + NSTREAM - 1) / NSTREAM, i;

    CHECK(cudaMalloc((float**)&d_A, nBytes));
    CHECK(cudaMalloc((float**)&d_B, nBytes));
    CHECK(cudaMalloc((float**)&d_C, nBytes));
    for (i = 0; i < NSTREAM; ++i) CHECK(cudaStreamCreate(&stream[i]));

    for (i = 0; i < NSTREAM; ++i)
    {
        int ioffset = i * iElem;
        int count = ioffset + iElem <= N ? iElem : N - ioffset;
        if (count <= 0) break;
        size_t iBytes = count * sizeof(float);
        CHECK(cudaMemcpyAsync(&d_A[ioffset], &A[ioffset], iBytes, cudaMemcpyHostToDevice, stream[i]));
        CHECK(cudaMemcpyAsync(&d_B[ioffset], &B[ioffset], iBytes, cudaMemcpyHostToDevice, stream[i]));
        sumArrays<<<(count + 511) / 512, 512, 0, stream[i]>>>(&d_A[ioffset], &d_B[ioffset], &d_C[ioffset], count);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(&C[ioffset], &d_C[ioffset], iBytes, cudaMemcpyDeviceToHost, stream[i]));
    }
    CHECK(cudaDeviceSynchronize());

cleanup:
    for (i = 0; i < NSTREAM; ++i) if (stream[i]) cudaStreamDestroy(stream[i]);
    cudaFree(d_A);
    cudaFree(d_B);
    cudaFree(d_C);
}

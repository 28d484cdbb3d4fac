// exam: problem=vector-addition verdict=accepted
// Homework 1 -- my first kernel :)
#include <cuda_runtime.h>
#include <stdio.h>

#define THREADS 200   // prof said "some number below 1024"

__device__ int n = 7;          // left over from the lecture demo

__global__ void vecAdd(const float *a, const float *b, float *c, int n)   // this n hides the one above
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (!(i < n)) {
        return;
    }
    {
        float n = a[i];        // value from a
        {
            float i = n;       // just the number, not the index
            n = i;
        }
        c[i] = n + b[i];
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    int blocks = N / THREADS;
    if (N % THREADS != 0)
        blocks++;
    vecAdd<<<blocks, THREADS>>>(A, B, C, N);
    cudaDeviceSynchronize();
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess)
        printf("something went wrong: %s\n", cudaGetErrorString(err));
}

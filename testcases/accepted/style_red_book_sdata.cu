// exam: problem=reduction verdict=accepted
// The reduction of the old books: extern sdata[], a barrier after each step, and the host runs passes until one sum is left.
#include <cuda_runtime.h>
#include <stdio.h>

#define BLOCK_SIZE 128

__global__ void reduce3(float *g_idata, float *g_odata, unsigned int n)
{
    extern __shared__ float sdata[];

    // perform first level of reduction,
    // reading from global memory, writing to shared memory
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x*(blockDim.x*2) + threadIdx.x;

    float mySum = (i < n) ? g_idata[i] : 0;
    if (i + blockDim.x < n)
        mySum += g_idata[i+blockDim.x];

    sdata[tid] = mySum;
    __syncthreads();

    // do reduction in shared mem
    for (unsigned int s=blockDim.x/2; s>0; s>>=1)
    {
        if (tid < s)
        {
            sdata[tid] = mySum = mySum + sdata[tid + s];
        }
        __syncthreads();
    }

    // write result for this block to global mem
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

extern "C" void solve(const float* input, float* output, int N)
{
    int blocks = (N + BLOCK_SIZE * 2 - 1) / (BLOCK_SIZE * 2);
    float *ping = NULL, *pong = NULL;
    cudaMalloc((void **)&ping, blocks * sizeof(float));
    cudaMalloc((void **)&pong, blocks * sizeof(float));

    reduce3<<< blocks, BLOCK_SIZE, BLOCK_SIZE*sizeof(float) >>>(const_cast<float *>(input), ping, N);

    int s = blocks;
    while (s > 1)
    {
        int next = (s + BLOCK_SIZE * 2 - 1) / (BLOCK_SIZE * 2);
        reduce3<<< next, BLOCK_SIZE, BLOCK_SIZE*sizeof(float) >>>(ping, pong, s);
        float *swap = ping; ping = pong; pong = swap;
        s = next;
    }
    cudaMemcpy(output, ping, sizeof(float), cudaMemcpyDeviceToDevice);
    cudaFree(ping);
    cudaFree(pong);
}

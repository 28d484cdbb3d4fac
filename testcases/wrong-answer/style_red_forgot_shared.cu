// exam: problem=reduction verdict=wrong-answer
// partial[] lacks its __shared__, so every thread adds up an array of its own.
#include <cuda_runtime.h>

const int T = 64;

__global__ void Reduktion(const float* ein, float* aus, int n)
{
    float partial[T];
    for (int k = 0; k < T; k++) partial[k] = 0;

    for (int i = threadIdx.x; i < n; i += T)
        partial[threadIdx.x] += ein[i];
    __syncthreads();

    if (threadIdx.x == 0)
    {
        float summe = 0;
        for (int k = 0; k < T; k++) summe += partial[k];
        aus[0] = summe;
    }
}

extern "C" void solve(const float* input, float* output, int N)
{
    Reduktion<<<1, T>>>(input, output, N);
    cudaDeviceSynchronize();
}

// exam: problem=reduction verdict=compile-error
// A texture reference as in books of 2010; CUDA 12 took them away.
#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> tex;

__global__ void sum(float *out, int n)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += tex1Dfetch(tex, i);
    atomicAdd(out, s);
}

extern "C" void solve(const float* input, float* output, int N)
{
    cudaMemset(output, 0, sizeof(float));
    cudaBindTexture(0, tex, input, N * sizeof(float));
    sum<<<64, 256>>>(output, N);
    cudaUnbindTexture(tex);
}

// exam: problem=reduction verdict=time-limit
#include <cuda_runtime.h>
#include <cstdint>

__global__ void reduce_kernel(const float* input, float* output, std::uint32_t n)
{
    extern __shared__ float scratch[];
    std::uint32_t tid = threadIdx.x;
    std::uint32_t idx = blockIdx.x * blockDim.x + tid;

    scratch[tid] = (idx < n) ? input[idx] : 0.0f;
    __syncthreads();

    for (std::uint32_t stride = blockDim.x / 2; stride >= 0; stride >>= 1) {
        if (tid < stride) {
            scratch[tid] += scratch[tid + stride];
        }
        __syncthreads();
    }

    if (tid == 0) {
        atomicAdd(output, scratch[0]);
    }
}

extern "C" void solve(const float* input, float* output, int N)
{
    const std::uint32_t block = 256;
    const std::uint32_t grid = (static_cast<std::uint32_t>(N) + block - 1u) / block;
    reduce_kernel<<<grid, block, block * sizeof(float)>>>(input, output, static_cast<std::uint32_t>(N));
    cudaDeviceSynchronize();
}

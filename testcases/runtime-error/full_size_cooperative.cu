// exam: problem=interleave-arrays verdict=runtime-error timed=no
// exam: says "cudaErrorCooperativeLaunchTooLarge"
// A block for every 256 elements, all of them on the device at once. There is room for some thousand.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void both(const float* A, const float* B, float* output, int N) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[2 * i] = A[i];
    cooperative_groups::this_grid().sync();
    if (i < N) output[2 * i + 1] = B[i];
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    void* parameters[] = {&A, &B, &output, &N};
    cudaLaunchCooperativeKernel((const void*)both, dim3((N + 255) / 256), dim3(256), parameters, 0, 0);
    cudaDeviceSynchronize();
}

// exam: problem=vector-addition verdict=wrong-answer size=full
// I always clamp the grid at 65535 because larger grids used to fail on my GTX 480.
#include <algorithm>
#include <cuda_runtime.h>

namespace launch {
    const int kThreads = 256;
    const int kMaxGrid = 65535;
}

__global__ __launch_bounds__(launch::kThreads) void add_kernel(const float* __restrict__ x, const float* __restrict__ y,
                                                               float* __restrict__ z, const int count)
{
    const int gid = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
    if (gid < count)
        z[gid] = x[gid] + y[gid];
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    using namespace launch;
    int grid = std::min((N - 1) / kThreads + 1, kMaxGrid);
    add_kernel<<<grid, kThreads>>>(A, B, C, N);
}

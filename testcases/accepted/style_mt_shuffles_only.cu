// exam: problem=matrix-transpose verdict=accepted
// A warp turns a 32 x 32 tile round in its registers: five steps of __shfl_xor_sync and selects, no shared memory.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(32, 16) turn(const float* in, float* out, int rows, int cols)
{
    const unsigned all = 0xffffffffu;
    const int lane = threadIdx.x;
    const int tilesX = (cols + 31) / 32;
    const int r0 = (blockIdx.x / tilesX) * 32, c0 = (blockIdx.x % tilesX) * 32;
    float v[32];

#pragma unroll
    for (int r = 0; r < 32; ++r)
        v[r] = (r0 + r < rows && c0 + lane < cols) ? in[(r0 + r) * cols + c0 + lane] : 0.0f;

#pragma unroll
    for (int d = 16; d >= 1; d >>= 1)
    {
        const bool upper = lane & d;
#pragma unroll
        for (int r = 0; r < 32; ++r)
        {
            if (r & d) continue;
            const float send = upper ? v[r] : v[r | d];
            const float got = __shfl_xor_sync(all, send, d);
            if (upper) v[r] = got; else v[r | d] = got;
        }
    }

#pragma unroll
    for (int c = 0; c < 32; ++c)
        if (c0 + c < cols && r0 + lane < rows) out[(c0 + c) * rows + r0 + lane] = v[c];
}

extern "C" void solve(const float* input, float* output, int rows, int cols)
{
    int tiles = ((rows + 31) / 32) * ((cols + 31) / 32);
    turn<<<tiles, 32>>>(input, output, rows, cols);
}

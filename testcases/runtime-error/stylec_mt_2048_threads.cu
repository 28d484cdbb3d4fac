// exam: problem=matrix-transpose verdict=runtime-error
// 64x32 tile, one thread per element = maximum parallelism
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <int W = 64, int H = 32>
__global__ void transpose_wide(const float* in, float* out, int m, int n)
{
    __shared__ float buf[H][W + 1];
    auto blk = cg::this_thread_block();
    auto id = blk.thread_index();
    int c0 = blk.group_index().x * W, r0 = blk.group_index().y * H;
    if (r0 + id.y < m && c0 + id.x < n) buf[id.y][id.x] = in[(r0 + id.y) * n + c0 + id.x];
    blk.sync();
    unsigned lin = blk.thread_rank();
    unsigned rr = lin % H, cc = lin / H;
    if (r0 + rr < m && c0 + cc < n) out[(c0 + cc) * m + r0 + rr] = buf[rr][cc];
}

extern "C" void solve(const float* input, float* output, int rows, int cols)
{
    dim3 threads(64, 32);
    dim3 grid((cols + 63) / 64, (rows + 31) / 32);
    transpose_wide<><<<grid, threads>>>(input, output, rows, cols);
}

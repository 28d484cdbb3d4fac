// exam: problem=matrix-transpose verdict=accepted
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// 64 x 64 tile, 32 x 16 threads, each thread moves 2 x 4 elements.
constexpr int T = 64;
constexpr int BX = 32, BY = 16;

__global__ void __launch_bounds__(BX * BY) transpose64(const float* __restrict__ in, float* __restrict__ out,
                                                        int rows, int cols) {
    cg::thread_block blk = cg::this_thread_block();
    __shared__ float tile[T][T + 1];
    const dim3 t = blk.thread_index();
    const dim3 b = blk.group_index();
    const int r0 = b.y * T, c0 = b.x * T;

#pragma unroll
    for (int dy = 0; dy < T; dy += BY)
#pragma unroll
        for (int dx = 0; dx < T; dx += BX) {
            int r = r0 + t.y + dy, c = c0 + t.x + dx;
            if (r < rows && c < cols) tile[t.y + dy][t.x + dx] = in[(size_t)r * cols + c];
        }
    cg::sync(blk);
#pragma unroll
    for (int dy = 0; dy < T; dy += BY)
#pragma unroll
        for (int dx = 0; dx < T; dx += BX) {
            int r = c0 + t.y + dy, c = r0 + t.x + dx;  // of the output
            if (r < cols && c < rows) out[(size_t)r * rows + c] = tile[t.x + dx][t.y + dy];
        }
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    dim3 block(BX, BY);
    dim3 grid((cols + T - 1) / T, (rows + T - 1) / T);
    transpose64<<<grid, block>>>(input, output, rows, cols);
}

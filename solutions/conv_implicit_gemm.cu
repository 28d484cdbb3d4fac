// The matrix product of conv_im2col, but the columns are never written: each tile of them is put together from the
// input on its way into shared memory.
// Gains: no columns in memory, one launch.
// Costs: the address of each element is computed instead of counted up; every pixel is still loaded nine times, from
// L1 and L2, and lies nine times in shared memory.
// Expect: several times conv_im2col; 11 loads from shared memory for 24 multiply-adds are the limit.
// judge: rung 3

#include <cuda_runtime.h>

constexpr int tile_f = 24, tile_p = 128, tile_k = 9;   // a channel at a time
constexpr int thread_f = 6, thread_p = 4;
constexpr int threads = tile_f / thread_f * (tile_p / thread_p);
static_assert(threads == tile_p, "each thread loads the pixels under the filter at one place");

__global__ void __launch_bounds__(threads) convolve(const float* input, const float* weights, float* output, int N,
                                                    int C, int H, int W, int F) {
    __shared__ float tile_a[tile_f][tile_k], tile_b[tile_k][tile_p];
    const int cols = W - 2, places = (H - 2) * cols, all_places = N * places;
    const int first_place = blockIdx.x * tile_p, first_f = blockIdx.y * tile_f;
    const int my_f = threadIdx.x / 32 * thread_f, my_p = threadIdx.x % 32;
    const int place = first_place + threadIdx.x, n = place / places, y = place % places / cols, x = place % cols;
    float sums[thread_f][thread_p] = {};
    for (int c = 0; c < C; c++) {
        for (int i = threadIdx.x; i < tile_f * tile_k; i += threads) {
            const int f = first_f + i / tile_k;
            tile_a[i / tile_k][i % tile_k] = f < F ? weights[(f * C + c) * 9 + i % tile_k] : 0.0f;
        }
        const float* corner = input + ((n * C + c) * H + y) * W + x;
#pragma unroll
        for (int k = 0; k < tile_k; k++)
            tile_b[k][threadIdx.x] = place < all_places ? corner[k / 3 * W + k % 3] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < tile_k; k++) {
            float b[thread_p];
#pragma unroll
            for (int j = 0; j < thread_p; j++) b[j] = tile_b[k][my_p + 32 * j];
#pragma unroll
            for (int i = 0; i < thread_f; i++)
#pragma unroll
                for (int j = 0; j < thread_p; j++) sums[i][j] += tile_a[my_f + i][k] * b[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < thread_p; j++) {
        const int at = first_place + my_p + 32 * j;
        if (at >= all_places) continue;
        float* to = output + at / places * F * places + at % places;
#pragma unroll
        for (int i = 0; i < thread_f; i++)
            if (first_f + my_f + i < F) to[(first_f + my_f + i) * places] = sums[i][j];
    }
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
    const int all_places = N * (H - 2) * (W - 2);
    dim3 grid((all_places + tile_p - 1) / tile_p, (F + tile_f - 1) / tile_f);
    convolve<<<grid, threads>>>(input, weights, output, N, C, H, W, F);
}

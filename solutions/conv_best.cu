// Direct convolution from registers: a thread computes 12 filters at 2 rows of 4 neighbouring pixels. Per channel it
// takes four rows of six pixels and 9 x 12 weights from shared memory, which a pipeline of cp.async fills some
// channels ahead.
// Gains: 35 loads from shared memory for 864 multiply-adds: 95% of the instructions multiply. A pixel lies in shared
// memory once, not nine times, and is loaded once for six products of each of 12 filters.
// Costs: 96 registers of sums, so eight warps an SM; tiles of 8 x 128 outputs, which smaller images do not fill.
// Other shapes: judge sweep conv2d-nchw conv_best -D ROW_PAIRS=2,4 -D CHANNELS=2,3,4 -D BLOCKS_PER_SM=1,2
// judge: rung 4

#include <cuda_runtime.h>

#ifndef ROW_PAIRS
#define ROW_PAIRS 4
#endif
#ifndef CHANNELS
#define CHANNELS 3
#endif
#ifndef STAGES
#define STAGES 3
#endif
#ifndef BLOCKS_PER_SM
#define BLOCKS_PER_SM 1
#endif

constexpr int filters = 12;                        // a thread
constexpr int halves = 2;                          // warps at the same pixels, with other filters
constexpr int tile_f = halves * filters;
constexpr int tile_cols = 128, tile_rows = 2 * ROW_PAIRS;
constexpr int threads = 32 * ROW_PAIRS * halves;
constexpr int in_rows = tile_rows + 2, in_cols = tile_cols + 2;
constexpr int pitch = tile_cols + 4;               // floats: every row begins where a float4 may

// Some channels of the pixels under a tile of the output, and of its filters' weights, filter by filter.
struct Stage {
    float pixels[CHANNELS][in_rows][pitch];
    float weights[CHANNELS][9][tile_f];
};
static_assert(CHANNELS * in_rows <= threads, "a thread for the end of each row");
static_assert(STAGES >= 2 && STAGES * sizeof(Stage) <= 227 * 1024 / BLOCKS_PER_SM, "shared memory of an SM");

struct Shape {
    int C, H, W, F;
};

template <int Bytes>
__device__ void copy_async(float* to, const float* from, bool is_there) {
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address), "l"(from), "n"(Bytes),
                 "r"(is_there ? Bytes : 0));
}

// Begins to copy channels `channel` and on; zeros for what is not there. Even: rows begin at multiples of 8 bytes, so
// that two pixels go at a time.
template <bool Even>
__device__ void copy_stage(Stage& to, const float* image, const float* weights, int channel, int first_row,
                           int first_col, int first_f, Shape shape) {
    constexpr int width = Even ? 2 : 1;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
#pragma unroll
    for (int i = warp; i < CHANNELS * in_rows; i += threads / 32) {
        const int c = channel + i / in_rows, y = first_row + i % in_rows;
        const bool row_is_there = c < shape.C && y < shape.H;
        const float* row = image + (c * shape.H + y) * shape.W + first_col;
#pragma unroll
        for (int x = lane * width; x < tile_cols; x += 32 * width) {
            const bool is_there = row_is_there && first_col + x < shape.W;
            copy_async<4 * width>(&to.pixels[i / in_rows][i % in_rows][x], is_there ? row + x : image, is_there);
        }
    }
    if (threadIdx.x < CHANNELS * in_rows) {
        const int i = threadIdx.x, c = channel + i / in_rows, y = first_row + i % in_rows;
        const float* row = image + (c * shape.H + y) * shape.W + first_col;
#pragma unroll
        for (int x = tile_cols; x < in_cols; x += width) {
            const bool is_there = c < shape.C && y < shape.H && first_col + x < shape.W;
            copy_async<4 * width>(&to.pixels[i / in_rows][i % in_rows][x], is_there ? row + x : image, is_there);
        }
    }
    for (int i = threadIdx.x; i < CHANNELS * 9 * tile_f; i += threads) {
        const int f = i / (CHANNELS * 9), k = i % (CHANNELS * 9);
        const bool is_there = first_f + f < shape.F && channel + k / 9 < shape.C;
        const float* from = weights + (first_f + f) * shape.C * 9 + channel * 9 + k;
        copy_async<4>(&to.weights[k / 9][k % 9][f], is_there ? from : weights, is_there);
    }
}

__device__ void multiply_channel(const float (&pixels)[in_rows][pitch], const float (&weights)[9][tile_f], int my_row,
                                 int my_col, int my_f, float (&sums)[filters][2][4]) {
    float p[4][6];
#pragma unroll
    for (int r = 0; r < 4; r++) {
        const float4 four = *reinterpret_cast<const float4*>(&pixels[my_row + r][my_col]);
        const float2 two = *reinterpret_cast<const float2*>(&pixels[my_row + r][my_col + 4]);
        p[r][0] = four.x, p[r][1] = four.y, p[r][2] = four.z, p[r][3] = four.w, p[r][4] = two.x, p[r][5] = two.y;
    }
#pragma unroll
    for (int tap = 0; tap < 9; tap++) {
        float w[filters];
#pragma unroll
        for (int f = 0; f < filters; f += 4)
            *reinterpret_cast<float4*>(&w[f]) = *reinterpret_cast<const float4*>(&weights[tap][my_f + f]);
#pragma unroll
        for (int f = 0; f < filters; f++)
#pragma unroll
            for (int r = 0; r < 2; r++)
#pragma unroll
                for (int x = 0; x < 4; x++) sums[f][r][x] = fmaf(w[f], p[r + tap / 3][x + tap % 3], sums[f][r][x]);
    }
}

__device__ void store_sums(const float (&sums)[filters][2][4], float* output, int row, int col, int f, Shape shape) {
    const int rows = shape.H - 2, cols = shape.W - 2;
#pragma unroll
    for (int i = 0; i < filters; i++)
#pragma unroll
        for (int r = 0; r < 2; r++) {
            if (f + i >= shape.F || row + r >= rows) continue;
            float* to = output + ((f + i) * rows + row + r) * cols + col;
            const float* s = sums[i][r];
            if (cols % 4 == 0 && col < cols) *reinterpret_cast<float4*>(to) = make_float4(s[0], s[1], s[2], s[3]);
            else
                for (int x = 0; x < 4; x++)
                    if (col + x < cols) to[x] = s[x];
        }
}

template <bool Even>
__global__ void __launch_bounds__(threads, BLOCKS_PER_SM)
    convolve(const float* __restrict__ input, const float* __restrict__ weights, float* __restrict__ output,
             Shape shape) {
    extern __shared__ __align__(16) unsigned char memory[];
    Stage* const stages = reinterpret_cast<Stage*>(memory);
    const int tiles_x = (shape.W - 2 + tile_cols - 1) / tile_cols;
    const int first_col = blockIdx.x % tiles_x * tile_cols, first_row = blockIdx.x / tiles_x * tile_rows;
    const int first_f = blockIdx.y * tile_f;
    const float* image = input + blockIdx.z * shape.C * shape.H * shape.W;

    const int warp = threadIdx.x / 32;
    const int my_col = threadIdx.x % 32 * 4, my_row = warp / halves * 2, my_f = warp % halves * filters;

    const int count = (shape.C + CHANNELS - 1) / CHANNELS;
#pragma unroll
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < count) copy_stage<Even>(stages[s], image, weights, s * CHANNELS, first_row, first_col, first_f, shape);
        asm volatile("cp.async.commit_group;");
    }
    float sums[filters][2][4] = {};
    int reading = 0, writing = STAGES - 1;
#pragma unroll 1
    for (int t = 0; t < count; t++) {
        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2));
        __syncthreads();
        // All have left the stage that was read last: it is the next to be written.
        if (t + STAGES - 1 < count)
            copy_stage<Even>(stages[writing], image, weights, (t + STAGES - 1) * CHANNELS, first_row, first_col,
                             first_f, shape);
        asm volatile("cp.async.commit_group;");
#pragma unroll 1
        for (int c = 0; c < CHANNELS; c++)
            multiply_channel(stages[reading].pixels[c], stages[reading].weights[c], my_row, my_col, my_f, sums);
        reading = reading + 1 == STAGES ? 0 : reading + 1;
        writing = writing + 1 == STAGES ? 0 : writing + 1;
    }
    float* image_output = output + blockIdx.z * shape.F * (shape.H - 2) * (shape.W - 2);
    store_sums(sums, image_output, first_row + my_row, first_col + my_col, first_f + my_f, shape);
}

template <bool Even>
static void launch(const float* input, const float* weights, float* output, int N, Shape shape) {
    constexpr int bytes = STAGES * sizeof(Stage);
    static const cudaError_t allowed =
        cudaFuncSetAttribute(convolve<Even>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (allowed != cudaSuccess) return;
    const int tiles_x = (shape.W - 2 + tile_cols - 1) / tile_cols, tiles_y = (shape.H - 2 + tile_rows - 1) / tile_rows;
    dim3 grid(tiles_x * tiles_y, (shape.F + tile_f - 1) / tile_f, N);
    convolve<Even><<<grid, threads, bytes>>>(input, weights, output, shape);
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
    if (W % 2 == 0) launch<true>(input, weights, output, N, {C, H, W, F});
    else launch<false>(input, weights, output, N, {C, H, W, F});
}

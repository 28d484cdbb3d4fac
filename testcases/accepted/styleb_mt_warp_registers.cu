// exam: problem=matrix-transpose verdict=accepted
// A warp turns a tile of 32 x 32 in its registers: five rounds of exchanges with the lane across. No shared memory.
#include <cuda_runtime.h>

template <int Bit>
__device__ __forceinline__ void exchange(float (&r)[32], int lane) {
    const bool upper = lane & Bit;
#pragma unroll
    for (int i = 0; i < 32; ++i) {
        if (i & Bit) continue;
        const float give = upper ? r[i] : r[i | Bit];
        const float got = __shfl_xor_sync(0xffffffffu, give, Bit);
        if (upper)
            r[i] = got;
        else
            r[i | Bit] = got;
    }
    if constexpr (Bit > 1) exchange<Bit / 2>(r, lane);
}

struct TileOf {
    int row, col;
    __device__ static TileOf number(int t, int across) { return {t / across * 32, t % across * 32}; }
};

__global__ void transpose(const float* in, float* out, int rows, int cols, int tiles) {
    const int lane = threadIdx.x, across = (cols + 31) / 32;
    const int t = blockIdx.x * blockDim.y + threadIdx.y;
    if (t >= tiles) return;  // a whole warp leaves
    const auto [row, col] = TileOf::number(t, across);

    float r[32];
#pragma unroll
    for (int i = 0; i < 32; ++i) r[i] = row + i < rows && col + lane < cols ? in[size_t(row + i) * cols + col + lane] : 0.f;
    exchange<16>(r, lane);
#pragma unroll
    for (int i = 0; i < 32; ++i)
        if (col + i < cols && row + lane < rows) out[size_t(col + i) * rows + row + lane] = r[i];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    const int tiles = ((rows + 31) / 32) * ((cols + 31) / 32);
    transpose<<<(tiles + 3) / 4, dim3(32, 4)>>>(input, output, rows, cols, tiles);
}

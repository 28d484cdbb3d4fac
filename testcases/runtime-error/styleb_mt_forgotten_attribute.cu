// exam: problem=matrix-transpose verdict=runtime-error
// 66 KB of dynamic shared memory at the launch, without the attribute that allows more than 48 KiB.
#include <cuda_runtime.h>

template <int Side>
struct Tile {
    static constexpr int pitch = Side + 1, bytes = sizeof(float) * Side * pitch;
    float* p;
    __device__ float& at(int r, int c) const { return p[r * pitch + c]; }
};

template <int Side>
__global__ void transpose(const float* in, float* out, int rows, int cols) {
    extern __shared__ float dynamic[];
    const Tile<Side> tile{dynamic};
    const int r0 = blockIdx.y * Side, c0 = blockIdx.x * Side;
    for (int r = threadIdx.y; r < Side; r += blockDim.y)
        for (int c = threadIdx.x; c < Side; c += blockDim.x)
            if (r0 + r < rows && c0 + c < cols) tile.at(r, c) = in[(r0 + r) * cols + c0 + c];
    __syncthreads();
    for (int c = threadIdx.y; c < Side; c += blockDim.y)
        for (int r = threadIdx.x; r < Side; r += blockDim.x)
            if (r0 + r < rows && c0 + c < cols) out[(c0 + c) * rows + r0 + r] = tile.at(r, c);
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    constexpr int side = 128;
    const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side), block(32, 16);
    transpose<side><<<grid, block, Tile<side>::bytes>>>(input, output, rows, cols);
}

// exam: problem=matrix-transpose verdict=accepted
// Tiles of 128 x 128 in 65 KiB of dynamic shared memory; the attribute is raised once, typed access by a template.
#include <cuda_runtime.h>

template <class T>
__device__ T* shared_memory() {
    extern __shared__ __align__(16) unsigned char raw_memory[];
    return reinterpret_cast<T*>(raw_memory);
}

template <int Side>
struct TileLayout {
    static constexpr int pitch = Side + 1;
    static constexpr size_t bytes = sizeof(float) * Side * pitch;
    float* base;
    __device__ float* operator[](int row) const { return base + row * pitch; }
};

template <int Side, int Threads>
__global__ void __launch_bounds__(Threads) transpose(const float* in, float* out, int rows, int cols) {
    const TileLayout<Side> tile{shared_memory<float>()};
    const int across = (cols + Side - 1) / Side;
    const int r0 = blockIdx.x / across * Side, c0 = blockIdx.x % across * Side;
    for (int i = threadIdx.x; i < Side * Side; i += Threads) {
        const int r = i / Side, c = i % Side;
        if (r0 + r < rows && c0 + c < cols) tile[r][c] = in[(size_t)(r0 + r) * cols + c0 + c];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < Side * Side; i += Threads) {
        const int c = i / Side, r = i % Side;
        if (r0 + r < rows && c0 + c < cols) out[(size_t)(c0 + c) * rows + r0 + r] = tile[r][c];
    }
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    constexpr int side = 128, threads = 512;  // 66,048 bytes
    constexpr auto kernel = transpose<side, threads>;
    static const auto raised =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)TileLayout<side>::bytes);
    if (raised != cudaSuccess) return;
    const int blocks = ((rows + side - 1) / side) * ((cols + side - 1) / side);
    kernel<<<blocks, threads, TileLayout<side>::bytes>>>(input, output, rows, cols);
}

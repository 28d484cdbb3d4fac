// exam: problem=reduction verdict=accepted
// One launch: the block that comes last, by a ticket, adds up what the others left. The ticket wraps to 0 by itself.
#include <cuda_runtime.h>

namespace reduction {

constexpr unsigned block_size = 256;
constexpr unsigned max_blocks = 512;

__device__ float partials[max_blocks];
__device__ unsigned tickets = 0;

template <class T>
__device__ T warp_sum(T x) {
    for (int lane_mask = 16; lane_mask; lane_mask >>= 1) x += __shfl_xor_sync(~0u, x, lane_mask);
    return x;
}

template <class T>
__device__ T block_sum(T x) {
    __shared__ T of_warp[block_size / 32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    x = warp_sum(x);
    __syncthreads();  // a second call may come while the first is still read
    if (lane == 0) of_warp[warp] = x;
    __syncthreads();
    x = lane < block_size / 32 ? of_warp[lane] : T{};
    return warp_sum(x);
}

__global__ void sum(const float* __restrict__ in, float* out, unsigned n) {
    float mine = 0;
    for (unsigned i = blockIdx.x * block_size + threadIdx.x; i < n; i += gridDim.x * block_size) mine += __ldg(in + i);
    const float total = block_sum(mine);

    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = total;
        __threadfence();
        is_last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last) return;

    __threadfence();
    float rest = 0;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += block_size) rest += static_cast<volatile float*>(partials)[b];
    rest = block_sum(rest);
    if (threadIdx.x == 0) *out = rest;
}

}  // namespace reduction

extern "C" void solve(const float* input, float* output, int N) {
    using namespace reduction;
    const unsigned wanted = (N + block_size * 8 - 1) / (block_size * 8);
    sum<<<wanted < max_blocks ? wanted : max_blocks, block_size>>>(input, output, N);
}

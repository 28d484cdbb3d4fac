// exam: problem=reduction verdict=accepted
// Loop bounds and exits by votes of the block: __syncthreads_count, _or, _and, __reduce_add_sync, __ballot_sync, __popc.
#include <cuda_runtime.h>

__device__ __forceinline__ unsigned laneid() { return threadIdx.x & 31u; }

__global__ void count_and_add(const float* in, float* out, int n) {
    __shared__ float s[160];
    float acc = 0.f;
    long long at = blockIdx.x * 160LL + threadIdx.x;

    // as long as anybody has something left
    while (__syncthreads_or(at < n)) {
        if (at < n) acc += in[at];
        at += 160LL * gridDim.x;
    }
    s[threadIdx.x] = acc;

    int alive = __syncthreads_count(true);          // 160
    while (alive > 1) {
        int half = (alive + 1) >> 1;
        bool I_add = threadIdx.x < alive - half;
        unsigned votes = __ballot_sync(0xFFFFFFFF, I_add);
        if (votes >> laneid() & 1) s[threadIdx.x] += s[threadIdx.x + half];
        alive -= __syncthreads_count(I_add);
    }

    // one warp checks that all five of its kind came this far
    if (threadIdx.x < 32) {
        int ones = __reduce_add_sync(~0u, 1);
        unsigned top = __reduce_max_sync(~0u, threadIdx.x);
        if (ones == 32 && top == 31u && __all_sync(~0u, ones == __popc(~0u)) && laneid() == 0)
            atomicAdd(out, s[0]);
    }
    if (!__syncthreads_and(alive == 1)) __trap();
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemsetAsync(output, 0, 4);
    int g = (N + 1599) / 1600;
    count_and_add<<<g > 528 ? 528 : g, 160>>>(input, output, N);
}

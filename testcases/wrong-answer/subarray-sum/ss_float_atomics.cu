// exam: problem=subarray-sum verdict=wrong-answer size=full
// Sums in float, which loses units once the sum is beyond 2^24.
#include <cuda_runtime.h>

__device__ float total;

__global__ void sum(const int* in, int s, int e) {
    float x = 0;
    for (int i = s + blockIdx.x * 128 + threadIdx.x; i <= e; i += gridDim.x * 128) x += in[i];
    for (int d = 16; d; d /= 2) x += __shfl_down_sync(~0u, x, d);
    if (threadIdx.x % 32 == 0) atomicAdd(&total, x);
}

__global__ void clear() { total = 0; }
__global__ void hand_over(int* out) { *out = static_cast<int>(total); }

extern "C" void solve(const int* input, int* output, int, int S, int E) {
    clear<<<1, 1>>>();
    sum<<<16, 128>>>(input, S, E);
    hand_over<<<1, 1>>>(output);
}

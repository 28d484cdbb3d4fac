// exam: problem=reduction verdict=wrong-answer
// Each warp sums well, but only the first warp of a block hands its sum on.
#include <cuda_runtime.h>

template <int Width = 32>
struct Warp {
    static __device__ bool leader() { return threadIdx.x % Width == 0 && threadIdx.x / Width == 0; }
    template <class T>
    static __device__ T sum(T x) {
#pragma unroll
        for (int d = Width / 2; d > 0; d >>= 1) x += __shfl_down_sync(0xffffffff, x, d, Width);
        return x;
    }
};

__global__ void reduce(const float* __restrict__ in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float total = Warp<>::sum(i < n ? in[i] : 0.f);
    if (Warp<>::leader()) atomicAdd(out, total);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemsetAsync(output, 0, sizeof(float));
    reduce<<<(N + 127) / 128, 128>>>(input, output, N);
}

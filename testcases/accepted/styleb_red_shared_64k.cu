// exam: problem=reduction verdict=accepted
// More static shared memory than 48 KiB: nvcc takes up to 227 KiB for compute_90a, and an H200 accepted this.
#include <cuda_runtime.h>

template <class T, int Rows, int Cols>
struct Grid2D {
    T cell[Rows][Cols];
    __device__ T& operator()(int r, int c) { return cell[r][c]; }
};

template <int Threads, int Depth>
__global__ void reduce(const float* in, float* out, int n) {
    __shared__ Grid2D<float, Depth, Threads> stage;
    for (int d = 0; d < Depth; ++d) stage(d, threadIdx.x) = 0;
    for (int i = threadIdx.x; i < n; i += Threads) stage(i / Threads % Depth, threadIdx.x) += in[i];
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int d = 0; d < Depth; ++d)
            for (int t = 0; t < Threads; ++t) sum += stage(d, t);
        *out = sum;
    }
}

extern "C" void solve(const float* input, float* output, int N) { reduce<1024, 16><<<1, 1024>>>(input, output, N); }

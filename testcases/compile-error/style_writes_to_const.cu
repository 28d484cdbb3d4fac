// exam: problem=prefix-sum verdict=compile-error
// Scans in place, in a pointer to const.
#include <cuda_runtime.h>

__global__ void scan(const float* data, float* out, int n) {
    for (int d = 1; d < n; d *= 2) {
        float t = threadIdx.x >= d ? data[threadIdx.x - d] : 0;
        __syncthreads();
        data[threadIdx.x] += t;
        __syncthreads();
    }
    out[threadIdx.x] = data[threadIdx.x];
}

extern "C" void solve(const float* input, float* output, int N) {
    scan<<<1, N>>>(input, output, N);
}

// exam: problem=top-k-selection verdict=wrong-answer
// Takes the largest that is below the last one taken: numbers that occur twice are given once.
#include <cuda_runtime.h>
#include <math.h>

__global__ void select(const float* in, float* out, int n, int k) {
    __shared__ float best[256];
    float limit = INFINITY;
    for (int r = 0; r < k; r++) {
        float mine = -INFINITY;
        for (int i = threadIdx.x; i < n; i += 256)
            if (in[i] < limit && in[i] > mine) mine = in[i];
        best[threadIdx.x] = mine;
        __syncthreads();
        for (int w = 128; w > 0; w /= 2) {
            if (threadIdx.x < w) best[threadIdx.x] = fmaxf(best[threadIdx.x], best[threadIdx.x + w]);
            __syncthreads();
        }
        limit = best[0];
        if (threadIdx.x == 0) out[r] = limit;
        __syncthreads();
    }
}

extern "C" void solve(const float* input, float* output, int N, int k) { select<<<1, 256>>>(input, output, N, k); }

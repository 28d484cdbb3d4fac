// exam: problem=top-k-selection verdict=wrong-answer
// Takes everything above a threshold that bisection finds; the k-th largest itself is not above it, so its place stays
// zero.
#include <cuda_runtime.h>

__global__ void select(const float* in, float* out, int n, int k) {
    __shared__ int above;
    __shared__ float kept[4096];
    int t = threadIdx.x;
    float low = -2e6f, high = 2e6f;
    for (int step = 0; step < 60; step++) {
        float middle = 0.5f * (low + high);
        if (t == 0) above = 0;
        __syncthreads();
        int mine = 0;
        for (int i = t; i < n; i += 1024) mine += in[i] > middle;
        atomicAdd(&above, mine);
        __syncthreads();
        if (above >= k) low = middle;
        else high = middle;
        __syncthreads();
    }
    if (t == 0) above = 0;
    for (int i = t; i < 4096; i += 1024) kept[i] = 0;
    __syncthreads();
    for (int i = t; i < n; i += 1024)
        if (in[i] > high) {
            int at = atomicAdd(&above, 1);
            if (at < 4096) kept[at] = in[i];
        }
    __syncthreads();
    for (int i = t; i < k && i < 4096; i += 1024) {
        int rank = 0;
        for (int j = 0; j < k && j < 4096; j++) rank += kept[j] > kept[i] || (kept[j] == kept[i] && j < i);
        out[rank] = kept[i];
    }
}

extern "C" void solve(const float* input, float* output, int N, int k) { select<<<1, 1024>>>(input, output, N, k); }

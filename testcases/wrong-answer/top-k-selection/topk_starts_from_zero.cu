// exam: problem=top-k-selection verdict=wrong-answer
// Each round finds the largest that is left, beginning with 0 as the largest so far: negative numbers are never found.
#include <cuda_runtime.h>

__global__ void select(const float* in, float* out, int* used, int n, int k) {
    __shared__ float value[128];
    __shared__ int place[128];
    int t = threadIdx.x;
    for (int i = t; i < n; i += 128) used[i] = 0;
    for (int r = 0; r < k; r++) {
        value[t] = 0;
        place[t] = -1;
        for (int i = t; i < n; i += 128)
            if (!used[i] && in[i] > value[t]) {
                value[t] = in[i];
                place[t] = i;
            }
        __syncthreads();
        for (int w = 64; w > 0; w /= 2) {
            if (t < w && value[t + w] > value[t]) {
                value[t] = value[t + w];
                place[t] = place[t + w];
            }
            __syncthreads();
        }
        if (t == 0) {
            out[r] = value[0];
            if (place[0] >= 0) used[place[0]] = 1;
        }
        __syncthreads();
    }
}

extern "C" void solve(const float* input, float* output, int N, int k) {
    int* used;
    cudaMalloc(&used, N * sizeof(int));
    select<<<1, 128>>>(input, output, used, N, k);
    cudaFree(used);
}

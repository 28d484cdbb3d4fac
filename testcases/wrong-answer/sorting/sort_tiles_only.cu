// exam: problem=sorting verdict=wrong-answer
// Each block sorts its 1024 elements; nobody merges the blocks' results.
#include <cuda_runtime.h>

__global__ void sort_block(float* data, int n) {
    __shared__ float s[1024];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t;
    s[t] = i < n ? data[i] : 3.4e38f;
    __syncthreads();
    for (int phase = 0; phase < 1024; phase++) {  // odd-even transposition
        int left = 2 * t + phase % 2;
        if (left + 1 < 1024 && s[left] > s[left + 1]) {
            float x = s[left];
            s[left] = s[left + 1];
            s[left + 1] = x;
        }
        __syncthreads();
    }
    if (i < n) data[i] = s[t];
}

extern "C" void solve(float* data, int N) { sort_block<<<(N + 1023) / 1024, 1024>>>(data, N); }

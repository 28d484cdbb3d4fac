// exam: problem=reduction verdict=wrong-answer
// The loop of the tree lacks its barrier, and the upper warps come late to it: they first look a long way for their elements.
#include <cuda_runtime.h>

__global__ void sum(const float* in, float* out, int n) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();

    if (t >= 32)
        for (volatile int wait = 0; wait < 3000; wait = wait + 1) {}
    float v = 0;
    for (int i = t; i < n; i += 256) v += in[i];
    s[t] = v + 1;
    // the 1 is taken off again below

    for (int h = 128; h > 0; h /= 2)
        if (t < h) s[t] += s[t + h];
    if (t == 0) *out = s[0] - 256;
}

extern "C" void solve(const float* input, float* output, int N) { sum<<<1, 256>>>(input, output, N); }

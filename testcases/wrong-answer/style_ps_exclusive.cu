// exam: problem=prefix-sum verdict=wrong-answer
// An exclusive scan where an inclusive one is asked for.
#include <cuda_runtime.h>

__global__ void scan(const float* in, float* out, int n) {
    __shared__ float s[1024];
    __shared__ float carry;
    if (threadIdx.x == 0) carry = 0;
    for (int base = 0; base < n; base += 1024) {
        int i = base + threadIdx.x;
        s[threadIdx.x] = i < n ? in[i] : 0;
        __syncthreads();
        for (int d = 1; d < 1024; d *= 2) {
            float t = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
            __syncthreads();
            s[threadIdx.x] += t;
            __syncthreads();
        }
        if (i < n) out[i] = carry + (threadIdx.x ? s[threadIdx.x - 1] : 0);
        __syncthreads();
        if (threadIdx.x == 0) carry += s[1023];
        __syncthreads();
    }
}

extern "C" void solve(const float* input, float* output, int N) { scan<<<1, 1024>>>(input, output, N); }

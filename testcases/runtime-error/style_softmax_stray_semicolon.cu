// exam: problem=softmax verdict=runtime-error
// exam: says "out-of-bounds write to output["
// A semicolon after the if: the guard guards nothing.
#include <cuda_runtime.h>

__device__ float m, s;

__global__ void prepare(const float* x, int n) {
    float best = x[0], sum = 0;
    for (int i = threadIdx.x; i < n; i += 32) best = max(best, x[i]);
    for (int d = 16; d; d >>= 1) best = max(best, __shfl_xor_sync(0xffffffff, best, d));
    for (int i = threadIdx.x; i < n; i += 32) sum += expf(x[i] - best);
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0) m = best, s = sum;
}

__global__ void softmax(float* y, const float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n);
        y[i] = expf(x[i < n ? i : 0] - m) / s;  // exam: here
}

extern "C" void solve(const float* input, float* output, int N) {
    prepare<<<1, 32>>>(input, N);
    softmax<<<(N + 255) / 256, 256>>>(output, input, N);
}

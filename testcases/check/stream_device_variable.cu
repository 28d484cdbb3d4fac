// exam: problem=prefix-sum verdict=wrong-answer,accepted finding=stream-race
// exam: emulated says "the variable sums is used by two operations without an order"
// Each block's sum goes into a __device__ variable, which a kernel on another stream reads. No event orders the two.

#include <cuda_runtime.h>

__device__ float sums[65536];

__global__ void scan_blocks(const float* in, float* out, int n) {
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        float v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t == 255) sums[blockIdx.x] = s[255];
    if (i < n) out[i] = s[t];
}

__global__ void add_sums(float* out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float before = 0;
    for (int k = 0; k < blockIdx.x; k++) before += sums[k];  // exam: here
    if (i < n && before != 0) out[i] += before;
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    scan_blocks<<<(N + 255) / 256, 256, 0, first>>>(input, output, N);
    add_sums<<<(N + 255) / 256, 256, 0, second>>>(output, N);
    cudaDeviceSynchronize();
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
}

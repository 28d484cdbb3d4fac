// exam: problem=reduction verdict=accepted
// exam: emulated says "in lockstep"
// The last warp of the old reduction white paper: a volatile pointer, no barrier, the block's size a template argument.

#include <cuda_runtime.h>

template <unsigned Threads>
__device__ void finish(volatile float* part, unsigned t) {
    if (Threads >= 64) part[t] += part[t + 32];
    if (Threads >= 32) part[t] += part[t + 16];
    if (Threads >= 16) part[t] += part[t + 8];
    if (Threads >= 8) part[t] += part[t + 4];
    if (Threads >= 4) part[t] += part[t + 2];
    if (Threads >= 2) part[t] += part[t + 1];
}

template <unsigned Threads>
__global__ void sum(const float* input, float* output, int N) {
    extern __shared__ float part[];
    unsigned t = threadIdx.x, step = Threads * 2 * gridDim.x;
    float own = 0.0f;
    for (unsigned i = blockIdx.x * Threads * 2 + t; i < (unsigned)N; i += step) {
        own += input[i];
        if (i + Threads < (unsigned)N) own += input[i + Threads];
    }
    part[t] = own;
    __syncthreads();
    if (Threads >= 256) { if (t < 128) part[t] += part[t + 128]; __syncthreads(); }
    if (Threads >= 128) { if (t < 64) part[t] += part[t + 64]; __syncthreads(); }
    if (t < 32) finish<Threads>(part, t);
    if (t == 0) atomicAdd(output, part[0]);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    int blocks = (N + 511) / 512;
    sum<256><<<blocks < 256 ? blocks : 256, 256, 256 * sizeof(float)>>>(input, output, N);
    cudaDeviceSynchronize();
}

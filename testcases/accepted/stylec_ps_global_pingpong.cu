// exam: problem=prefix-sum verdict=accepted
// Hillis and Steele over the whole vector: one launch per power of two, two buffers in turn.
#include <cuda_runtime.h>

__global__ void step(const float* __restrict__ src, float* __restrict__ dst, int n, int offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    dst[i] = i < offset ? src[i] : src[i] + src[i - offset];
}

extern "C" void solve(const float* input, float* output, int N) {
    int passes = 0;
    while ((1LL << passes) < N) ++passes;
    if (passes == 0) {
        cudaMemcpyAsync(output, input, N * sizeof(float), cudaMemcpyDeviceToDevice);
        return;
    }
    float* scratch = NULL;
    cudaMallocAsync(&scratch, (size_t)N * sizeof(float), 0);
    int threads = 256, blocks = (N - 1) / threads + 1;
    // the last pass has to end in output
    float* dst = passes & 1 ? output : scratch;
    float* other = passes & 1 ? scratch : output;
    const float* src = input;
    for (int p = 0; p < passes; ++p) {
        step<<<blocks, threads>>>(src, dst, N, 1 << p);
        src = dst;
        float* t = dst; dst = other; other = t;
    }
    cudaFreeAsync(scratch, 0);
}

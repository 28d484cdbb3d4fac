// exam: problem=vector-addition verdict=wrong-answer size=small timed=no
// exam: emulated says "the answer depends on which of its streams runs first"
// exam: emulated says "the kernel subtract on stream 2 (non-blocking) reads what the kernel negate on stream 1 (non-blocking) writes"
// Two streams and no event. The host waits for the first stream first, and it only looks as if that ordered the second kernel behind the first.
#include <cuda_runtime.h>

__global__ void negate(const float* from, float* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = from[i], y = x;
    for (int k = 0; k < 2000; ++k) y = y * 0.5f + x * 0.5f;
    to[n - 1 - i] = -y;
}

__global__ void subtract(const float* b, const float* negated, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = b[i] - negated[n - 1 - i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaStream_t first, second;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    float* negated;
    cudaMalloc(&negated, N * sizeof(float));
    cudaMemset(negated, 0, N * sizeof(float));
    cudaDeviceSynchronize();
    int blocks = (N + 255) / 256;
    negate<<<blocks, 256, 0, first>>>(A, negated, N);
    subtract<<<blocks, 256, 0, second>>>(B, negated, C, N);
    cudaStreamSynchronize(first);
    cudaStreamSynchronize(second);
    cudaFree(negated);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
}

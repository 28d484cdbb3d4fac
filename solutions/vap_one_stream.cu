// One stream of its own, memory allocated and freed in the stream's order, one wait at the end.
// Gains: cudaMallocAsync() takes from a pool, and nothing waits for the whole device. Costs: what goes back to the
// pool goes back to the system at the wait, so large buffers are mapped anew in each call.
// judge: rung 3

#include <cuda_runtime.h>

constexpr int block_size = 256;

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static cudaStream_t stream = [] {
        cudaStream_t created;
        cudaStreamCreateWithFlags(&created, cudaStreamNonBlocking);
        return created;
    }();
    size_t bytes = N * sizeof(float);
    float *a, *b, *c;
    cudaMallocAsync(&a, bytes, stream);
    cudaMallocAsync(&b, bytes, stream);
    cudaMallocAsync(&c, bytes, stream);
    cudaMemcpyAsync(a, A, bytes, cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(b, B, bytes, cudaMemcpyHostToDevice, stream);
    add<<<(N + block_size - 1) / block_size, block_size, 0, stream>>>(a, b, c, N);
    cudaMemcpyAsync(C, c, bytes, cudaMemcpyDeviceToHost, stream);
    cudaFreeAsync(a, stream);
    cudaFreeAsync(b, stream);
    cudaFreeAsync(c, stream);
    cudaStreamSynchronize(stream);
}

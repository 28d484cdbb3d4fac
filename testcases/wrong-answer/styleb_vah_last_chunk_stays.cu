// exam: problem=vector-addition-host verdict=wrong-answer
// Whole chunks only: what is left at the end is never brought back.
#include <cuda_runtime.h>

#include <vector>

struct Chunk { size_t begin, count; };

static std::vector<Chunk> cut(size_t n, size_t pieces) {
    std::vector<Chunk> chunks;
    const size_t each = n < pieces ? n : n / pieces;
    for (size_t begin = 0; begin + each <= n && chunks.size() < pieces; begin += each) chunks.push_back({begin, each});
    return chunks;
}

__global__ void add(const float* a, float* b, size_t n) {
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n) b[i] += a[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    for (const auto [begin, count] : cut(N, 4)) {
        float *a, *b;
        cudaMalloc(&a, count * sizeof(float));
        cudaMalloc(&b, count * sizeof(float));
        cudaMemcpy(a, A + begin, count * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpy(b, B + begin, count * sizeof(float), cudaMemcpyHostToDevice);
        add<<<(count + 255) / 256, 256>>>(a, b, count);
        cudaMemcpy(C + begin, b, count * sizeof(float), cudaMemcpyDeviceToHost);
        cudaFree(a);
        cudaFree(b);
    }
}

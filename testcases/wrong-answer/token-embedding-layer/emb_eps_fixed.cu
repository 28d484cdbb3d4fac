// exam: problem=token-embedding-layer verdict=wrong-answer cases=extra
// eps is not read: always 1e-5.

#include <cuda_runtime.h>

__global__ void embed(const int* token_ids, const int* position_ids, const float* token_embeddings,
                      const float* position_embeddings, const float* gamma, const float* beta, float* output, int T, int D,
                      float eps) {
    __shared__ float sums[128];
    int b = blockIdx.y, t = blockIdx.x;
    const float* token = token_embeddings + (size_t)token_ids[b * T + t] * D;
    const float* position = position_embeddings + (size_t)position_ids[t] * D;
    float sum = 0;
    for (int d = threadIdx.x; d < D; d += 128) sum += token[d] + position[d];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int width = 64; width > 0; width /= 2) {
        if (threadIdx.x < width) sums[threadIdx.x] += sums[threadIdx.x + width];
        __syncthreads();
    }
    float mean = sums[0] / D;
    __syncthreads();
    sum = 0;
    for (int d = threadIdx.x; d < D; d += 128) {
        float distance = token[d] + position[d] - mean;
        sum += distance * distance;
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int width = 64; width > 0; width /= 2) {
        if (threadIdx.x < width) sums[threadIdx.x] += sums[threadIdx.x + width];
        __syncthreads();
    }
    float scale = 1 / sqrtf(sums[0] / D + 1e-5f);
    float* to = output + ((size_t)b * T + t) * D;
    for (int d = threadIdx.x; d < D; d += 128) to[d] = (token[d] + position[d] - mean) * scale * gamma[d] + beta[d];
}

extern "C" void solve(const int* token_ids, const int* position_ids, const float* token_embeddings,
                      const float* position_embeddings, const float* gamma, const float* beta, float* output, int B, int T,
                      int V, int P, int D, float eps) {
    embed<<<dim3(T, B), 128>>>(token_ids, position_ids, token_embeddings, position_embeddings, gamma, beta, output, T, D, eps);
}

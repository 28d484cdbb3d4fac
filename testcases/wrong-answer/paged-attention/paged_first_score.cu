// exam: problem=paged-attention verdict=wrong-answer
// Takes off the first score of each part instead of the largest one.

#include <cuda_runtime.h>

__global__ void attention(const float* Q, const float* K_cache, const float* V_cache, const int* block_table,
                          const int* context_lens, float* output, float* scratch, int num_heads, int head_dim, int block_size,
                          int max_blocks) {
  int b = blockIdx.y, h = blockIdx.x, length = context_lens[b];
  const int* table = block_table + b * max_blocks;
  const float* q = Q + (b * num_heads + h) * head_dim;
  float* score = scratch + (size_t)(b * num_heads + h) * max_blocks * block_size;

  for (int t = threadIdx.x; t < length; t += blockDim.x) {
    size_t row = (size_t)table[t / block_size] * block_size + t % block_size;
    const float* k = K_cache + (row * num_heads + h) * head_dim;
    float sum = 0;
    for (int d = 0; d < head_dim; ++d) sum += q[d] * k[d];
    score[t] = sum / sqrtf((float)head_dim);
  }
  __syncthreads();

  __shared__ float total;
  if (threadIdx.x == 0) {
    float largest = score[0], sum = 0;
    for (int t = 1; t < length; ++t) largest = (largest == -INFINITY ? score[t] : largest);
    for (int t = 0; t < length; ++t) {
      score[t] = expf(score[t] - largest);
      sum += score[t];
    }
    total = sum;
  }
  __syncthreads();

  for (int d = threadIdx.x; d < head_dim; d += blockDim.x) {
    float sum = 0;
    for (int t = 0; t < length; ++t) {
      size_t row = (size_t)table[t / block_size] * block_size + t % block_size;
      sum += score[t] * V_cache[(row * num_heads + h) * head_dim + d];
    }
    output[(b * num_heads + h) * head_dim + d] = sum / total;
  }
}

extern "C" void solve(const float* Q, const float* K_cache, const float* V_cache, const int* block_table,
                      const int* context_lens, float* output, int batch_size, int num_heads, int head_dim, int block_size,
                      int max_blocks_per_seq) {
  float* scratch;
  cudaMalloc(&scratch, sizeof(float) * batch_size * num_heads * max_blocks_per_seq * block_size);
  attention<<<dim3(num_heads, batch_size), 128>>>(Q, K_cache, V_cache, block_table, context_lens, output, scratch, num_heads,
                                                  head_dim, block_size, max_blocks_per_seq);
  cudaFree(scratch);
}

// exam: problem=multi-head-latent-attention verdict=wrong-answer
// The largest score begins at 0: exp() underflows where all are very low.
#include <cuda_runtime.h>

__global__ void absorb(const float* q, const float* W_UK, float* query, int rank, int head_dim, int rope_dim) {
  int h = blockIdx.y, r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rank + rope_dim) return;
  const float* own = q + h * (head_dim + rope_dim);
  float sum = 0;
  if (r < rank)
    for (int d = 0; d < head_dim; ++d) sum += own[d] * W_UK[((size_t)h * rank + r) * head_dim + d];
  else
    sum = own[head_dim + r - rank];
  query[h * (rank + rope_dim) + r] = sum / sqrtf((float)(head_dim + rope_dim));
}

__global__ void scores(const float* query, const float* cache, float* score, int seq_len, int width) {
  int h = blockIdx.y, t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= seq_len) return;
  float sum = 0;
  for (int r = 0; r < width; ++r) sum += query[h * width + r] * cache[(size_t)t * width + r];
  score[(size_t)h * seq_len + t] = sum;
}

// One block a head: scores become shares.
__global__ void softmax(float* score, int seq_len) {
  __shared__ float shared[256];
  float* own = score + (size_t)blockIdx.x * seq_len;
  float largest = 0, sum = 0;
  for (int t = threadIdx.x; t < seq_len; t += 256) largest = fmaxf(largest, own[t]);
  shared[threadIdx.x] = largest;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (threadIdx.x < step) shared[threadIdx.x] = fmaxf(shared[threadIdx.x], shared[threadIdx.x + step]);
    __syncthreads();
  }
  largest = shared[0];
  __syncthreads();
  for (int t = threadIdx.x; t < seq_len; t += 256) sum += own[t] = expf(own[t] - largest);
  shared[threadIdx.x] = sum;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (threadIdx.x < step) shared[threadIdx.x] += shared[threadIdx.x + step];
    __syncthreads();
  }
  for (int t = threadIdx.x; t < seq_len; t += 256) own[t] /= shared[0];
}

__global__ void means(const float* share, const float* cache, float* mean, int seq_len, int rank, int rope_dim) {
  int h = blockIdx.y, r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rank) return;
  float sum = 0;
  for (int t = 0; t < seq_len; ++t) sum += share[(size_t)h * seq_len + t] * cache[(size_t)t * (rank + rope_dim) + r];
  mean[h * rank + r] = sum;
}

__global__ void project(const float* mean, const float* W_UV, float* output, int rank, int head_dim) {
  int h = blockIdx.x, d = threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rank; ++r) sum += mean[h * rank + r] * W_UV[((size_t)h * rank + r) * head_dim + d];
  output[h * head_dim + d] = sum;
}

extern "C" void solve(const float* q, const float* kv_cache, const float* W_UK, const float* W_UV, float* output,
                      int num_heads, int seq_len, int kv_lora_rank, int head_dim, int rope_dim) {
  int rank = kv_lora_rank, width = rank + rope_dim;
  float *query, *score, *mean;
  cudaMalloc(&query, sizeof(float) * num_heads * width);
  cudaMalloc(&score, sizeof(float) * num_heads * seq_len);
  cudaMalloc(&mean, sizeof(float) * num_heads * rank);
  absorb<<<dim3((width + 127) / 128, num_heads), 128>>>(q, W_UK, query, rank, head_dim, rope_dim);
  scores<<<dim3((seq_len + 127) / 128, num_heads), 128>>>(query, kv_cache, score, seq_len, width);
  softmax<<<num_heads, 256>>>(score, seq_len);
  means<<<dim3((rank + 127) / 128, num_heads), 128>>>(score, kv_cache, mean, seq_len, rank, rope_dim);
  project<<<num_heads, head_dim>>>(mean, W_UV, output, rank, head_dim);
  cudaFree(query);
  cudaFree(score);
  cudaFree(mean);
}

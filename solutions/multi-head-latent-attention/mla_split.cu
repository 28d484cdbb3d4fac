// The matrices go to the query and to the mean. In between, a block serves eight heads on a part of the sequence: it brings eight tokens' rows
// of the cache into shared memory once, each warp takes one head's scores of them, and then every thread adds its share of each row to the
// means of all eight heads, which it keeps in registers. Parts leave mean, largest score and sum; a last kernel puts them together and
// multiplies by W_UV. To expect: the matrices at the memory's pace, and the cache 16 times from L2.
// judge: rung 2
#include <cuda_runtime.h>

namespace mla {

constexpr int heads = 8, tokens = 8, threads = 32 * heads, most_rank = 512, most_width = most_rank + 64;
constexpr int each = most_rank / threads;   // numbers of a mean that a thread keeps, of each head

__device__ inline float warp_sum(float value) {
  for (int step = 16; step; step >>= 1) value += __shfl_xor_sync(0xffffffffu, value, step);
  return value;
}

struct Sizes {
  int num_heads, seq_len, rank, head_dim, rope_dim, parts, part_length;
  __host__ __device__ int width() const { return rank + rope_dim; }
};

struct Scratch {
  float *query, *mean, *largest, *total;   // mean: num_heads x parts x rank
};

// A warp for each number of a head's query.
__global__ void absorb(const float* __restrict__ q, const float* __restrict__ W_UK, float* __restrict__ query, Sizes s) {
  const int lane = threadIdx.x % 32, r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, h = blockIdx.y;
  if (r >= s.width()) return;
  const float* own = q + h * (s.head_dim + s.rope_dim);
  float sum = 0;
  if (r < s.rank) {
    const float* row = W_UK + (static_cast<size_t>(h) * s.rank + r) * s.head_dim;
    for (int d = lane; d < s.head_dim; d += 32) sum = fmaf(own[d], row[d], sum);
    sum = warp_sum(sum);
  } else {
    sum = own[s.head_dim + r - s.rank];
  }
  if (lane == 0) query[h * s.width() + r] = sum * rsqrtf(static_cast<float>(s.head_dim + s.rope_dim));
}

struct Shared {
  float rows[tokens][most_width];
  float shares[heads][tokens];
  float factors[heads];
};

// What a warp knows of its head.
struct Softmax {
  float largest = -INFINITY, total = 0;

  // Scores of up to `tokens` rows, in lanes 0 ... tokens - 1, become shares; what was summed so far shrinks by `factor`.
  __device__ float take(float score, bool counts, float& factor) {
    float most = counts ? score : -INFINITY;
    for (int step = 16; step; step >>= 1) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, step));
    most = fmaxf(most, largest);
    factor = __expf(largest - most);
    largest = most;
    const float share = counts ? __expf(score - most) : 0.0f;
    total = total * factor + warp_sum(share);
    return share;
  }
};

__global__ void __launch_bounds__(threads)
    attend(const float* __restrict__ cache, const float* __restrict__ query, Scratch scratch, Sizes s) {
  __shared__ Shared shared;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, width = s.width();
  const int head = blockIdx.x * heads + warp, part = blockIdx.y;
  const int begin = part * s.part_length, end = min(begin + s.part_length, s.seq_len);
  float own_query[most_width / 32];
#pragma unroll
  for (int i = 0; i < most_width / 32; ++i)
    own_query[i] = head < s.num_heads && lane + 32 * i < width ? query[head * width + lane + 32 * i] : 0.0f;
  float sums[heads][each] = {};
  Softmax softmax;

  for (int first = begin; first < end; first += tokens) {
    const int here = min(tokens, end - first);
    for (int i = threadIdx.x; i < here * width; i += threads)
      shared.rows[i / width][i % width] = cache[static_cast<size_t>(first) * width + i];
    __syncthreads();
    float score = 0;
    for (int t = 0; t < here; ++t) {
      float sum = 0;
#pragma unroll
      for (int i = 0; i < most_width / 32; ++i)
        if (lane + 32 * i < width) sum = fmaf(own_query[i], shared.rows[t][lane + 32 * i], sum);
      sum = warp_sum(sum);
      if (lane == t) score = sum;
    }
    float factor;
    const float share = softmax.take(score, lane < here, factor);
    if (lane < tokens) shared.shares[warp][lane] = share;
    if (lane == 0) shared.factors[warp] = factor;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < each; ++i) {
      const int r = threadIdx.x + i * threads;
      if (r >= s.rank) break;
#pragma unroll
      for (int h = 0; h < heads; ++h) {
        float sum = sums[h][i] * shared.factors[h];
        for (int t = 0; t < here; ++t) sum = fmaf(shared.shares[h][t], shared.rows[t][r], sum);
        sums[h][i] = sum;
      }
    }
    __syncthreads();
  }

  for (int h = 0; h < heads && blockIdx.x * heads + h < s.num_heads; ++h)
#pragma unroll
    for (int i = 0; i < each; ++i)
      if (const int r = threadIdx.x + i * threads; r < s.rank)
        scratch.mean[(static_cast<size_t>(blockIdx.x * heads + h) * s.parts + part) * s.rank + r] = sums[h][i];
  if (lane == 0 && head < s.num_heads) {
    scratch.largest[head * s.parts + part] = softmax.largest;
    scratch.total[head * s.parts + part] = softmax.total;
  }
}

// A block a head: the parts' means become one, and that the output. Threads share the rows of W_UV in groups of head_dim.
__global__ void __launch_bounds__(threads) finish(const float* __restrict__ W_UV, float* __restrict__ output, Scratch scratch, Sizes s) {
  __shared__ float mean[most_rank], sums[threads];
  const int h = blockIdx.x, t = threadIdx.x;
  const float *largest = scratch.largest + h * s.parts, *totals = scratch.total + h * s.parts;
  float most = -INFINITY, total = 0;
  for (int p = 0; p < s.parts; ++p) most = fmaxf(most, largest[p]);
  for (int p = 0; p < s.parts; ++p) total += totals[p] * __expf(largest[p] - most);
  for (int r = t; r < s.rank; r += threads) {
    float sum = 0;
    for (int p = 0; p < s.parts; ++p)
      sum = fmaf(scratch.mean[(static_cast<size_t>(h) * s.parts + p) * s.rank + r], __expf(largest[p] - most), sum);
    mean[r] = sum / total;
  }
  __syncthreads();
  const int groups = threads / s.head_dim, group = t / s.head_dim, d = t % s.head_dim;
  float sum = 0;
  if (group < groups)
    for (int r = group; r < s.rank; r += groups)
      sum = fmaf(mean[r], W_UV[(static_cast<size_t>(h) * s.rank + r) * s.head_dim + d], sum);
  sums[t] = sum;
  __syncthreads();
  if (t >= s.head_dim) return;
  for (int g = 1; g < groups; ++g) sum += sums[g * s.head_dim + t];
  output[h * s.head_dim + t] = sum;
}

}  // namespace mla

extern "C" void solve(const float* q, const float* kv_cache, const float* W_UK, const float* W_UV, float* output,
                      int num_heads, int seq_len, int kv_lora_rank, int head_dim, int rope_dim) {
  mla::Sizes s{num_heads, seq_len, kv_lora_rank, head_dim, rope_dim, 0, 0};
  const int groups = (num_heads + mla::heads - 1) / mla::heads;
  const int wanted = max(1, min(264 / groups, (seq_len + 31) / 32));   // two blocks for each multiprocessor
  s.part_length = ((seq_len + wanted - 1) / wanted + mla::tokens - 1) / mla::tokens * mla::tokens;
  s.parts = (seq_len + s.part_length - 1) / s.part_length;

  const size_t of_query = static_cast<size_t>(num_heads) * s.width(), of_parts = static_cast<size_t>(num_heads) * s.parts;
  float* memory;
  cudaMalloc(&memory, sizeof(float) * (of_query + of_parts * (kv_lora_rank + 2)));
  const mla::Scratch scratch{memory, memory + of_query, memory + of_query + of_parts * kv_lora_rank,
                             memory + of_query + of_parts * (kv_lora_rank + 1)};
  mla::absorb<<<dim3((s.width() + 7) / 8, num_heads), 256>>>(q, W_UK, scratch.query, s);
  mla::attend<<<dim3(groups, s.parts), mla::threads>>>(kv_cache, scratch.query, scratch, s);
  mla::finish<<<num_heads, mla::threads>>>(W_UV, output, scratch, s);
  cudaFree(memory);
}

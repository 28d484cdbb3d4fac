// How much a position counts depends on its distance alone, so attention is a filter: one table of 42 shares, made once by a
// block, in place of 400 exponentials a prompt, and one of the ten digits' values. A thread decodes one prompt; a
// block's prompts come in, and its logits go out step by step, by way of shared memory, so that neighbours touch
// neighbouring words. To expect: near the time in which 56 MB move.
// judge: rung 2
#include <cuda_runtime.h>

namespace {

constexpr int prompt_length = 31, steps = 11, digits = 10, longest = prompt_length + steps;
constexpr int block = 64;

struct Tables {
  float share[longest];     // by distance
  float sum[steps];         // of the shares that a step sees
  float value[digits];
  float first[digits];      // of the embedding
};

__device__ void make_tables(Tables& tables, const float* w) {
  constexpr float turn = 0.33069396353576772f, sharpness = 105.8353f;
  const int t = threadIdx.x;
  if (t < longest) {
    const float length = sqrtf((w[2] * w[2] + w[3] * w[3]) / 2 + 5e-7f) * 1.41421356f;
    tables.share[t] = expf(sharpness * ((w[2] * cosf(turn * t) - w[3] * sinf(turn * t)) / length - 1));
  }
  if (t < digits) {
    const float x = w[0] - w[1] * t * t;
    tables.first[t] = x;
    tables.value[t] = -w[4] * t * rsqrtf((x * x + t * t) / 2 + 1e-6f);
  }
  __syncthreads();
  if (t < steps) {
    float sum = 0;
    for (int d = 0; d < prompt_length + t; ++d) sum += tables.share[d];
    tables.sum[t] = sum;
  }
  __syncthreads();
}

__device__ inline float silu(float g) { return g / (1 + expf(-g)); }

// The logits of a step from the sum that attention has found; gives the digit.
__device__ int classify(const Tables& tables, const float* w, int token, float mean, float* logits) {
  const float x = tables.first[token];
  float y = mean - static_cast<float>(token);
  const float scale = 1 / sqrtf((x * x + y * y) / 2 + 1e-6f);
  const float gate = (w[5] * x + w[6] * y) * scale;
  y -= w[7] * (x * scale) * (silu(gate) - silu(gate - w[6] / w[0] * (x * scale)));
  const float last = 1 / sqrtf((x * x + y * y) / 2 + 1e-6f), f0 = w[8] * (x * last), f1 = w[9] * (y * last);
  int best = 0;
  float most = -3e38f;
  for (int k = 0; k < digits; ++k) {
    const float logit = fmaf(tables.first[k], f0, -k * f1);
    logits[k] = logit;
    if (logit > most) {
      most = logit;
      best = k;
    }
  }
  return best;
}

__global__ void __launch_bounds__(block) decode(const int* __restrict__ prompts, float* __restrict__ output,
                                                const float* __restrict__ weights, int batch_size) {
  __shared__ Tables tables;
  __shared__ float w[digits];
  __shared__ signed char tokens[longest][block];
  __shared__ float logits[block][digits + 1];
  const int t = threadIdx.x, first = blockIdx.x * block, here = min(block, batch_size - first);
  if (t < digits) w[t] = weights[t];
  for (int i = t; i < here * prompt_length; i += block)
    tokens[i % prompt_length][i / prompt_length] = static_cast<signed char>(prompts[first * prompt_length + i]);
  __syncthreads();
  make_tables(tables, w);

  for (int step = 0; step < steps; ++step) {
    if (t < here) {
      float sum = 0;
      const int last = prompt_length - 1 + step;
      for (int j = 0; j <= last; ++j) sum += tables.share[last - j] * tables.value[tokens[j][t]];
      tokens[last + 1][t] =
          static_cast<signed char>(classify(tables, w, tokens[last][t], sum / tables.sum[step], logits[t]));
    }
    __syncthreads();
    for (int i = t; i < here * digits; i += block)
      output[(first + i / digits) * (steps * digits) + step * digits + i % digits] = logits[i / digits][i % digits];
    __syncthreads();
  }
}

}  // namespace

extern "C" void solve(const int* prompts, float* output, const float* weights, int batch_size) {
  decode<<<(batch_size + block - 1) / block, block>>>(prompts, output, weights, batch_size);
}

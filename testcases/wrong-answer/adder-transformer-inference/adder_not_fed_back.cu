// exam: problem=adder-transformer-inference verdict=wrong-answer
// Every step goes on from a 0, not from the digit decided before: carries get lost.
#include <cuda_runtime.h>

struct Pair {
  float x, y;
};

__device__ Pair norm(Pair v) {
  float scale = 1.0f / sqrtf((v.x * v.x + v.y * v.y) / 2 + 1e-6f);
  return {v.x * scale, v.y * scale};
}

__device__ Pair turned(Pair v, int position) {
  float c, s;
  sincosf(position * 0.33069396353576772f, &s, &c);   // 2 pi / 19
  return {v.x * c - v.y * s, v.x * s + v.y * c};
}

__device__ Pair embed(const float* w, int digit) { return {w[0] - w[1] * digit * digit, -(float)digit}; }

__device__ float silu(float g) { return g / (1 + expf(-g)); }

__device__ float attend(const float* w, const int* tokens, int count) {
  Pair here = norm(embed(w, tokens[count - 1]));
  Pair query = turned(norm({w[2] * here.x, w[3] * here.x}), count - 1);
  float largest = -1e30f, sum = 0, mean = 0;
  for (int pass = 0; pass < 2; ++pass)
    for (int j = 0; j < count; ++j) {
      Pair n = norm(embed(w, tokens[j]));
      Pair key = turned(norm({n.x, 0}), j);
      float score = (query.x * key.x + query.y * key.y) * (105.8353f / 2);
      if (pass == 0) {
        largest = fmaxf(largest, score);
      } else {
        float share = expf(score - largest);
        sum += share;
        mean += share * w[4] * n.y;
      }
    }
  return mean / sum;
}

__global__ void decode(const int* prompts, float* output, const float* w, int batch_size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch_size) return;
  int tokens[42];
  for (int j = 0; j < 31; ++j) tokens[j] = prompts[i * 31 + j];
  for (int step = 0; step < 11; ++step) {
    Pair x = embed(w, tokens[30 + step]);
    x.y += attend(w, tokens, 31 + step);
    Pair n = norm(x);
    float g = w[5] * n.x + w[6] * n.y;
    x.y -= w[7] * n.x * (silu(g) - silu(g - w[6] / w[0] * n.x));
    n = norm(x);
    for (int k = 0; k < 10; ++k) {
      Pair e = embed(w, k);
      float logit = e.x * (w[8] * n.x) + e.y * (w[9] * n.y);
      output[i * 110 + step * 10 + k] = logit;
    }
    tokens[31 + step] = 0;
  }
}

extern "C" void solve(const int* prompts, float* output, const float* weights, int batch_size) {
  decode<<<(batch_size + 127) / 128, 128>>>(prompts, output, weights, batch_size);
}

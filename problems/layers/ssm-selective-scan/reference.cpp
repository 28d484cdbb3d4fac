#include <judge/reference.h>

#include <vector>

// A group of neighbouring channels walks through time together, so that u, delta and y are read in whole lines.
template <typename Number>
static void scan(const float* u, const float* delta, const float* A, const float* B, const float* C, const float* skip,
                 float* y, int batch, int seq_len, int d_model, int d_state) {
  constexpr int width = 16;
  const int groups = (d_model + width - 1) / width;
#pragma omp parallel for schedule(dynamic)
  for (int job = 0; job < batch * groups; ++job) {
    const int b = job / groups, first = job % groups * width, last = std::min(first + width, d_model);
    std::vector<Number> h(static_cast<std::size_t>(width) * d_state);
    for (std::int64_t t = 0; t < seq_len; ++t) {
      const std::int64_t at = b * std::int64_t{seq_len} + t;
      for (int d = first; d < last; ++d) {
        const Number step = delta[at * d_model + d], in = u[at * d_model + d], drive = step * in;
        Number sum = skip[d] * in;
        for (int n = 0; n < d_state; ++n) {
          Number& state = h[static_cast<std::size_t>(d - first) * d_state + n];
          state = std::exp(step * A[std::int64_t{d} * d_state + n]) * state + drive * B[at * d_state + n];
          sum += C[at * d_state + n] * state;
        }
        y[at * d_model + d] = static_cast<float>(sum);
      }
    }
  }
}

extern "C" void reference(const float* u, const float* delta, const float* A, const float* B, const float* C,
                          const float* skip, float* y, int batch, int seq_len, int d_model, int d_state) {
  scan<double>(u, delta, A, B, C, skip, y, batch, seq_len, d_model, d_state);
}

extern "C" void reference_f32(const float* u, const float* delta, const float* A, const float* B, const float* C,
                              const float* skip, float* y, int batch, int seq_len, int d_model, int d_state) {
  scan<float>(u, delta, A, B, C, skip, y, batch, seq_len, d_model, d_state);
}

// A blow at the first step, silence afterwards.
extern "C" void generate(const char*, std::uint64_t seed, float* u, float*, float*, float*, float*, float*, float*, int batch,
                         int seq_len, int d_model, int) {
  const JudgeRandom random(seed);
  const std::int64_t row = std::int64_t{seq_len} * d_model;
  for (std::int64_t i = 0; i < batch * row; ++i)
    u[i] = i % row < d_model ? static_cast<float>(random.uniform(static_cast<std::uint64_t>(i), 50, 100)) : 0.0f;
}

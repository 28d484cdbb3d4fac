#include <judge/reference.h>

#include <cstring>
#include <vector>

namespace {

constexpr int width = 512, heads = 8, kv_heads = 2, head_dim = 64, kv_width = kv_heads * head_dim, inner = 1408;

struct Weights {
  const float *gain1, *query, *key, *value, *out, *gain2, *gate, *up, *down;
  explicit Weights(const float* at) {
    const auto take = [&](int count) { return (at += count) - count; };
    gain1 = take(width);
    query = take(width * width), key = take(kv_width * width), value = take(kv_width * width), out = take(width * width);
    gain2 = take(width);
    gate = take(inner * width), up = take(inner * width), down = take(width * inner);
  }
};

template <class Real>
using Matrix = std::vector<Real>;

template <class Real>
Matrix<Real> normalise(const Matrix<Real>& x, const float* gain) {
  Matrix<Real> y(x.size());
  for (std::size_t row = 0; row < x.size(); row += width) {
    Real squares = 0;
    for (int c = 0; c < width; ++c) squares += x[row + c] * x[row + c] / width;
    for (int c = 0; c < width; ++c) y[row + c] = x[row + c] / std::sqrt(squares + Real(1e-5)) * gain[c];
  }
  return y;
}

// x w^T, w stored `out` x `in`: eight rows of x for each row of w, so that it is loaded once for them.
template <class Real>
Matrix<Real> linear(const Matrix<Real>& x, const float* w, int in, int out) {
  constexpr int tile = 8;
  const int rows = static_cast<int>(x.size() / in);
  Matrix<Real> y(static_cast<std::size_t>(rows) * out);
#pragma omp parallel for schedule(dynamic)
  for (int top = 0; top < rows; top += tile)
    for (int n = 0; n < out; ++n)
      for (int r = top; r < std::min(rows, top + tile); ++r) {
        const Real* from = &x[static_cast<std::size_t>(r) * in];
        Real sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int k = 0; k < in; ++k) sum += from[k] * w[static_cast<std::size_t>(n) * in + k];
        y[static_cast<std::size_t>(r) * out + n] = sum;
      }
  return y;
}

// Turns the pairs (c, c + 32) of each head of each row.
template <class Real>
void rotate(Matrix<Real>& x, const float* cos, const float* sin, int columns) {
  for (std::size_t row = 0; row < x.size() / columns; ++row)
    for (int head = 0; head < columns; head += head_dim)
      for (int c = 0; c < head_dim / 2; ++c) {
        Real &a = x[row * columns + head + c], &b = x[row * columns + head + c + head_dim / 2];
        const Real turn = cos[row * (head_dim / 2) + c], lift = sin[row * (head_dim / 2) + c], old = a;
        a = old * turn - b * lift;
        b = b * turn + old * lift;
      }
}

template <class Real>
Matrix<Real> attention(const Matrix<Real>& q, const Matrix<Real>& k, const Matrix<Real>& v, int n) {
  Matrix<Real> out(static_cast<std::size_t>(n) * width, 0);
#pragma omp parallel for schedule(dynamic)
  for (int task = 0; task < n * heads; ++task) {
    const std::size_t i = task / heads, head = task % heads, kv = head / (heads / kv_heads) * head_dim;
    std::vector<Real> weights(i + 1);
    Real largest = -INFINITY, total = 0;
    for (std::size_t j = 0; j <= i; ++j) {
      Real dot = 0;
#pragma omp simd reduction(+ : dot)
      for (int c = 0; c < head_dim; ++c) dot += q[i * width + head * head_dim + c] * k[j * kv_width + kv + c];
      weights[j] = dot / std::sqrt(Real(head_dim));
      largest = std::max(largest, weights[j]);
    }
    for (Real& w : weights) total += w = std::exp(w - largest);
    for (std::size_t j = 0; j <= i; ++j)
      for (int c = 0; c < head_dim; ++c) out[i * width + head * head_dim + c] += weights[j] / total * v[j * kv_width + kv + c];
  }
  return out;
}

template <class Real>
void block(const float* x, float* output, const float* weights, const float* cos, const float* sin, int n) {
  const Weights w(weights);
  Matrix<Real> state(x, x + static_cast<std::size_t>(n) * width);
  const auto add = [&](const Matrix<Real>& y) {
    for (std::size_t e = 0; e < y.size(); ++e) state[e] += y[e];
  };
  const auto first = normalise(state, w.gain1);
  auto q = linear(first, w.query, width, width), k = linear(first, w.key, width, kv_width);
  rotate(q, cos, sin, width), rotate(k, cos, sin, kv_width);
  add(linear(attention(q, k, linear(first, w.value, width, kv_width), n), w.out, width, width));
  const auto second = normalise(state, w.gain2);
  auto hidden = linear(second, w.gate, width, inner);
  const auto up = linear(second, w.up, width, inner);
  for (std::size_t e = 0; e < hidden.size(); ++e) hidden[e] = hidden[e] / (1 + std::exp(-hidden[e])) * up[e];
  add(linear(hidden, w.down, inner, width));
  for (std::size_t e = 0; e < state.size(); ++e) output[e] = static_cast<float>(state[e]);
}

}  // namespace

extern "C" void reference(const float* x, float* output, const float* weights, const float* cos, const float* sin, int seq_len) {
  block<double>(x, output, weights, cos, sin, seq_len);
}

extern "C" void reference_f32(const float* x, float* output, const float* weights, const float* cos, const float* sin, int seq_len) {
  block<float>(x, output, weights, cos, sin, seq_len);
}

// Gains between 0.8 and 1.2, matrices of deviation 0.02, the usual angles; the last digit of the tables is random, so that each seed gives
// other ones.
extern "C" void generate(const char* case_name, std::uint64_t seed, float*, float*, float* weights, float* cos, float* sin, int seq_len) {
  const JudgeRandom random(seed);
  const bool example = std::strncmp(case_name, "worked example", 14) == 0;  // only the values and their way out, each 0.001
  const Weights w(weights);
  const auto fill = [&](const float* begin, int count, double low, double high) {
    const std::int64_t first = begin - weights;
#pragma omp parallel for
    for (std::int64_t i = first; i < first + count; ++i)
      weights[i] = static_cast<float>(low == high ? low : random.uniform(static_cast<std::uint64_t>(i), low, high));
  };
  const double spread = example ? 0 : 0.02 * std::sqrt(3.0);
  fill(weights, 2819072, -spread, spread);
  for (const float* gain : {w.gain1, w.gain2}) fill(gain, width, example ? 1 : 0.8, example ? 1 : 1.2);
  if (example) fill(w.value, kv_width * width, 0.01, 0.01), fill(w.out, width * width, 0.001, 0.001);
  for (std::int64_t i = 0; i < seq_len; ++i)
    for (int c = 0; c < head_dim / 2; ++c) {
      const double angle = static_cast<double>(i) * std::pow(10000.0, -c / 32.0);
      const auto at = static_cast<std::uint64_t>(2819072 + 2 * (i * 32 + c));
      cos[i * 32 + c] = static_cast<float>(std::cos(angle) + random.uniform(at, -2e-7, 2e-7));
      sin[i * 32 + c] = static_cast<float>(std::sin(angle) + random.uniform(at + 1, -2e-7, 2e-7));
    }
}

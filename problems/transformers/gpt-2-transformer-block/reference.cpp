#include <judge/reference.h>

#include <cstring>
#include <vector>

namespace {

constexpr int width = 768, heads = 12, head_dim = width / heads, inner = 4 * width;

struct Weights {
  const float *gain1, *shift1, *qkv, *qkv_bias, *projection, *projection_bias, *gain2, *shift2, *up, *up_bias, *down, *down_bias;
  explicit Weights(const float* at) {
    const auto take = [&](int count) { return (at += count) - count; };
    gain1 = take(width), shift1 = take(width);
    qkv = take(width * 3 * width), qkv_bias = take(3 * width);
    projection = take(width * width), projection_bias = take(width);
    gain2 = take(width), shift2 = take(width);
    up = take(width * inner), up_bias = take(inner);
    down = take(inner * width), down_bias = take(width);
  }
};

template <class Real>
using Matrix = std::vector<Real>;

template <class Real>
Matrix<Real> normalise(const Matrix<Real>& x, const float* gain, const float* shift) {
  Matrix<Real> y(x.size());
  for (std::size_t row = 0; row < x.size(); row += width) {
    Real mean = 0, variance = 0;
    for (int c = 0; c < width; ++c) mean += x[row + c] / width;
    for (int c = 0; c < width; ++c) variance += (x[row + c] - mean) * (x[row + c] - mean) / width;
    const Real inverse = 1 / std::sqrt(variance + Real(1e-5));
    for (int c = 0; c < width; ++c) y[row + c] = (x[row + c] - mean) * inverse * gain[c] + shift[c];
  }
  return y;
}

// x w + bias, w stored `in` x `out`. In tiles of rows and columns that stay in the cache.
template <class Real>
Matrix<Real> linear(const Matrix<Real>& x, const float* w, const float* bias, int in, int out) {
  constexpr int row_tile = 8, column_tile = 256;
  const int rows = static_cast<int>(x.size() / in);
  Matrix<Real> y(static_cast<std::size_t>(rows) * out);
#pragma omp parallel for collapse(2) schedule(dynamic)
  for (int top = 0; top < rows; top += row_tile)
    for (int left = 0; left < out; left += column_tile) {
      Real sums[row_tile][column_tile];
      for (auto& line : sums)
        for (int n = 0; n < column_tile; ++n) line[n] = bias[left + n];
      for (int k = 0; k < in; ++k)
        for (int r = 0; r < std::min(row_tile, rows - top); ++r) {
          const Real factor = x[static_cast<std::size_t>(top + r) * in + k];
          for (int n = 0; n < column_tile; ++n) sums[r][n] += factor * w[static_cast<std::size_t>(k) * out + left + n];
        }
      for (int r = 0; r < std::min(row_tile, rows - top); ++r)
        std::copy(sums[r], sums[r] + column_tile, &y[static_cast<std::size_t>(top + r) * out + left]);
    }
  return y;
}

template <class Real>
Matrix<Real> attention(const Matrix<Real>& qkv, int n) {
  Matrix<Real> out(static_cast<std::size_t>(n) * width, 0);
#pragma omp parallel for
  for (int task = 0; task < n * heads; ++task) {
    const std::size_t i = task / heads, head = task % heads * head_dim;
    const Real* q = &qkv[i * 3 * width + head];
    std::vector<Real> weights(n);
    Real largest = -INFINITY, total = 0;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      const Real* k = &qkv[j * 3 * width + width + head];
      Real dot = 0;
#pragma omp simd reduction(+ : dot)
      for (int c = 0; c < head_dim; ++c) dot += q[c] * k[c];
      weights[j] = dot / std::sqrt(Real(head_dim));
      largest = std::max(largest, weights[j]);
    }
    for (Real& w : weights) total += w = std::exp(w - largest);
    for (std::size_t j = 0; j < weights.size(); ++j)
      for (int c = 0; c < head_dim; ++c) out[i * width + head + c] += weights[j] / total * qkv[j * 3 * width + 2 * width + head + c];
  }
  return out;
}

template <class Real>
void block(const float* x, float* output, const float* weights, int n) {
  const Weights w(weights);
  Matrix<Real> state(x, x + static_cast<std::size_t>(n) * width);
  const auto add = [&](const Matrix<Real>& y) {
    for (std::size_t e = 0; e < y.size(); ++e) state[e] += y[e];
  };
  const auto qkv = linear(normalise(state, w.gain1, w.shift1), w.qkv, w.qkv_bias, width, 3 * width);
  add(linear(attention(qkv, n), w.projection, w.projection_bias, width, width));
  auto hidden = linear(normalise(state, w.gain2, w.shift2), w.up, w.up_bias, width, inner);
  for (Real& h : hidden) h = h / 2 * (1 + std::tanh(std::sqrt(Real(2 / 3.14159265358979323846)) * (h + Real(0.044715) * h * h * h)));
  add(linear(hidden, w.down, w.down_bias, inner, width));
  for (std::size_t e = 0; e < state.size(); ++e) output[e] = static_cast<float>(state[e]);
}

}  // namespace

extern "C" void reference(const float* x, float* output, const float* weights, int seq_len) { block<double>(x, output, weights, seq_len); }

extern "C" void reference_f32(const float* x, float* output, const float* weights, int seq_len) {
  block<float>(x, output, weights, seq_len);
}

// Gains between 0.8 and 1.2, biases between -0.1 and 0.1, matrices of deviation 0.02.
extern "C" void generate(const char* case_name, std::uint64_t seed, float*, float*, float* weights, int) {
  const JudgeRandom random(seed);
  const Weights w(weights);
  const auto fill = [&](const float* begin, int count, double low, double high) {
    const std::int64_t first = begin - weights;
#pragma omp parallel for
    for (std::int64_t i = first; i < first + count; ++i)
      weights[i] = static_cast<float>(random.uniform(static_cast<std::uint64_t>(i), low, high));
  };
  if (std::strncmp(case_name, "worked example", 14) == 0) {  // gains are 1, all else 0, but for four
    fill(weights, 7087872, 0, 0);
    fill(w.gain1, width, 1, 1), fill(w.gain2, width, 1, 1);
    fill(w.projection_bias, width, 1, 1), fill(w.up_bias, inner, 1, 1), fill(w.down, inner * width, 0.001, 0.001);
    fill(w.down_bias, width, 0.5, 0.5);
    return;
  }
  if (std::strncmp(case_name, "gelu below zero", 15) == 0) {  // gelu(-2.2) 3,072 times, where tanh and erf differ most
    fill(weights, 7087872, 0, 0);
    fill(w.gain1, width, 1, 1), fill(w.gain2, width, 1, 1);
    fill(w.up_bias, inner, -2.2, -2.2), fill(w.down, inner * width, 0.01, 0.01);
    return;
  }
  const double spread = 0.02 * std::sqrt(3.0);
  for (const float* gain : {w.gain1, w.gain2}) fill(gain, width, 0.8, 1.2);
  for (const float* shift : {w.shift1, w.shift2, w.projection_bias, w.down_bias}) fill(shift, width, -0.1, 0.1);
  fill(w.qkv_bias, 3 * width, -0.1, 0.1), fill(w.up_bias, inner, -0.1, 0.1);
  fill(w.qkv, width * 3 * width, -spread, spread), fill(w.projection, width * width, -spread, spread);
  fill(w.up, width * inner, -spread, spread), fill(w.down, inner * width, -spread, spread);
}

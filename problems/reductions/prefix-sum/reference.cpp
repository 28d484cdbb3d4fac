#include <judge/reference.h>

#include <vector>

namespace {

constexpr int chunk = 1 << 16;

}  // namespace

// Chunks' sums, their prefix sums, then each chunk from its own offset; all in double.
extern "C" void reference(const float* input, float* output, int N) {
  const int chunks = (N + chunk - 1) / chunk;
  std::vector<double> offsets(static_cast<std::size_t>(chunks) + 1);
#pragma omp parallel for
  for (int c = 0; c < chunks; ++c) {
    double sum = 0;
    for (int i = c * chunk; i < std::min<std::int64_t>(N, (c + std::int64_t{1}) * chunk); ++i) sum += input[i];
    offsets[c + 1] = sum;
  }
  for (int c = 0; c < chunks; ++c) offsets[c + 1] += offsets[c];
#pragma omp parallel for
  for (int c = 0; c < chunks; ++c) {
    double sum = offsets[c];
    for (int i = c * chunk; i < std::min<std::int64_t>(N, (c + std::int64_t{1}) * chunk); ++i)
      output[i] = static_cast<float>(sum += input[i]);
  }
}

// One running sum in float: the least accurate of the honest orders.
extern "C" void reference_f32(const float* input, float* output, int N) {
  float sum = 0;
  for (int i = 0; i < N; ++i) output[i] = sum += input[i];
}

// A one, then zeros: every tile's sum has to reach every later one.
extern "C" void generate(const char*, std::uint64_t, float* input, float*, int N) {
  std::fill(input, input + N, 0.0f);
  input[0] = 1;
}

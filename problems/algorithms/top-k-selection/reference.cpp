#include <judge/reference.h>

#include <functional>
#include <vector>

extern "C" void reference(const float* input, float* output, int N, int k) {
  std::vector<float> values(input, input + N);
  if (k < N) std::nth_element(values.begin(), values.begin() + (k - 1), values.end(), std::greater<float>());
  std::copy(values.begin(), values.begin() + k, output);
  std::sort(output, output + k, std::greater<float>());
}

// Seven different ones above a single value that all others have.
extern "C" void generate(const char*, std::uint64_t seed, float* input, float*, int N, int) {
  const JudgeRandom random(seed);
  std::fill(input, input + N, -3.5f);
  for (std::uint64_t i = 0; i < 7; ++i) input[random.integer(i, 0, N)] = static_cast<float>(i) - 2;
}

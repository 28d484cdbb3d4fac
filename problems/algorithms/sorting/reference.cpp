#include <judge/reference.h>

extern "C" void reference(float* data, int N) { std::sort(data, data + N); }

// Ascending, but for the smallest, which is at the end: it has the longest way to go.
extern "C" void generate(const char*, std::uint64_t seed, float* data, int N) {
  const JudgeRandom random(seed);
  for (int i = 0; i < N; ++i) data[i] = static_cast<float>(random.uniform(static_cast<std::uint64_t>(i), -10, 10));
  std::sort(data, data + N);
  std::rotate(data, data + 1, data + N);
}

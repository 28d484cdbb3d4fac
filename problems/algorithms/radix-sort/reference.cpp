#include <judge/reference.h>

#include <vector>

// Parts sorted side by side, then merged pair by pair.
extern "C" void reference(const unsigned int* input, unsigned int* output, int N) {
  constexpr int parts = 16;
  std::vector<std::int64_t> begin(parts + 1);
  for (int p = 0; p <= parts; ++p) begin[p] = static_cast<std::int64_t>(N) * p / parts;
  std::copy(input, input + N, output);
#pragma omp parallel for if (N > 100000)
  for (int p = 0; p < parts; ++p) std::sort(output + begin[p], output + begin[p + 1]);
  for (int width = 1; width < parts; width *= 2)
#pragma omp parallel for if (N > 100000)
    for (int p = 0; p < parts; p += 2 * width)
      std::inplace_merge(output + begin[p], output + begin[p + width], output + begin[p + 2 * width]);
}

#include <judge/reference.h>

#include <vector>

extern "C" void reference(const int* input, int* histogram, int N, int num_bins) {
#pragma omp parallel
  {
    std::vector<int> mine(static_cast<std::size_t>(num_bins), 0);
#pragma omp for nowait
    for (int i = 0; i < N; ++i)
      if (input[i] >= 0 && input[i] < num_bins) ++mine[static_cast<std::size_t>(input[i])];
#pragma omp critical
    for (int bin = 0; bin < num_bins; ++bin) histogram[bin] += mine[static_cast<std::size_t>(bin)];
  }
}

// Runs of equal values, each some hundreds long, as in a picture; the last element is the only one in its bin.
extern "C" void generate(const char*, std::uint64_t seed, int* input, int*, int N, int num_bins) {
  const JudgeRandom random(seed);
  for (int i = 0; i < N; ++i)
    input[i] = static_cast<int>(random.integer(static_cast<std::uint64_t>(i / 300), 0, num_bins - 1));
  input[N - 1] = num_bins - 1;
}

#include <judge/reference.h>

#include <string>

extern "C" void reference(const int* input, int* output, int N, int window_size) {
  std::int64_t sum = 0;
  for (int i = 0; i < window_size; ++i) sum += input[i];
  std::int64_t largest = sum;
  for (int i = window_size; i < N; ++i) {
    sum += input[i] - input[i - window_size];
    largest = std::max(largest, sum);
  }
  output[0] = static_cast<int>(largest);
}

// The best window is the first one, the last one, or one across the middle, as the case's name says.
extern "C" void generate(const char* case_name, std::uint64_t seed, int* input, int*, int N, int window_size) {
  const JudgeRandom random(seed);
  const std::string name = case_name;
  const int begin = name.find("first") != std::string::npos  ? 0
                    : name.find("last") != std::string::npos ? N - window_size
                                                             : (N - window_size) / 2;
  for (int i = 0; i < N; ++i) {
    const bool within = i >= begin && i < begin + window_size;
    input[i] = static_cast<int>(random.integer(static_cast<std::uint64_t>(i), within ? 1 : -10, within ? 11 : 0));
  }
}

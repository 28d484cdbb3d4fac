#include <judge/reference.h>

#include <string>

extern "C" void reference(const float* values, const int* flags, float* output, int N) {
  double sum = 0;
  for (int i = 0; i < N; ++i) {
    if (flags[i]) sum = 0;
    output[i] = static_cast<float>(sum);
    sum += values[i];
  }
}

// As a good attempt would: tiles of 1024 for themselves, and what comes in from the tiles before added to them.
extern "C" void reference_f32(const float* values, const int* flags, float* output, int N) {
  float before = 0;
  for (int begin = 0; begin < N; begin += 1024) {
    float sum = 0;
    bool cut = false;
    for (int i = begin; i < N && i < begin + 1024; ++i) {
      if (flags[i]) sum = 0, cut = true;
      output[i] = flags[i] ? 0 : cut ? sum : before + sum;
      sum += values[i];
    }
    before = cut ? sum : before + sum;
  }
}

// Where segments begin, as the case's name says.
extern "C" void generate(const char* case_name, std::uint64_t seed, float*, int* flags, float*, int N) {
  const JudgeRandom random(seed);
  const std::string name = case_name;
  const auto starts = [&](const char* text) { return name.compare(0, std::string(text).size(), text) == 0; };
  std::int64_t length = 16;   // of a segment, on average
  if (starts("long segments")) length = 3000;
  if (starts("large")) length = 256;
  for (int i = 0; i < N; ++i) {
    if (starts("one segment")) flags[i] = 0;
    else if (starts("every 256") || starts("as LeetGPU")) flags[i] = i % 256 == 0;
    else if (starts("behind every 256")) flags[i] = i % 256 == 1;
    else if (starts("the last")) flags[i] = i == N - 1;
    else flags[i] = random.integer(static_cast<std::uint64_t>(i), 0, length) == 0;
  }
  flags[0] = 1;
}

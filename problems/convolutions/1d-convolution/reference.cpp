#include <judge/reference.h>

namespace {

// A block of outputs at a time, each tap across all of it: the sums stay in the cache.
template <class Sum>
void convolve(const float* input, const float* kernel, float* output, int input_size, int kernel_size) {
  constexpr int width = 512;
  const int count = input_size - kernel_size + 1;
#pragma omp parallel for schedule(dynamic)
  for (int begin = 0; begin < count; begin += width) {
    Sum sums[width] = {};
    const int here = std::min(width, count - begin);
    for (int tap = 0; tap < kernel_size; ++tap) {
      const Sum weight = kernel[tap];
      const float* from = input + begin + tap;
      for (int i = 0; i < here; ++i) sums[i] += weight * from[i];
    }
    for (int i = 0; i < here; ++i) output[begin + i] = static_cast<float>(sums[i]);
  }
}

}  // namespace

extern "C" void reference(const float* input, const float* kernel, float* output, int input_size, int kernel_size) {
  convolve<double>(input, kernel, output, input_size, kernel_size);
}

// One running sum for each output.
extern "C" void reference_f32(const float* input, const float* kernel, float* output, int input_size,
                              int kernel_size) {
  convolve<float>(input, kernel, output, input_size, kernel_size);
}

// A single tap, which moves the input.
extern "C" void generate(const char*, std::uint64_t seed, float*, float* kernel, float*, int, int kernel_size) {
  for (int i = 0; i < kernel_size; ++i) kernel[i] = 0;
  kernel[JudgeRandom(seed).integer(0, 0, kernel_size)] = 1;
}

#include <judge/reference.h>

#include <cstring>

extern "C" void reference(const float* input, float* output, int N) {
  std::memcpy(output, input, static_cast<std::size_t>(N) * sizeof(float));
}

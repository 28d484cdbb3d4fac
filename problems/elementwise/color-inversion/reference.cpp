#include <judge/reference.h>

extern "C" void reference(unsigned char* image, int width, int height) {
  const std::int64_t pixels = static_cast<std::int64_t>(width) * height;
#pragma omp parallel for
  for (std::int64_t pixel = 0; pixel < pixels; ++pixel)
    for (int channel = 0; channel < 3; ++channel) {
      unsigned char& value = image[4 * pixel + channel];
      value = static_cast<unsigned char>(255 - value);
    }
}

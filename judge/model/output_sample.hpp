#pragma once

#include <cstddef>
#include <cstdint>

namespace judge {

/// What the kernel in judge/device/sample.cuh adds to its sum, for bytes that the host can read: what 1024 of them hold, at places that
/// `seed` chooses. `count` >= 1.
inline std::uint64_t output_sample(const void* bytes, std::uint64_t count, std::uint64_t seed) {
  const auto scrambled = [](std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  };
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < 1024; ++i) {
    const std::uint64_t place = scrambled(seed + i) % count;
    sum += scrambled((place << 8) + static_cast<const unsigned char*>(bytes)[place]);
  }
  return sum;
}

}  // namespace judge

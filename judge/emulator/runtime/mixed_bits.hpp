#pragma once

#include <cstdint>

namespace judge::emulated {

/// What looks drawn at random, the same in each run: SplitMix64 (https://prng.di.unimi.it/splitmix64.c) but for its last step,
/// of a multiple of 0x9e3779b97f4a7c15. The upper half is the better one.
constexpr std::uint64_t mixed_bits(std::uint64_t number) {
  number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
  return (number ^ number >> 27) * 0x94d049bb133111ebu;
}

}  // namespace judge::emulated

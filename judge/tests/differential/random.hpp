#pragma once

#include <cstdint>
#include <span>

namespace judge::differential {

/// Numbers that depend on the seed alone, on every machine (splitmix64, Steele, Lea and Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : m_state(seed) {}

  std::uint64_t next() {
    std::uint64_t z = m_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  /// 0 <= result < end
  unsigned below(unsigned end) { return static_cast<unsigned>((next() >> 32) * end >> 32); }
  bool chance(unsigned percent) { return below(100) < percent; }

  template <class T, std::size_t N>
  const T& pick(const T (&from)[N]) {
    return from[below(static_cast<unsigned>(N))];
  }
  template <class T>
  const T& pick(std::span<const T> from) {
    return from[below(static_cast<unsigned>(from.size()))];
  }

 private:
  std::uint64_t m_state;
};

}  // namespace judge::differential

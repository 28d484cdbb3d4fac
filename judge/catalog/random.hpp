#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

namespace judge {

/// Random bits by position instead of by history: the bits at an index depend on the key and the index alone, so any
/// number of threads draws the same numbers. The mixing is SplitMix64's (Steele, Lea, Flood: Fast Splittable
/// Pseudorandom Number Generators, 2014), whose stream from a state is by construction a function of the position.
class RandomBits {
 public:
  explicit RandomBits(std::uint64_t key) : m_key(key) {}

  /// A stream of its own for each (seed, name).
  RandomBits(std::uint64_t seed, std::string_view name) : m_key(mix(seed)) {
    for (const char c : name) m_key = mix(m_key ^ static_cast<unsigned char>(c));
    m_key = mix(m_key ^ name.size());
  }

  std::uint64_t at(std::uint64_t index) const { return mix(m_key + index * 0x9e3779b97f4a7c15u); }

  /// A stream of its own for each index.
  RandomBits stream(std::uint64_t index) const { return RandomBits(mix(at(index) ^ 0xd1b54a32d192ed03u)); }

  std::uint64_t key() const { return m_key; }

  /// A number in [0, 1), a multiple of 2^-53.
  double unit_at(std::uint64_t index) const { return unit(at(index)); }

  /// A number in [0, n), n > 0.
  std::uint64_t below_at(std::uint64_t index, std::uint64_t n) const {
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(at(index)) * n >> 64);
  }

  /// The upper 53 of the bits as a number in [0, 1).
  static double unit(std::uint64_t bits) { return static_cast<double>(static_cast<std::int64_t>(bits >> 11)) * 0x1p-53; }

  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }

 private:
  std::uint64_t m_key;
};

/// The standard normal distribution by the ziggurat method (Marsaglia, Tsang: The Ziggurat Method for Generating Random
/// Variables, 2000): exact in distribution up to the 53 bits of each draw.
class Ziggurat {
 public:
  static const Ziggurat& table();

  /// Edges and heights of the layers, in this order: 257 of each.
  std::vector<double> numbers() const;

  /// The draw at an index. 98.8% of them take one look at the table.
  double at(const RandomBits& bits, std::uint64_t index) const {
    const std::uint64_t draw = bits.at(index);
    const auto layer = draw & 255;
    const double x = RandomBits::unit(draw) * m_edge[layer];
    if (x < m_edge[layer + 1]) [[likely]]
      return with_sign(draw, x);
    return slow(bits.stream(index), draw);
  }

 private:
  static constexpr int k_layers = 256;

  Ziggurat();
  double slow(const RandomBits& more, std::uint64_t draw) const;

  // Bit 8 of the draw is used neither for the layer nor for the place in it. No branch: it would be missed half the
  // time.
  static double with_sign(std::uint64_t draw, double magnitude) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) | (draw >> 8 & 1) << 63);
  }

  double m_edge[k_layers + 1], m_height[k_layers + 1];
};

}  // namespace judge

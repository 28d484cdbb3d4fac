#include "judge/catalog/random.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace judge {

namespace {

// The area under exp(-x*x/2) in 256 layers of the same area. Layer i > 0 is the box of width edge[i] between the
// heights density(edge[i]) and density(edge[i + 1]); layer 0 is the box of width edge[1] under density(edge[1]) and the
// tail behind it, and edge[0] is the width of a box of that area.
struct Ziggurat {
  static constexpr int layers = 256;
  static constexpr double tail_start = 3.6541528853610088;  // makes the topmost layer end at height 1
  std::array<double, layers + 1> edge;
  std::array<double, layers + 1> height;

  static double density(double x) { return std::exp(-0.5 * x * x); }

  Ziggurat() {
    const double tail = std::sqrt(std::numbers::pi / 2) * std::erfc(tail_start / std::numbers::sqrt2);
    const double area = tail_start * density(tail_start) + tail;
    edge[0] = area / density(tail_start);
    edge[1] = tail_start;
    for (int i = 2; i < layers; ++i) edge[i] = std::sqrt(-2 * std::log(area / edge[i - 1] + density(edge[i - 1])));
    edge[layers] = 0;
    for (int i = 0; i <= layers; ++i) height[i] = density(edge[i]);
    height[layers] = 1;
  }
};

double sign_of(std::uint64_t bits, double magnitude) { return bits >> 8 & 1 ? -magnitude : magnitude; }

// Exact draw from behind tail_start, by the same paper.
double tail_draw(const RandomBits& more, std::uint64_t& used) {
  for (;;) {
    const double x = -std::log(1 - more.unit_at(used)) / Ziggurat::tail_start;
    const double y = -std::log(1 - more.unit_at(used + 1));
    used += 2;
    if (y + y > x * x) return Ziggurat::tail_start + x;
  }
}

const Ziggurat& ziggurat() {
  static const Ziggurat table;
  return table;
}

// The 1.2% of draws that the first box does not settle.
[[gnu::noinline]] double slow_normal(const RandomBits& more, std::uint64_t bits) {
  const Ziggurat& table = ziggurat();
  for (std::uint64_t used = 0;; bits = more.at(used++)) {
    const auto layer = bits & 255;
    const double x = RandomBits::unit(bits) * table.edge[layer];
    if (x < table.edge[layer + 1]) return sign_of(bits, x);
    if (layer == 0) return sign_of(bits, tail_draw(more, used));
    const double y = table.height[layer] + more.unit_at(used++) * (table.height[layer + 1] - table.height[layer]);
    if (y < Ziggurat::density(x)) return sign_of(bits, x);
  }
}

}  // namespace

double standard_normal(const RandomBits& bits, std::uint64_t index) {
  const Ziggurat& table = ziggurat();
  const std::uint64_t draw = bits.at(index);
  const auto layer = draw & 255;
  const double x = RandomBits::unit(draw) * table.edge[layer];
  if (x < table.edge[layer + 1]) return sign_of(draw, x);
  return slow_normal(bits.stream(index), draw);
}

}  // namespace judge

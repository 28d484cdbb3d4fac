#include "judge/catalog/random.hpp"

#include <cmath>
#include <iterator>
#include <numbers>

namespace judge {

namespace {

constexpr double k_tail_start = 3.6541528853610088;  // makes the topmost of 256 layers end at height 1

double density(double x) { return std::exp(-0.5 * x * x); }

// Exact draw from behind k_tail_start, by the same paper.
double tail_draw(const RandomBits& more, std::uint64_t& used) {
  for (;;) {
    const double x = -std::log(1 - more.unit_at(used)) / k_tail_start;
    const double y = -std::log(1 - more.unit_at(used + 1));
    used += 2;
    if (y + y > x * x) return k_tail_start + x;
  }
}

}  // namespace

// The area under density() in layers of one area. Layer i > 0 is the box of width edge[i] between the heights
// density(edge[i]) and density(edge[i + 1]); layer 0 is the box of width edge[1] under density(edge[1]) and the tail
// behind it, and edge[0] is the width of a box of that area.
Ziggurat::Ziggurat() {
  const double tail = std::sqrt(std::numbers::pi / 2) * std::erfc(k_tail_start / std::numbers::sqrt2);
  const double area = k_tail_start * density(k_tail_start) + tail;
  m_edge[0] = area / density(k_tail_start);
  m_edge[1] = k_tail_start;
  for (int i = 2; i < k_layers; ++i) m_edge[i] = std::sqrt(-2 * std::log(area / m_edge[i - 1] + density(m_edge[i - 1])));
  m_edge[k_layers] = 0;
  for (int i = 0; i <= k_layers; ++i) m_height[i] = density(m_edge[i]);
}

const Ziggurat& Ziggurat::table() {
  static const Ziggurat table;
  return table;
}

std::vector<double> Ziggurat::numbers() const {
  std::vector<double> numbers(std::begin(m_edge), std::end(m_edge));
  numbers.insert(numbers.end(), std::begin(m_height), std::end(m_height));
  return numbers;
}

double Ziggurat::slow(const RandomBits& more, std::uint64_t draw) const {
  for (std::uint64_t used = 0;; draw = more.at(used++)) {
    const auto layer = draw & 255;
    const double x = RandomBits::unit(draw) * m_edge[layer];
    if (x < m_edge[layer + 1]) return with_sign(draw, x);
    if (layer == 0) return with_sign(draw, tail_draw(more, used));
    const double y = m_height[layer] + more.unit_at(used++) * (m_height[layer + 1] - m_height[layer]);
    if (y < density(x)) return with_sign(draw, x);
  }
}

}  // namespace judge

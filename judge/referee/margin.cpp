#include "judge/referee/margin.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace judge {

namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();

double ratio(double error, double allowed) {
  if (error == 0) return 0;
  return allowed > 0 ? error / allowed : k_infinity;
}

// The place of a floating-point number among all numbers of its type: neighbours are one apart.
std::int64_t place_of(DType type, const std::byte* element) {
  const std::size_t size = size_of(type);
  std::uint64_t bits = 0;
  std::memcpy(&bits, element, size);
  const std::uint64_t sign = std::uint64_t{1} << (8 * size - 1);
  const auto magnitude = static_cast<std::int64_t>(bits & (sign - 1));
  return bits & sign ? -magnitude : magnitude;
}

double ulps_between(DType type, const std::byte* got, const std::byte* expected) {
  if (!is_floating(type)) return std::abs(load_as_double(type, got) - load_as_double(type, expected));
  return std::abs(static_cast<double>(place_of(type, got)) - static_cast<double>(place_of(type, expected)));
}

double element_share(const BufferArgument& buffer, const std::byte* got, const std::byte* expected) {
  const double g = load_as_double(buffer.type, got), e = load_as_double(buffer.type, expected);
  if (g == e || (std::isnan(g) && std::isnan(e))) return 0;
  if (!std::isfinite(g) || !std::isfinite(e)) return k_infinity;
  const Checker& checker = buffer.checker;
  switch (checker.kind) {
    case CheckerKind::tolerance: return ratio(std::abs(g - e), checker.absolute + checker.relative * std::abs(e));
    case CheckerKind::ulp: return ratio(ulps_between(buffer.type, got, expected), static_cast<double>(checker.ulps));
    default: return k_infinity;
  }
}

double norm_share(const BufferArgument& buffer, std::span<const std::byte> got, std::span<const std::byte> expected) {
  const std::size_t size = size_of(buffer.type);
  double squared_error = 0, squared_norm = 0;
  for (std::size_t at = 0; at < expected.size(); at += size) {
    const double g = load_as_double(buffer.type, &got[at]), e = load_as_double(buffer.type, &expected[at]);
    if (std::isfinite(e)) squared_norm += e * e;
    if (g != e && !(std::isnan(g) && std::isnan(e))) squared_error += (g - e) * (g - e);
  }
  if (!std::isfinite(squared_error)) return k_infinity;
  return ratio(std::sqrt(squared_error), buffer.checker.relative * std::sqrt(squared_norm) + buffer.checker.absolute);
}

// What the norm of the whole error may be.
double norm_allowed(const BufferArgument& buffer, std::span<const std::byte> expected) {
  double squared = 0;
  for (std::size_t at = 0; at < expected.size(); at += size_of(buffer.type)) {
    const double e = load_as_double(buffer.type, &expected[at]);
    if (std::isfinite(e)) squared += e * e;
  }
  return buffer.checker.relative * std::sqrt(squared) + buffer.checker.absolute;
}

}  // namespace

std::vector<bool> differing_elements(const BufferArgument& buffer, std::span<const std::byte> got,
                                     std::span<const std::byte> expected) {
  const std::size_t size = size_of(buffer.type);
  std::vector<bool> differs(expected.size() / size, false);
  const bool is_input = buffer.direction == Direction::in;
  if (got.size() != expected.size() || (!is_input && buffer.checker.kind == CheckerKind::custom)) return differs;
  BufferArgument each = buffer;  // with a checker for single elements
  if (is_input) each.checker = {.kind = CheckerKind::exact};
  else if (buffer.checker.kind == CheckerKind::norm) each.checker = {.absolute = norm_allowed(buffer, expected), .relative = 0};
  for (std::size_t i = 0; i < differs.size(); ++i) differs[i] = element_share(each, &got[i * size], &expected[i * size]) > 1;
  return differs;
}

double share_of_tolerance(const BufferArgument& buffer, std::span<const std::byte> got, std::span<const std::byte> expected) {
  if (got.empty() || std::memcmp(got.data(), expected.data(), got.size()) == 0) return 0;
  if (buffer.checker.kind == CheckerKind::norm) return norm_share(buffer, got, expected);
  double most = 0;
  const std::size_t size = size_of(buffer.type);
  for (std::size_t at = 0; at < expected.size(); at += size)
    most = std::max(most, element_share(buffer, &got[at], &expected[at]));
  return most;
}

}  // namespace judge

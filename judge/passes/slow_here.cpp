#include "judge/passes/slow_here.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "judge/passes/draws.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

// Time may grow faster than bytes, by caches or by threads that wait for each other.
constexpr double k_growth_of_a_byte = 2;

// Where each element is compared with each other one, and the most that is foretold.
constexpr double k_square = 2;

// What takes less is mostly the launch and the first touch of memory.
constexpr double k_tells_growth_ns = 10e6;

constexpr double k_later_calls_are_faster = 4;
constexpr double k_limits_not_to_try = 4;

std::optional<std::size_t> largest_right_of(const std::vector<Case>& cases, const std::vector<CaseResult>& results,
                                            std::size_t end, double most_bytes) {
  std::optional<std::size_t> largest;
  for (std::size_t i = 0; i < end; ++i)
    if (results[i].passed && static_cast<double>(bytes_of(cases[i])) <= most_bytes &&
        (!largest || bytes_of(cases[i]) > bytes_of(cases[*largest])))
      largest = i;
  return largest;
}

}  // namespace

double ratio_of_bytes(const Case& large, const Case& small) {
  return static_cast<double>(bytes_of(large)) / static_cast<double>(std::max<std::size_t>(bytes_of(small), 1));
}

std::optional<std::size_t> largest_right(const std::vector<Case>& cases, const std::vector<CaseResult>& results,
                                         std::size_t end) {
  return largest_right_of(cases, results, end, std::numeric_limits<double>::infinity());
}

// The name of the one scalar in which two cases differ; nothing if it is none or several.
static std::optional<std::string> scalar_that_differs(const Case& one, const Case& other) {
  std::optional<std::string> differs;
  for (const auto& [name, value] : one.scalars) {
    const auto found = other.scalars.find(name);
    if (found != other.scalars.end() && found->second == value) continue;
    if (differs) return std::nullopt;
    differs = name;
  }
  return differs;
}

// The power of bytes with which the time grew up to the largest case that is right, from the largest of a quarter of its bytes. Nothing if more than one
// scalar makes the three cases differ, as the size of a filter beside that of an image.
static std::optional<double> growth(const std::vector<Case>& cases, const std::vector<CaseResult>& earlier, std::size_t index) {
  const auto largest = largest_right(cases, earlier, index);
  if (!largest || earlier[*largest].effort_ns < k_tells_growth_ns) return std::nullopt;
  const auto quarter = largest_right_of(cases, earlier, index, static_cast<double>(bytes_of(cases[*largest])) / 4);
  if (!quarter || earlier[*quarter].effort_ns <= 0) return std::nullopt;
  const auto scalar = scalar_that_differs(cases[index], cases[*largest]);
  if (!scalar || scalar_that_differs(cases[*largest], cases[*quarter]) != scalar) return std::nullopt;
  const double times = earlier[*largest].effort_ns / earlier[*quarter].effort_ns;
  return std::clamp(std::log(times) / std::log(ratio_of_bytes(cases[*largest], cases[*quarter])), 1.0, k_square);
}

static double limit_ns(const Case& test) { return std::chrono::duration<double, std::nano>(test.time_limit).count(); }

// Whether a case is not done in its limit, if `smaller` takes that long.
static bool takes_too_long(const Case& test, const Case& smaller, double smaller_ns, double exponent) {
  const double ratio = ratio_of_bytes(test, smaller);
  return std::max(k_growth_of_a_byte * ratio, std::pow(ratio, exponent)) * smaller_ns >= limit_ns(test);
}

bool is_foretold_slow(const std::vector<Case>& cases, const std::vector<CaseResult>& earlier, std::size_t index) {
  if (!cases[index].is_full_size_twin) return false;
  const auto largest = largest_right(cases, earlier, index);
  return largest &&
         takes_too_long(cases[index], cases[*largest], earlier[*largest].effort_ns, growth(cases, earlier, index).value_or(1));
}

bool is_not_to_be_tried(const std::vector<Case>& cases, const std::vector<CaseResult>& earlier, std::size_t index) {
  if (!cases[index].is_full_size_twin) return false;
  const auto exponent = growth(cases, earlier, index);
  if (!exponent) return false;
  const std::size_t largest = *largest_right(cases, earlier, index);
  return std::pow(ratio_of_bytes(cases[index], cases[largest]), *exponent) * earlier[largest].effort_ns >=
         k_limits_not_to_try * limit_ns(cases[index]);
}

bool later_calls_foretell(const std::vector<Case>& cases, const std::vector<CaseResult>& earlier, std::size_t index,
                          double later_ns) {
  const auto largest = largest_right(cases, earlier, index);
  if (!largest) return false;
  const double first_ns = k_later_calls_are_faster * later_ns;
  const double exponent = first_ns < earlier[*largest].effort_ns ? 1 : growth(cases, earlier, index).value_or(1);
  return takes_too_long(cases[index], cases[*largest], first_ns, exponent);
}

Finding slow_here(const Case& test, Tried tried) {
  const double limit_s = std::chrono::duration<double>(test.time_limit).count();
  return {
      .kind = Fault::Kind::slow_here,
      .in_kernel = false,
      .note = fmt::format("{} ({}) {} here. Smaller cases are right, and by their time it is slow{}", test.name, sizes_of(test),
                          tried == Tried::no ? fmt::format("would take far longer than {:.3g} s", limit_s)
                                             : fmt::format("is not done after {:.3g} s", limit_s),
                          tried == Tried::no ? "" : " and does not hang")};
}

}  // namespace judge

#include "judge/passes/slow_here.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "judge/passes/draws.hpp"
#include "judge/passes/testing.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

// Time may grow faster than bytes, by caches or by threads that wait for each other.
constexpr double k_growth_of_a_byte = 2;

// Of a product of matrices the time grows so. First calls take longer than later ones.
constexpr double k_steepest_growth = 1.5, k_later_calls_are_faster = 4;

// By the largest of the timed cases.
bool may_be_slow(const std::vector<Case>& cases, const Timed& attempt, const Case& test) {
  double foretold_ns = 0;
  std::size_t most_bytes = 0;
  for (const Measurement& measurement : attempt.measurements) {
    const auto timed = std::ranges::find(cases, measurement.case_name, &Case::name);
    if (timed == cases.end() || bytes_of(*timed) <= most_bytes) continue;
    most_bytes = bytes_of(*timed);
    const double growth = std::max(1.0, static_cast<double>(bytes_of(test)) / static_cast<double>(most_bytes));
    foretold_ns = k_later_calls_are_faster * std::pow(growth, k_steepest_growth) * measurement.device.median_ns;
  }
  return most_bytes == 0 || foretold_ns >= std::chrono::duration<double, std::nano>(test.time_limit).count();
}

}  // namespace

bool is_foretold_slow(const std::vector<Case>& cases, const std::vector<CaseResult>& earlier, std::size_t index) {
  const Case& test = cases[index];
  if (!test.is_full_size_twin) return false;
  double effort_ns = 0;
  std::size_t most_bytes = 0;
  for (std::size_t i = 0; i < earlier.size(); ++i) {
    const std::size_t bytes = bytes_of(cases[i]);
    if (!earlier[i].passed || bytes <= most_bytes) continue;
    most_bytes = bytes;
    effort_ns = earlier[i].effort_ns;
  }
  if (most_bytes == 0) return false;
  const double growth = static_cast<double>(bytes_of(test)) / static_cast<double>(most_bytes);
  return k_growth_of_a_byte * growth * effort_ns >= std::chrono::duration<double, std::nano>(test.time_limit).count();
}

Finding slow_here(const Case& test) {
  return {
      .kind = Fault::Kind::slow_here,
      .in_kernel = false,
      .note = fmt::format(
          "{} ({}) is not done after {:.3g} s here. Smaller cases are right, and by their time it is slow and does not hang",
          test.name, sizes_of(test), std::chrono::duration<double>(test.time_limit).count())};
}

void reject_what_only_seemed_slow(const std::vector<Case>& cases, Timed& attempt) {
  if (!attempt.is_right() || attempt.measurements.empty()) return;
  for (std::size_t i = 0; i < attempt.cases.size(); ++i) {
    if (attempt.cases[i].passed || may_be_slow(cases, attempt, cases[i])) continue;
    std::erase_if(attempt.findings, [](const Finding& finding) { return finding.kind == Fault::Kind::slow_here; });
    attempt.cases.resize(i + 1);
    attempt.measurements.clear();
    reject(attempt,
           outcome::TimedOut{.limit = cases[i].time_limit, .note = "its timed calls are too fast for it to be slow here"},
           cases[i]);
    return;
  }
}

}  // namespace judge

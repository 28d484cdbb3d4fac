#include "judge/passes/slow_here.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "judge/passes/draws.hpp"
#include "judge/passes/testing.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

// Time may grow faster than bytes, by caches or by threads that wait for each other.
constexpr double k_growth_of_a_byte = 2;

// Of a product of matrices the time grows so. First calls take longer than later ones.
constexpr double k_steepest_growth = 1.5, k_later_calls_are_faster = 4;

double ratio_of_bytes(const Case& large, const Case& small) {
  return static_cast<double>(bytes_of(large)) / static_cast<double>(std::max<std::size_t>(bytes_of(small), 1));
}

// The largest case that is right before the one at `end`.
std::optional<std::size_t> largest_right(const std::vector<Case>& cases, const std::vector<CaseResult>& results,
                                         std::size_t end) {
  std::optional<std::size_t> largest;
  for (std::size_t i = 0; i < end; ++i)
    if (results[i].passed && (!largest || bytes_of(cases[i]) > bytes_of(cases[*largest]))) largest = i;
  return largest;
}

bool takes_too_long(const Case& test, const Case& smaller, double smaller_ns) {
  return k_growth_of_a_byte * ratio_of_bytes(test, smaller) * smaller_ns >=
         std::chrono::duration<double, std::nano>(test.time_limit).count();
}

// By the largest of the timed cases.
bool may_be_slow(const std::vector<Case>& cases, const Timed& attempt, std::size_t index) {
  const auto largest = largest_right(cases, attempt.cases, index);
  const Case* timed = nullptr;
  double timed_ns = 0;
  for (const Measurement& measurement : attempt.measurements) {
    const auto found = std::ranges::find(cases, measurement.case_name, &Case::name);
    if (found == cases.end() || (timed && bytes_of(*found) <= bytes_of(*timed))) continue;
    timed = &*found;
    timed_ns = measurement.device.median_ns;
  }
  if (!timed || !largest) return true;
  const double growth = std::pow(std::max(1.0, ratio_of_bytes(cases[*largest], *timed)), k_steepest_growth);
  return takes_too_long(cases[index], cases[*largest], k_later_calls_are_faster * growth * timed_ns);
}

}  // namespace

bool is_foretold_slow(const std::vector<Case>& cases, const std::vector<CaseResult>& earlier, std::size_t index) {
  if (!cases[index].is_full_size_twin) return false;
  const auto largest = largest_right(cases, earlier, earlier.size());
  return largest && takes_too_long(cases[index], cases[*largest], earlier[*largest].effort_ns);
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
    if (attempt.cases[i].passed || may_be_slow(cases, attempt, i)) continue;
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

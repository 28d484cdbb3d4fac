#include "judge/passes/seemed_slow.hpp"

#include <algorithm>
#include <cmath>

#include "judge/passes/rejections.hpp"
#include "judge/passes/slow_here.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

// Of a product of matrices the time grows so.
constexpr double k_steepest_growth = 1.5;

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
  const double times = std::pow(std::max(1.0, ratio_of_bytes(cases[*largest], *timed)), k_steepest_growth);
  return later_calls_foretell(cases, attempt.cases, index, times * timed_ns);
}

}  // namespace

void reject_what_only_seemed_slow(const std::vector<Case>& cases, Timed& attempt) {
  const bool has_slow_case = contains(attempt.findings, Fault::Kind::slow_here, &Finding::kind);
  if (!attempt.is_right() || attempt.measurements.empty() || !has_slow_case) return;
  for (std::size_t i = 0; i < attempt.cases.size(); ++i) {
    if (attempt.cases[i].passed || attempt.cases[i].name != cases[i].name || may_be_slow(cases, attempt, i)) continue;
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

#include "judge/passes/operations.hpp"

#include <algorithm>

#include "judge/build/symbols.hpp"
#include "judge/measure/summary.hpp"
#include "judge/passes/rejections.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

constexpr int k_calls = 9;

double median(std::vector<double> values) { return summarize(values).median_ns; }

bool are_alike(const std::vector<Operation>& a, const std::vector<Operation>& b) {
  const auto is_alike = [](const Operation& one, const Operation& other) {
    return one.what == other.what && one.count == other.count;
  };
  return std::ranges::equal(a, b, is_alike);
}

// One operation of several calls. A host's clock has no empty bracket.
Operation typical(const std::vector<std::vector<Operation>>& calls, std::size_t index, double empty_ns) {
  Operation operation = calls.front()[index];
  std::vector<double> durations_ns, gaps_ns;
  for (const auto& call : calls) {
    durations_ns.push_back(std::max(0.0, call[index].duration_ns - operation.count * empty_ns));
    gaps_ns.push_back(std::max(0.0, call[index].gap_ns - operation.count * empty_ns));
  }
  operation.what = demangled(operation.what);
  operation.duration_ns = median(durations_ns);
  operation.gap_ns = median(gaps_ns);
  return operation;
}

}  // namespace

Result<void> time_operations(Referee& referee, const PreparedCase& prepared, Timed& attempt, Referee::L2 l2) {
  Measurement& measurement = attempt.measurements.back();
  std::vector<std::vector<Operation>> calls;
  for (int i = 0; i < k_calls; ++i) {
    JUDGE_TRY(auto called, referee.call(*attempt.standing->front(), prepared,
                                        {.bracket = measurement.bracket, .l2 = l2, .detail = Referee::Detail::by_operation}));
    if (interrupted()) return fail("interrupted");
    if (!std::holds_alternative<outcome::Passed>(called.outcome)) {
      reject(attempt, called.outcome, prepared.test);
      return {};
    }
    // One that does something else now and then has no typical call; the first sort is shown.
    if (calls.empty() || are_alike(calls.front(), called.returned.operations))
      calls.push_back(std::move(called.returned.operations));
  }
  for (std::size_t i = 0; i < calls.front().size(); ++i)
    measurement.operations.push_back(typical(calls, i, measurement.empty_bracket_ns));
  return {};
}

}  // namespace judge

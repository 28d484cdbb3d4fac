#include "judge/passes/side_by_side.hpp"

#include <algorithm>
#include <chrono>
#include <functional>

#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_large_cases = 8;
// Whatever they took: an attempt may be slow in its first calls so that nobody looks closer.
constexpr std::size_t k_smallest_cases = 8;

}  // namespace

double least_effort_ns(const Tested& attempt) {
  const auto least = std::ranges::min_element(attempt.cases, {}, &CaseResult::effort_ns);
  return least == attempt.cases.end() ? 0 : least->effort_ns;
}

std::vector<std::size_t> small_cases(const std::vector<Case>& cases, const Tested& attempt, SmallCases turn,
                                     double most_effort_ns) {
  const auto bytes = [&](std::size_t i) { return bytes_of(cases[i]); };
  most_effort_ns = std::max(most_effort_ns, 2 * least_effort_ns(attempt));
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < attempt.cases.size(); ++i)
    if (!cases[i].is_full_size_twin) indices.push_back(i);
  std::ranges::stable_sort(indices, {}, bytes);
  const auto others = indices.begin() + static_cast<std::ptrdiff_t>(std::min(k_smallest_cases, indices.size()));
  indices.erase(
      std::remove_if(others, indices.end(), [&](std::size_t i) { return attempt.cases[i].effort_ns > most_effort_ns; }),
      indices.end());
  if (turn == SmallCases::smallest_first) {
    std::vector<std::size_t> turns, later;
    for (const std::size_t i : indices) (turns.empty() || bytes(i) >= 2 * bytes(turns.back()) ? turns : later).push_back(i);
    turns.insert(turns.end(), later.begin(), later.end());
    return turns;
  }
  std::ranges::stable_sort(indices, std::greater(), bytes);
  if (indices.size() > k_most_large_cases) indices.resize(k_most_large_cases);
  return indices;
}

std::chrono::milliseconds own_time(std::chrono::steady_clock::duration took, const Player::Called& returned) {
  const std::chrono::duration<double, std::nano> waited(std::max(0.0, returned.waited.waited_ns));
  return std::chrono::ceil<std::chrono::milliseconds>(
      std::max<std::chrono::duration<double, std::nano>>(took - waited, took / 4.0));
}

Result<Looked> look_for_wrong_answer(Harness& harness, const Players& players, const std::vector<std::size_t>& indices,
                                     std::chrono::milliseconds limit) {
  auto left = limit;
  for (const std::size_t index : indices)
    for (const auto& player : players) {
      if (left.count() <= 0) return Looked{};
      JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(index));
      const auto start = harness.setting.now();
      JUDGE_TRY(auto called, harness.referee.call(*player, *prepared, {.l2 = Referee::L2::warm, .most_time = left}));
      left -= own_time(harness.setting.now() - start, called.returned);
      if (interrupted()) return fail("interrupted");
      if (std::holds_alternative<outcome::WrongAnswer>(called.outcome))
        return Looked{.failed = Failed{index, std::move(called.outcome)}};
      if (!std::holds_alternative<outcome::Passed>(called.outcome)) return Looked{};
    }
  return Looked{.all_are_right = true};
}

Result<std::optional<Failed>> first_wrong_answer(Harness& harness, const Players& players,
                                                 const std::vector<std::size_t>& indices, std::chrono::milliseconds limit) {
  JUDGE_TRY(auto looked, look_for_wrong_answer(harness, players, indices, limit));
  return std::move(looked.failed);
}

}  // namespace judge

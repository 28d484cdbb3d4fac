#include "judge/passes/other_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <ranges>
#include <set>
#include <string_view>

#include "judge/passes/checker_run.hpp"
#include "judge/passes/side_by_side.hpp"
#include "judge/passes/testing.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

// On stacks of their own threads take up to some twenty times as long. Of a call that takes so little, half may be device memory that opens and closes.
constexpr double k_most_effort_to_reorder_ns = 5e6;
constexpr std::chrono::milliseconds k_most_time_on_fibers{250};
constexpr std::chrono::milliseconds k_most_time_for_absent_lanes{250}, k_most_time_for_known_absent_lanes{1000};

// Of a case that took too long on fibers, a smaller one has a share of the bytes.
constexpr std::size_t k_smaller_share = 8;
constexpr int k_most_tries = 3;
constexpr std::size_t k_least_bytes = 16'384;

// The largest of the cases whose call took little: there are loops over tiles and several warps in it.
std::optional<std::size_t> small_case(const std::vector<Case>& cases, const Tested& attempt, std::size_t most_bytes) {
  std::optional<std::size_t> largest;
  for (const std::size_t i : small_cases(cases, attempt, SmallCases::smallest_first, k_most_effort_to_reorder_ns))
    if (bytes_of(cases[i]) <= most_bytes && (!largest || bytes_of(cases[i]) > bytes_of(cases[*largest]))) largest = i;
  return largest;
}

// For each scalar the small case that has the most of it, where that is more than `but` has: a loop over tiles along one extent may
// have a single round in a case with many bytes.
std::set<std::size_t> long_cases(const std::vector<Case>& cases, const Tested& attempt, std::size_t but) {
  const auto small = small_cases(cases, attempt, SmallCases::smallest_first, k_most_effort_to_reorder_ns);
  std::set<std::size_t> chosen;
  for (const auto& name : cases[but].scalars | std::views::keys) {
    const auto extent = [&](std::size_t i) { return as_double(cases[i].scalars.at(name)); };
    const auto longest = std::ranges::max_element(small, {}, extent);
    if (longest != small.end() && extent(*longest) > extent(but)) chosen.insert(*longest);
  }
  return chosen;
}

// A call that exceeds its limit shows nothing.
bool came_out_otherwise(const Outcome& outcome) {
  return std::holds_alternative<outcome::WrongAnswer>(outcome) || std::holds_alternative<outcome::Faulted>(outcome);
}

// Empty if the player does not load it.
Result<std::optional<Outcome>> outcome_in(protocol::ThreadOrder order, Harness& harness, const Checked& attempt,
                                          std::size_t index) {
  JUDGE_TRY(auto player, start_player(harness.setting, {.memory = attempt.memory, .order = order}));
  JUDGE_TRY(auto players, load(harness, *attempt.built, std::move(player)));
  if (!players) return std::nullopt;
  JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(index));
  JUDGE_TRY(auto called,
            harness.referee.call(*players->front(), *prepared, {.l2 = Referee::L2::warm, .most_time = k_most_time_on_fibers}));
  if (interrupted()) return fail("interrupted");
  return std::move(called.outcome);
}

// The order behind a barrier is another one. A comment that names one costs time.
bool may_meet_in_block(std::string_view source) {
  constexpr std::array<std::string_view, 6> barriers = {"__syncthreads", "__barrier_sync", "bar.sync",
                                                        "barrier.sync",  ".sync()",        "::sync("};
  return std::ranges::any_of(barriers, [&](std::string_view name) { return source.contains(name); });
}

// A race of which each other run lets the lower thread begin. A smaller case will do, where it still has several warps.
Result<Checked> look_with_last_thread_first(Harness& harness, Checked attempt, std::size_t index, Observer& observer) {
  if (!may_meet_in_block(attempt.code())) return attempt;
  const auto& cases = harness.setting.cases;
  const auto smaller = small_case(cases, attempt, bytes_of(cases[index]) / k_smaller_share);
  if (smaller && bytes_of(cases[*smaller]) >= k_least_bytes) index = *smaller;
  JUDGE_TRY(const auto outcome, outcome_in(protocol::ThreadOrder::last_thread_first, harness, attempt, index));
  if (outcome && came_out_otherwise(*outcome)) JUDGE_CHECK(add_findings_in_case(harness, attempt, index, observer));
  return attempt;
}

Finding block_order_finding(const Case& test) {
  return {.kind = Fault::Kind::block_order,
          .in_kernel = false,
          .note = fmt::format("{} is right if the first block of each grid begins, and wrong if the last one does", test.name)};
}

}  // namespace

bool may_depend_on_order(const Setting& setting, const Tested& attempt) {
  return setting.runtime.kind == RuntimeKind::emulated && attempt.built && attempt.is_right();
}

Result<Checked> look_in_another_order(Harness& harness, Checked attempt, Observer& observer) {
  using enum protocol::ThreadOrder;
  std::optional<std::size_t> index;
  std::optional<Outcome> backwards;
  for (int tries = 0; tries < k_most_tries; ++tries) {
    const auto most_bytes =
        index ? bytes_of(harness.setting.cases[*index]) / k_smaller_share : std::numeric_limits<std::size_t>::max();
    index = small_case(harness.setting.cases, attempt, most_bytes);
    if (!index) return attempt;
    JUDGE_TRY(backwards, outcome_in(last_block_first, harness, attempt, *index));
    if (!backwards || !std::holds_alternative<outcome::TimedOut>(*backwards)) break;
  }
  if (!backwards) return attempt;
  if (std::holds_alternative<outcome::Passed>(*backwards)) {
    const std::size_t largest = *index;
    if (!may_meet_in_block(attempt.code())) return attempt;
    for (const std::size_t i : long_cases(harness.setting.cases, attempt, largest)) {
      JUDGE_TRY(const auto other, outcome_in(last_block_first, harness, attempt, i));
      if (!other || !came_out_otherwise(*other)) continue;
      index = i;
      backwards = other;
      break;
    }
    if (*index == largest) return look_with_last_thread_first(harness, std::move(attempt), largest, observer);
  }
  // A block that waits for an earlier one may not end backwards: that shows nothing.
  JUDGE_TRY(const auto forwards, outcome_in(fibers, harness, attempt, *index));
  if (!forwards) return attempt;
  const bool depends_on_blocks = came_out_otherwise(*backwards) && !came_out_otherwise(*forwards);
  if (!depends_on_blocks && !came_out_otherwise(*forwards)) return attempt;
  JUDGE_CHECK(add_findings_in_case(harness, attempt, *index, observer));
  if (depends_on_blocks) attempt.findings.push_back(block_order_finding(harness.setting.cases[*index]));
  return attempt;
}

namespace {

/// Does an answer need what shuffles get of lanes that take no part?
struct AbsentLanes {
  std::optional<std::size_t> needed_in;  // a case
  bool is_unneeded = false;              // in none of the cases, whatever it is; else it is not known
};

Result<AbsentLanes> ask_for_absent_lanes(Harness& harness, const Checked& attempt,
                                         std::initializer_list<protocol::ThreadOrder> orders, std::chrono::milliseconds limit) {
  const auto indices = small_cases(harness.setting.cases, attempt, SmallCases::smallest_first);
  AbsentLanes result;
  for (const protocol::ThreadOrder order : orders) {
    if (indices.empty()) return result;
    JUDGE_TRY(auto player, start_player(harness.setting, {.memory = attempt.memory, .order = order}));
    JUDGE_TRY(const auto players, load(harness, *attempt.built, std::move(player)));
    if (!players) return result;
    JUDGE_TRY(const auto looked, look_for_wrong_answer(harness, *players, indices, limit));
    if (looked.failed) return AbsentLanes{.needed_in = looked.failed->index};
    if (!looked.all_are_right) return result;
  }
  result.is_unneeded = true;
  return result;
}

}  // namespace

// The checker finds all that read one; what no answer needs, as in the upper lanes of a sum, is left out. One content is enough to see
// a need in sums; a maximum takes no notice of NaN or of what is negative.
Result<Checked> look_at_absent_lanes(Harness& harness, Checked attempt, Observer& observer) {
  using enum protocol::ThreadOrder;
  if (!attempt.code().contains("shfl")) return attempt;
  const auto is_such = [](const Finding& finding) { return finding.kind == Fault::Kind::absent_lane; };
  if (std::ranges::any_of(attempt.findings, is_such)) {
    JUDGE_TRY(const auto asked,
              ask_for_absent_lanes(harness, attempt, {absent_lanes, absent_lanes_are_large, absent_lanes_are_negative},
                                   k_most_time_for_known_absent_lanes));
    if (asked.is_unneeded) std::erase_if(attempt.findings, is_such);
    return attempt;
  }
  JUDGE_TRY(const auto asked, ask_for_absent_lanes(harness, attempt, {absent_lanes}, k_most_time_for_absent_lanes));
  if (asked.needed_in) JUDGE_CHECK(add_findings_in_case(harness, attempt, *asked.needed_in, observer));
  return attempt;
}

Result<Checked> look_at_managed_memory(Harness& harness, Checked attempt, Observer& observer) {
  if (!attempt.code().contains("cudaMallocManaged") && !attempt.code().contains("__managed__")) return attempt;
  const auto index = small_case(harness.setting.cases, attempt, std::numeric_limits<std::size_t>::max());
  if (index) JUDGE_CHECK(add_findings_in_case(harness, attempt, *index, observer));
  return attempt;
}

}  // namespace judge

#include "judge/passes/other_executions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "judge/passes/checker_run.hpp"
#include "judge/passes/rejections.hpp"
#include "judge/passes/side_by_side.hpp"
#include "judge/passes/testing.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

using protocol::ThreadOrder;
using MemoryLayout = Player::MemoryLayout;

/// What an execution is about is named by one of these, in code or in inline PTX.
constexpr std::array<std::string_view, 1> k_allocations = {"cudaMalloc"};
constexpr std::array<std::string_view, 3> k_copies = {"cp.async", "cp_async", "memcpy_async"};
constexpr std::array<std::string_view, 1> k_dependent_launches = {"cudaLaunchKernelEx"};  // its attribute may be a number
constexpr std::array<std::string_view, 3> k_streams = {"cudaStreamCreate", "cudaGraphAdd",
                                                       "<cudaStream_t>(0x2)"};  // the last: cudaStreamPerThread, a macro
/// Of blocks that may wait for each other.
constexpr std::array<std::string_view, 5> k_flags = {"volatile", "__threadfence", "atomic_ref", "cuda::atomic", ".acquire"};

struct Execution {
  Fault::Kind kind{};
  std::span<const std::string_view> names;
  ThreadOrder order = ThreadOrder::loops;
  bool is_as_on_gpu = false;         ///< memory is laid out as on a GPU, and freed memory is given out again
  bool is_seen_in_lockstep = false;  ///< the order of threads must be a GPU's, too
  bool is_found_by_checker = false;  ///< which tells the lines
  std::size_t rounds = 1;            ///< of calls of each case, each of which comes out in another way
  double most_effort_ns = 50e6;      ///< of a case's first call
  std::chrono::milliseconds time{};
  std::string_view shown;
  std::string_view right, wrong;
};

constexpr std::array<Execution, 5> k_executions = {{
    {.kind = Fault::Kind::stale_memory,
     .names = k_allocations,
     .is_as_on_gpu = true,
     .most_effort_ns = k_most_effort_side_by_side_ns,
     .time = std::chrono::milliseconds(1'000),
     .shown = "freed memory given out again",
     .right = "allocated memory holds zeros",
     .wrong = "it holds what an earlier call left there"},
    {.kind = Fault::Kind::early_copy,
     .names = k_copies,
     .order = ThreadOrder::early_copies,
     .is_seen_in_lockstep = true,
     .time = std::chrono::milliseconds(1'000),
     .shown = "copies that arrive early",
     .right = "asynchronous copies arrive when a thread waits for them",
     .wrong = "they arrive some time before"},
    {.kind = Fault::Kind::early_launch,
     .names = k_dependent_launches,
     .order = ThreadOrder::early_launches,
     .time = std::chrono::milliseconds(1'000),
     .shown = "dependent launches that begin early",
     .right = "each launch begins when the one before has ended",
     .wrong = "a dependent launch begins as soon as the one before allows it"},
    {.kind = Fault::Kind::block_order,
     .names = k_flags,
     .order = ThreadOrder::blocks_in_turns,
     .time = std::chrono::milliseconds(1'000),
     .shown = "blocks in turns",
     .right = "the blocks run one after the other",
     .wrong = "several go on in turns, and later ones get some barriers ahead"},
    {.kind = Fault::Kind::stream_order,
     .names = k_streams,
     .order = ThreadOrder::some_streams_ahead,
     .is_found_by_checker = true,
     .rounds = 12,
     .time = std::chrono::milliseconds(1'000),
     .shown = "some streams ahead of others",
     .right = "each stream does what the host waits for and no more",
     .wrong = "some streams run ahead of that"},
}};

// Only of one that is wrong already, so it may take longer.
constexpr std::chrono::milliseconds k_time_in_lockstep{10'000};

// In the order of a test, then backwards: so each finds what a larger and a smaller one have left.
std::vector<std::size_t> there_and_back(std::vector<std::size_t> indices) {
  std::ranges::sort(indices);
  const std::vector<std::size_t> there = indices;
  indices.insert(indices.end(), there.rbegin(), there.rend());
  return indices;
}

std::vector<std::size_t> repeated(const std::vector<std::size_t>& indices, std::size_t rounds) {
  std::vector<std::size_t> all;
  for (const std::size_t index : indices) all.insert(all.end(), rounds, index);
  return all;
}

// Host code may compute for long in each call: then there must be time for some sizes.
std::chrono::milliseconds time_for(const Execution& execution, const Tested& attempt) {
  constexpr double calls = 30;
  return std::max(execution.time, std::chrono::milliseconds(static_cast<long>(calls * least_effort_ns(attempt) / 1e6)));
}

// Not one that says what the emulated runtime lacks, or that threads wait.
bool is_bad_access(const Outcome& outcome) {
  using enum Fault::Kind;
  const auto* faulted = std::get_if<outcome::Faulted>(&outcome);
  return faulted && (faulted->fault.kind == illegal_access || faulted->fault.kind == misaligned_access ||
                     faulted->fault.kind == write_to_input);
}

Result<Players> players_in(const Execution& execution, Harness& harness, const Checked& attempt, const Built& built) {
  const MemoryLayout memory = execution.is_as_on_gpu ? MemoryLayout::of_gpu : attempt.memory;
  JUDGE_TRY(auto player, start_player(harness.setting, {.memory = memory, .order = execution.order}));
  JUDGE_TRY(auto players, load(harness, built, std::move(player)));
  return players ? *std::move(players) : Players();
}

/// Until an answer is wrong. An index that is wrong may also be a bad access, which ends its player: that counts where no answer is wrong.
Result<std::optional<Failed>> first_failure_in(const Execution& execution, Harness& harness, const Checked& attempt,
                                               const Built& built, const std::vector<std::size_t>& indices,
                                               std::chrono::milliseconds left) {
  std::optional<Failed> fault;
  Players players;
  for (const std::size_t index : indices) {
    if (left.count() <= 0) break;
    if (players.empty()) {
      JUDGE_TRY(players, players_in(execution, harness, attempt, built));
      if (players.empty()) break;
    }
    JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(index));
    const auto start = harness.setting.now();
    JUDGE_TRY(auto called, harness.referee.call(*players.front(), *prepared, {.l2 = Referee::L2::warm, .most_time = left}));
    left -= own_time(harness.setting.now() - start, called.returned);
    if (interrupted()) return fail("interrupted");
    if (std::holds_alternative<outcome::Passed>(called.outcome)) continue;
    if (std::holds_alternative<outcome::WrongAnswer>(called.outcome)) return Failed{index, std::move(called.outcome)};
    if (!is_bad_access(called.outcome)) break;
    if (!fault) fault = Failed{index, std::move(called.outcome)};
    players.clear();
  }
  return fault;
}

// In the order of its threads a GPU may be right all the same.
Result<std::optional<Failed>> first_failure_in_lockstep(const Execution& execution, Harness& harness, const Checked& attempt,
                                                        std::vector<std::size_t> indices, Observer& observer) {
  observer.overall_stage(fmt::format("{}: the same in lockstep", attempt.attempt.shown()));
  JUDGE_TRY(const BuildResult result, build_attempt(harness.setting, BuildPurpose::lockstep, attempt));
  JUDGE_TRY(const auto built, built_from(result, attempt));
  if (!built) return std::nullopt;
  return first_failure_in(execution, harness, attempt, *built, indices, k_time_in_lockstep);
}

Result<Checked> judge_in(const Execution& execution, Harness& harness, Checked attempt, Observer& observer) {
  auto indices = small_cases(harness.setting.cases, attempt, SmallCases::smallest_first, execution.most_effort_ns);
  if (execution.kind == Fault::Kind::stale_memory) indices = there_and_back(std::move(indices));
  if (execution.kind == Fault::Kind::stream_order) std::ranges::reverse(indices);  // work of one piece shows nothing
  if (indices.empty()) return attempt;
  observer.overall_stage(fmt::format("{}: small cases with {}", attempt.attempt.shown(), execution.shown));
  JUDGE_TRY(auto failed, first_failure_in(execution, harness, attempt, *attempt.built, repeated(indices, execution.rounds),
                                          time_for(execution, attempt)));
  if (!failed) return attempt;
  if (execution.is_seen_in_lockstep) {
    const std::size_t index = failed->index;
    std::ranges::stable_partition(indices, [index](std::size_t i) { return i == index; });
    JUDGE_TRY(failed, first_failure_in_lockstep(execution, harness, attempt, indices, observer));
    JUDGE_CHECK(add_findings_in_case(harness, attempt, failed ? failed->index : index, observer));
    if (!failed) return attempt;
  }
  if (execution.is_found_by_checker) JUDGE_CHECK(add_findings_in_case(harness, attempt, failed->index, observer));
  const Case& test = harness.setting.cases[failed->index];
  attempt.findings.push_back({.kind = execution.kind,
                              .in_kernel = false,
                              .note = fmt::format("{} is right where {}, and wrong where {}, as on a GPU; that decided",
                                                  test.name, execution.right, execution.wrong)});
  reject_case(attempt, failed->index, failed->outcome, test);
  return attempt;
}

bool may_matter(const Execution& execution, std::string_view source) {
  return std::ranges::any_of(execution.names, [&](std::string_view name) { return source.contains(name); });
}

}  // namespace

Result<Checked> judge_in_other_executions(Harness& harness, Checked attempt, Observer& observer) {
  if (harness.setting.runtime.kind != RuntimeKind::emulated) return attempt;
  for (const Execution& execution : k_executions)
    if (attempt.built && attempt.is_right() && may_matter(execution, attempt.code())) {
      JUDGE_TRY(attempt, judge_in(execution, harness, std::move(attempt), observer));
    }
  return attempt;
}

}  // namespace judge

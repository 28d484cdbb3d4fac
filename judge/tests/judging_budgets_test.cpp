/// What a pass does when its time is over, by a clock that the test sets and players that take as long as it says.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/passes/checker_run.hpp"
#include "judge/passes/late_writes.hpp"
#include "judge/passes/lockstep.hpp"
#include "judge/passes/other_executions.hpp"
#include "judge/passes/other_order.hpp"
#include "judge/passes/side_by_side.hpp"
#include "judge/passes/warps_apart.hpp"
#include "judge/tests/judging_passes_support.hpp"

namespace judge {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::Not;

class Budgets : public Passes {
 protected:
  void SetUp() override {
    setting->now = [this] { return m_now; };
    setting->players = [this](const PlayerProcess::Options&) { return slow_player(); };
  }

  /// It copies, but the elements of `m_wrong_at`; each call takes `m_call_takes`.
  std::unique_ptr<FakePlayer> slow_player() {
    auto player = std::make_unique<FakePlayer>(setting->runtime);
    player->solve = [this](float* input, float* output, int n, protocol::Returned&) {
      m_now += m_call_takes;
      if (n != m_wrong_at) std::copy_n(input, n, output);
      return std::optional<Outcome>();
    };
    player->limited = [this](std::chrono::milliseconds limit) { m_limits.push_back(limit); };
    return player;
  }

  /// An attempt that was right in every case.
  Checked right() {
    Checked attempt;
    const std::filesystem::path path = JUDGE_SOURCE_DIR "/judge/device/copy/copy_float4.cu";
    attempt.attempt = {.name = "copy_float4", .path = path};
    attempt.source = *read_file(path);
    attempt.built = Built{.symbol = "solve"};
    for (const Case& test : setting->cases) attempt.cases.push_back({.name = test.name, .passed = true, .wall_ns = 1e3});
    auto loaded = load(*harness, *attempt.built, slow_player());
    EXPECT_TRUE(loaded) << loaded.error().message;
    attempt.standing = *std::move(loaded);
    return attempt;
  }

  std::chrono::steady_clock::time_point m_now{};
  std::chrono::milliseconds m_call_takes{0};
  int m_wrong_at = -1;
  std::vector<std::chrono::milliseconds> m_limits;
  Observer m_nobody;
};

// Host code that computes in each call takes as long for one element as for many.
TEST_F(Budgets, CasesThatTakeTwiceAsLongAsTheQuickestAreSmall) {
  std::vector<Case> cases(10, setting->cases[1]);
  Checked attempt = right();
  attempt.cases.assign(10, CaseResult{.passed = true, .effort_ns = 60e6});
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (auto& argument : cases[i].arguments)
      if (auto* buffer = std::get_if<BufferArgument>(&argument)) buffer->shape = {static_cast<long>(i + 1)};
  EXPECT_EQ(small_cases(cases, attempt, SmallCases::smallest_first).size(), 10u);
  attempt.cases[9].effort_ns = 121e6;
  EXPECT_EQ(small_cases(cases, attempt, SmallCases::smallest_first).size(), 9u);
}

TEST_F(Budgets, OtherExecutionsOfSlowCallsHaveTimeForThirtyOfThem) {
  for (const auto& [effort_ns, limit] : {std::pair(1e6, 1'000ms), std::pair(60e6, 1'800ms)}) {
    Checked attempt = right();
    attempt.source = "cudaStreamCreate(&stream);";
    for (CaseResult& one : attempt.cases) one.effort_ns = effort_ns;
    m_limits.clear();
    ASSERT_TRUE(judge_in_other_executions(*harness, std::move(attempt), m_nobody));
    ASSERT_FALSE(m_limits.empty());
    EXPECT_EQ(m_limits.front(), limit);
  }
}

// On a busy machine a lost update would be accepted.
TEST_F(Budgets, WhatACallWaitsForAProcessorCountsAQuarter) {
  m_call_takes = 400ms;
  for (const auto& [waited_ns, calls] : {std::pair(0.0, 2), std::pair(400e6, 3)}) {
    auto player = slow_player();
    player->waited_in_each.waited_ns = waited_ns;
    Checked attempt = right();
    auto players = load(*harness, *attempt.built, std::move(player));
    ASSERT_TRUE(players && *players);
    m_limits.clear();
    const auto looked = look_for_wrong_answer(*harness, **players, {0, 1, 2}, 500ms);
    ASSERT_TRUE(looked) << looked.error().message;
    EXPECT_EQ(m_limits.size(), static_cast<std::size_t>(calls)) << waited_ns;
    EXPECT_EQ(looked->all_are_right, calls == 3);
  }
}

TEST_F(Budgets, TheCheckerBeginsNoCaseAfterAMinute) {
  for (const auto& [takes, cases] : {std::pair(1ms, 3), std::pair(30'001ms, 2), std::pair(60'001ms, 1)}) {
    m_call_takes = takes;
    const auto checked = run_checker(*harness, right(), m_nobody);
    ASSERT_TRUE(checked) << checked.error().message;
    EXPECT_EQ(checked->check->cases, cases);
    EXPECT_EQ(checked->check->note, cases == 3   ? ""
                                    : cases == 2 ? "no time was left for the cases from timed on"
                                                 : "no time was left for the cases from some on");
  }
}

// A case that is slow, or that there was no time for, is not looked at again.
TEST_F(Budgets, TheCheckerDropsNoFindingThatItDidNotLookForAgain) {
  const auto checked_with = [&](const Finding& finding) {
    Checked attempt = right();
    attempt.findings = {finding, finding};
    auto checked = run_checker(*harness, std::move(attempt), m_nobody);
    EXPECT_TRUE(checked) << checked.error().message;
    return checked->findings.size();
  };
  const Finding seen_before{.kind = Fault::Kind::illegal_access, .buffer = "A"};
  m_call_takes = 1ms;
  EXPECT_EQ(checked_with(seen_before), 0u) << "all cases were called, and the checker found nothing";
  m_call_takes = 60'001ms;
  EXPECT_EQ(checked_with(seen_before), 1u);
  EXPECT_EQ(checked_with({.kind = Fault::Kind::leans_on_zeros}), 1u);

  setting->players = [this](const PlayerProcess::Options&) {
    auto player = slow_player();
    player->findings = {{.kind = Fault::Kind::illegal_access, .line = 3, .buffer = "A"}};
    return player;
  };
  EXPECT_EQ(checked_with(seen_before), 1u) << "the same, but with its line";
  EXPECT_EQ(checked_with({.kind = Fault::Kind::illegal_access, .buffer = "B"}), 2u);
}

TEST_F(Budgets, WhatDoesNotLoadUnderTheCheckerKeepsItsFindingsAndANoteSaysSo) {
  Checked attempt = right();
  attempt.findings = {{.kind = Fault::Kind::illegal_access, .buffer = "A"}};
  setting->players = [this](const PlayerProcess::Options&) {
    auto player = slow_player();
    player->load_failure = outcome::NotLoaded{.message = "no such symbol"};
    return player;
  };
  const auto checked = run_checker(*harness, std::move(attempt), m_nobody);
  ASSERT_TRUE(checked) << checked.error().message;
  EXPECT_EQ(checked->findings.size(), 1u);
  EXPECT_THAT(checked->check->note, HasSubstr("does not load under the checker: "));
}

TEST_F(Budgets, LockstepGivesEachCallWhatIsLeftAndNamesWhatItHadNoTimeFor) {
  const auto failed = [this] {
    Checked attempt = right();
    attempt.cases.resize(1);
    attempt.standing = std::unexpected(Decided{.verdict = {.kind = VerdictKind::time_limit, .case_name = "one"}});
    return attempt;
  };
  m_call_takes = 1s;
  const auto whole = judge_in_lockstep(*harness, failed(), m_nobody);
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_THAT(m_limits, ElementsAre(2s, 10s, 10s)) << "no more than the case allows";
  EXPECT_EQ(whole->cases.size(), 3u);
  EXPECT_THAT(whole->findings.back().note, Not(HasSubstr("lack of time")));

  m_call_takes = 60s;
  const auto part = judge_in_lockstep(*harness, failed(), m_nobody);
  ASSERT_TRUE(part) << part.error().message;
  EXPECT_EQ(part->cases.size(), 3u);
  EXPECT_EQ(part->standing.error().verdict.kind, VerdictKind::accepted);
  EXPECT_THAT(part->findings.back().note, HasSubstr("; not run so for lack of time, but right as all code runs: timed"));
}

// The larger ones come last there, and a record has the problem's order.
TEST_F(Budgets, LockstepMarksExtraCasesAndKeepsTheirOrder) {
  for (std::size_t i = 0; i < setting->cases.size(); ++i) ASSERT_TRUE(harness->draws.prepared(i));
  const auto cases = setting->cases;
  setting->cases[1].is_extra = true;
  for (auto& argument : setting->cases[1].arguments)
    if (auto* buffer = std::get_if<BufferArgument>(&argument)) buffer->shape = {5'000};
  Checked attempt = right();
  attempt.cases.resize(1);
  attempt.standing = std::unexpected(Decided{.verdict = {.kind = VerdictKind::time_limit, .case_name = "one"}});
  const auto judged = judge_in_lockstep(*harness, std::move(attempt), m_nobody);
  setting->cases = cases;
  ASSERT_TRUE(judged) << judged.error().message;
  EXPECT_THAT(judged->cases, ElementsAre(Field(&CaseResult::name, "one"), Field(&CaseResult::name, "some"),
                                         Field(&CaseResult::name, "timed")));
  EXPECT_THAT(judged->cases, ElementsAre(Field(&CaseResult::is_extra, false), Field(&CaseResult::is_extra, true),
                                         Field(&CaseResult::is_extra, false)));
}

TEST_F(Budgets, LateWritesAreLookedForWhileThereIsTimeAndDecideNothingAfterIt) {
  m_wrong_at = 100;  // the second that is called: the largest comes first
  m_call_takes = 1'500ms;
  const auto found = judge_with_late_writes(*harness, right(), m_nobody);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_FALSE(found->is_right());
  EXPECT_THAT(m_limits,
              ElementsAre(2'000ms, 500ms, 10'000ms));  // the last one is the checker's call, which has the case's own limit

  m_call_takes = 2s;
  const auto too_late = judge_with_late_writes(*harness, right(), m_nobody);
  ASSERT_TRUE(too_late) << too_late.error().message;
  EXPECT_TRUE(too_late->is_right());
}

Finding race_between_warps() {
  return {.kind = Fault::Kind::race, .line = 5, .space = Fault::Space::shared, .other = Fault::Access{.line = 7}};
}

TEST_F(Budgets, ARaceBetweenWarpsIsDecidedWhereTheyAreApart) {
  Checked raced = right();
  EXPECT_FALSE(may_depend_on_warps(*setting, raced));
  Finding in_one_warp = race_between_warps();
  in_one_warp.in_one_warp = true;
  raced.findings = {in_one_warp};
  EXPECT_TRUE(may_depend_on_warps(*setting, raced)) << "others than the two that are named may be of two warps";
  raced.findings = {race_between_warps()};
  EXPECT_TRUE(may_depend_on_warps(*setting, raced));

  int players = 0;
  setting->players = [&](const PlayerProcess::Options& options) {
    EXPECT_NE(options.order, protocol::ThreadOrder::loops);
    if (++players == 2) m_wrong_at = 1'000;  // with other warps ahead
    return slow_player();
  };
  const auto wrong = judge_with_warps_apart(*harness, std::move(raced), m_nobody);
  ASSERT_TRUE(wrong) << wrong.error().message;
  ASSERT_FALSE(wrong->is_right());
  EXPECT_EQ(wrong->standing.error().verdict.kind, VerdictKind::wrong_answer);
  EXPECT_EQ(wrong->findings.back().kind, Fault::Kind::warps_apart);
}

TEST_F(Budgets, WhatIsRightWithItsWarpsApartIsAccepted) {
  Checked failed = right();
  failed.findings = {race_between_warps()};
  failed.cases.resize(1);
  failed.standing = std::unexpected(Decided{.verdict = {.kind = VerdictKind::wrong_answer, .case_name = "one"}});
  EXPECT_TRUE(may_depend_on_lockstep(*setting, failed));
  setting->players = [&](const PlayerProcess::Options& options) {
    auto player = slow_player();
    if (options.order == protocol::ThreadOrder::loops)
      player->solve = [](float*, float*, int, protocol::Returned&) { return std::optional<Outcome>(); };
    return player;
  };
  const auto judged = judge_in_lockstep(*harness, std::move(failed), m_nobody);
  ASSERT_TRUE(judged) << judged.error().message;
  EXPECT_EQ(judged->standing.error().verdict.kind, VerdictKind::accepted);
  EXPECT_EQ(judged->findings.back().kind, Fault::Kind::warps_apart);
  EXPECT_EQ(judged->cases.size(), 3u);
}

TEST_F(Budgets, ThreadsOfABlockBeginWithTheLastWhereTheyMeet) {
  std::vector<protocol::ThreadOrder> orders;
  setting->players = [&](const PlayerProcess::Options& options) {
    orders.push_back(options.order);
    auto player = slow_player();
    if (options.order == protocol::ThreadOrder::last_thread_first)
      player->solve = [](float*, float*, int, protocol::Returned&) { return std::optional<Outcome>(); };
    if (options.order == protocol::ThreadOrder::loops) player->findings = {race_between_warps()};  // the checker's
    return player;
  };
  using enum protocol::ThreadOrder;
  Checked plain = right(), attempt = right();
  ASSERT_TRUE(look_in_another_order(*harness, std::move(plain), m_nobody));
  EXPECT_THAT(orders, ElementsAre(last_block_first));

  orders.clear();
  attempt.source += "// __syncthreads()";
  const auto judged = look_in_another_order(*harness, std::move(attempt), m_nobody);
  ASSERT_TRUE(judged) << judged.error().message;
  EXPECT_THAT(orders, ElementsAre(last_block_first, last_thread_first, loops));
  EXPECT_TRUE(judged->is_right()) << "a GPU's order is looked at next";
  EXPECT_TRUE(may_depend_on_warps(*setting, *judged));
}

// A product whose largest case has one round of its loop over tiles.
TEST_F(Budgets, ACaseThatIsLongInOneExtentIsLookedAtInTheOtherOrder) {
  std::vector<protocol::ThreadOrder> orders;
  setting->cases.front().scalars = {{"N", std::int64_t{1}}, {"K", std::int64_t{4096}}};
  for (auto at = setting->cases.begin() + 1; at != setting->cases.end(); ++at)
    at->scalars = {{"N", std::int64_t{99}}, {"K", std::int64_t{16}}};
  const auto* buffer = std::get_if<BufferArgument>(&setting->cases.front().arguments.front());
  ASSERT_NE(buffer, nullptr);
  m_wrong_at = static_cast<int>(buffer->shape.front());
  setting->players = [&](const PlayerProcess::Options& options) {
    orders.push_back(options.order);
    auto player = slow_player();
    if (options.order == protocol::ThreadOrder::loops) player->findings = {race_between_warps()};  // the checker's
    return player;
  };
  using enum protocol::ThreadOrder;
  Checked attempt = right();
  attempt.source += "// __syncthreads()";
  const auto judged = look_in_another_order(*harness, std::move(attempt), m_nobody);
  ASSERT_TRUE(judged) << judged.error().message;
  EXPECT_THAT(orders, ElementsAre(last_block_first, last_block_first, fibers, loops))
      << "the largest, the longest, the longest forwards, the checker's";
  EXPECT_TRUE(may_depend_on_warps(*setting, *judged));
}

TEST_F(Budgets, ShufflesAreLookedAtWithOtherValuesOfAbsentLanes) {
  std::vector<protocol::ThreadOrder> orders;
  setting->players = [&](const PlayerProcess::Options& options) {
    orders.push_back(options.order);
    auto player = slow_player();
    if (options.order == protocol::ThreadOrder::absent_lanes)
      player->solve = [](float*, float*, int, protocol::Returned&) { return std::optional<Outcome>(); };
    return player;
  };
  using enum protocol::ThreadOrder;
  ASSERT_TRUE(look_at_absent_lanes(*harness, right(), m_nobody));
  EXPECT_THAT(orders, ElementsAre());
  Checked attempt = right();
  attempt.source += "// __shfl_down_sync()";
  const auto judged = look_at_absent_lanes(*harness, std::move(attempt), m_nobody);
  ASSERT_TRUE(judged) << judged.error().message;
  EXPECT_THAT(orders, ElementsAre(absent_lanes, loops)) << "the last is the checker's";
  EXPECT_TRUE(judged->is_right()) << "what a GPU would give there is not known";
}

TEST_F(Budgets, ManagedMemoryIsLookedAtByTheChecker) {
  setting->players = [&](const PlayerProcess::Options&) {
    auto player = slow_player();
    player->findings = {{.kind = Fault::Kind::stream_race}};
    return player;
  };
  Checked attempt = right(), other = right();
  attempt.source += "// cudaMallocManaged()";
  const auto judged = look_at_managed_memory(*harness, std::move(attempt), m_nobody);
  ASSERT_TRUE(judged) << judged.error().message;
  ASSERT_EQ(judged->findings.size(), 1u);
  EXPECT_EQ(judged->findings[0].kind, Fault::Kind::stream_race);
  EXPECT_TRUE(look_at_managed_memory(*harness, std::move(other), m_nobody)->findings.empty());
}

TEST_F(Budgets, OtherExecutionsAreThoseThatTheCodeNames) {
  std::vector<PlayerProcess::Options> started;
  setting->players = [&](const PlayerProcess::Options& options) {
    started.push_back(options);
    return slow_player();
  };
  using enum protocol::ThreadOrder;
  using enum Player::MemoryLayout;
  struct Named {
    const char* source;
    protocol::ThreadOrder order;
    Player::MemoryLayout memory;
  };
  for (const auto& [source, order, memory] :
       {Named{"cudaMalloc(&x, 4);", loops, of_gpu},
        {"cuda::memcpy_async(a, b, 4, barrier);", early_copies, guarded},
        {"cudaLaunchKernelEx(&config, k);", early_launches, guarded},
        {"cudaStreamCreate(&stream);", some_streams_ahead, guarded},
        {"k<<<1,1,0,(reinterpret_cast<cudaStream_t>(0x2))>>>(a);", some_streams_ahead, guarded},
        {"cudaGraphAddKernelNode(&node, graph, 0, 0, &k);", some_streams_ahead, guarded},
        {"volatile int* flag", blocks_in_turns, guarded}}) {
    Checked attempt = right();
    attempt.source = source;
    started.clear();
    const auto judged = judge_in_other_executions(*harness, std::move(attempt), m_nobody);
    ASSERT_TRUE(judged) << judged.error().message;
    EXPECT_TRUE(judged->is_right());
    EXPECT_THAT(started, ElementsAre(testing::AllOf(Field(&PlayerProcess::Options::order, order),
                                                    Field(&PlayerProcess::Options::memory, memory))));
  }
  started.clear();
  Checked plain = right();
  plain.source = "output[i] = input[i];";
  ASSERT_TRUE(judge_in_other_executions(*harness, std::move(plain), m_nobody));
  EXPECT_THAT(started, testing::IsEmpty());
}

TEST_F(Budgets, AWrongAnswerInAnotherExecutionDecides) {
  Checked attempt = right();
  attempt.source = "cudaMalloc";
  m_wrong_at = 100;
  const auto judged = judge_in_other_executions(*harness, std::move(attempt), m_nobody);
  ASSERT_TRUE(judged) << judged.error().message;
  ASSERT_FALSE(judged->is_right());
  EXPECT_EQ(judged->standing.error().verdict.kind, VerdictKind::wrong_answer);
  EXPECT_EQ(judged->findings.back().kind, Fault::Kind::stale_memory);
  EXPECT_THAT(judged->standing.error().verdict.details, HasSubstr("what allocated memory held before"));
}

// Which streams are ahead differs from call to call.
TEST_F(Budgets, StreamsRunAheadInSeveralRoundsAndTheCheckerTellsTheLines) {
  int calls = 0;
  setting->players = [&](const PlayerProcess::Options& options) {
    auto player = slow_player();
    player->solve = [&](float* input, float* output, int n, protocol::Returned&) {
      if (n != 100 || ++calls != 2) std::copy_n(input, n, output);
      return std::optional<Outcome>();
    };
    if (options.order == protocol::ThreadOrder::loops)
      player->findings = {{.kind = Fault::Kind::stream_race}};  // the checker's
    return player;
  };
  Checked attempt = right();
  attempt.source += "// cudaStreamCreate()";
  const auto judged = judge_in_other_executions(*harness, std::move(attempt), m_nobody);
  ASSERT_TRUE(judged) << judged.error().message;
  ASSERT_FALSE(judged->is_right());
  EXPECT_EQ(judged->standing.error().verdict.kind, VerdictKind::wrong_answer);
  ASSERT_EQ(judged->findings.size(), 2u);
  EXPECT_EQ(judged->findings[0].kind, Fault::Kind::stream_race);
  EXPECT_EQ(judged->findings[1].kind, Fault::Kind::stream_order);
  EXPECT_THAT(judged->standing.error().verdict.details, HasSubstr("which of its streams runs first"));
}

// A player ends with it, so that another one calls the cases behind it.
TEST_F(Budgets, ABadAccessInAnotherExecutionDecidesWhereNoAnswerIsWrong) {
  const auto judged_with = [&](Fault::Kind kind) {
    setting->players = [this, kind](const PlayerProcess::Options&) {
      auto player = slow_player();
      player->solve = [this, kind](float* input, float* output, int n, protocol::Returned&) -> std::optional<Outcome> {
        if (n == 1) return outcome::Faulted{{.kind = kind}};
        if (n != m_wrong_at) std::copy_n(input, n, output);
        return std::nullopt;
      };
      return player;
    };
    Checked attempt = right();
    attempt.source = "__threadfence";
    auto judged = judge_in_other_executions(*harness, std::move(attempt), m_nobody);
    EXPECT_TRUE(judged) << judged.error().message;
    return judged->is_right() ? VerdictKind::accepted : judged->standing.error().verdict.kind;
  };
  EXPECT_EQ(judged_with(Fault::Kind::illegal_access), VerdictKind::runtime_error);
  EXPECT_EQ(judged_with(Fault::Kind::deadlock), VerdictKind::accepted) << "that shows nothing";
  m_wrong_at = 100;
  EXPECT_EQ(judged_with(Fault::Kind::illegal_access), VerdictKind::wrong_answer);
}

TEST_F(Budgets, StagesTakeWhatTheSameClockSays) {
  Tested attempt = right();
  m_call_takes = 2s;
  const auto tested = test_again(*harness, attempt);
  ASSERT_TRUE(tested) << tested.error().message;
  const auto cases = std::ranges::find(attempt.stages, "cases", &StageTime::stage);
  ASSERT_NE(cases, attempt.stages.end());
  EXPECT_EQ(cases->seconds, 6);
}

TEST_F(Budgets, TimingEndsWhenItsTimeIsOver) {
  std::vector<Timed> attempts;
  attempts.push_back({right(), {}});
  StageClock clock;
  ASSERT_TRUE(test_case(*harness, attempts[0], k_timed, clock, m_nobody));
  TimingOptions options;
  options.rule = {.min_samples = 4, .max_samples = 1'000, .min_device_time_ns = 1e12, .max_time_ns = 10e9};
  m_call_takes = 1s;
  const auto timed = time_side_by_side(*harness, attempts, k_timed, options, m_device, m_clock, m_nobody);
  ASSERT_TRUE(timed) << timed.error().message;
  ASSERT_EQ(attempts[0].measurements.size(), 1u);
  // Ten calls at the most; of those that find decoys the time counts, and they are no samples.
  EXPECT_GE(attempts[0].measurements[0].samples.size(), 4u);
  EXPECT_LE(attempts[0].measurements[0].samples.size(), 10u);
}

}  // namespace
}  // namespace judge

#include "judge/passes/later_passes.hpp"
#include "judge/passes/rejections.hpp"
#include "judge/passes/seemed_slow.hpp"
#include "judge/passes/slow_here.hpp"
#include "judge/tests/judging_passes_support.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(Passes, WhatDoesNotCompileOrLoadIsDecidedWithoutACall) {
  auto unloadable = fake();
  unloadable->load_failure = outcome::NotLoaded{.message = "x.so: undefined symbol: frobnicate"};
  unloadable->prints = "hello";
  const auto loaded = load(*harness, {.symbol = "solve"}, std::move(unloadable));
  ASSERT_TRUE(loaded) << loaded.error().message;
  ASSERT_FALSE(*loaded);
  EXPECT_THAT(loaded->error().verdict.case_name, IsEmpty());
  EXPECT_EQ(loaded->error().printed, "hello");
  EXPECT_FALSE(load(*harness, {.symbol = ""}, fake())->has_value());

  setting->players = [](const PlayerProcess::Options&) { return fake(); };
  std::vector<Building> attempts;
  attempts.push_back(building("bad", CompileFailure{.diagnostics = "bad.cu:1: error"}));
  attempts.push_back(building("worse", CompileFailure{.diagnostics = "worse.cu:1: error"}));
  attempts.back().result =
      std::unexpected(Decided{.verdict = {.kind = VerdictKind::compile_error, .summary = "solve() cannot be called"}});
  std::unique_ptr<Player> next = fake();
  const auto all = test_all(*harness, std::move(attempts), next, m_log);
  ASSERT_TRUE(all) << all.error().message;
  EXPECT_TRUE(next) << "nothing was loaded into it";
  ASSERT_THAT(*all, SizeIs(2));
  for (const Tested& attempt : *all) EXPECT_EQ(attempt.standing.error().verdict.kind, VerdictKind::compile_error);
  EXPECT_FALSE((*all)[0].built);
  EXPECT_EQ((*all)[1].standing.error().verdict.summary, "solve() cannot be called");
  EXPECT_THAT(m_log.lines, ElementsAre("bad, 3 cases", "worse, 3 cases"));
}

TEST_F(Passes, APlayerThatCannotBeginIsTheJudgesFailure) {
  auto no_context = fake(), no_memory = fake();
  no_context->start_failure = outcome::JudgeFailed{"no context"};
  no_memory->open_failure = outcome::JudgeFailed{"no memory"};
  const auto first = load(*harness, {.symbol = "solve"}, std::move(no_context)),
             second = load(*harness, {.symbol = "solve"}, std::move(no_memory));
  ASSERT_FALSE(first);
  EXPECT_THAT(first.error().message, HasSubstr("the player's context"));
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("cannot open the judge's memory"));
}

TEST_F(Passes, AFailedCaseEndsThePlayersAndKeepsWhatIsKnown) {
  auto player = fake();
  player->solve = [](float*, float* output, int n, protocol::Returned&) {
    std::fill_n(output, n, 0.0f);
    return std::optional<Outcome>();
  };
  player->prints = "almost";
  const Timed attempt = tested("zeros", std::move(player));
  ASSERT_FALSE(attempt.is_right());
  EXPECT_EQ(attempt.standing.error().verdict.kind, VerdictKind::wrong_answer);
  EXPECT_TRUE(attempt.standing.error().mismatch);
  EXPECT_EQ(attempt.printed(), "almost");
  ASSERT_THAT(attempt.cases, SizeIs(1));
  EXPECT_FALSE(attempt.cases[0].passed);
  EXPECT_THAT(m_log.lines, ElementsAre("timed failed"));
}

// Two files of one text share a build, which has the path of the first.
TEST_F(Passes, AFaultHasTheLineOfTheAttemptsOwnFile) {
  Timed attempt = tested("second", fake());
  attempt.source = "int a;\n  a[1] = 2;\n";
  reject(attempt, outcome::Faulted{{.kind = Fault::Kind::illegal_access, .file = "first.cu", .line = 2, .source = "?"}},
         setting->cases[0]);
  ASSERT_TRUE(attempt.standing.error().fault);
  EXPECT_EQ(attempt.standing.error().fault->file, "second.cu");
  EXPECT_EQ(attempt.standing.error().fault->source, "a[1] = 2;");
}

TEST_F(Passes, ATestDecidesAllRandomBits) {
  setting->random_bits = [bits = std::uint64_t{0x2a}]() mutable { return bits++; };
  std::vector<std::uint64_t> tickets;
  setting->players = [&](const PlayerProcess::Options& options) {
    tickets.push_back(options.random_bits());
    return fake();
  };
  EXPECT_EQ(new_run_id(*setting), "000000000000002a");
  ASSERT_TRUE(start_player(*setting));
  EXPECT_THAT(tickets, ElementsAre(0x2b));
}

TEST_F(Passes, ATestDecidesTheDateOfARecord) {
  setting->utc_now = [] { return "2026-01-31T12:00:00Z"; };
  EXPECT_EQ(record_of(*setting, tested("copies", fake()), "run", {}).time, "2026-01-31T12:00:00Z");
}

// What a GPU does not notice decides in memory laid out as a GPU's.
TEST_F(Passes, AGuardsFindingIsJudgedAgainAsOnAGpu) {
  std::vector<Player::MemoryLayout> asked;
  setting->players = [&](const PlayerProcess::Options& options) {
    asked.push_back(options.memory);
    return fake();
  };
  auto guarded = fake();
  guarded->solve = [](float*, float*, int, protocol::Returned&) {
    return std::optional<Outcome>(outcome::Faulted{{.kind = Fault::Kind::illegal_access, .passes_on_gpu = true}});
  };
  const Timed attempt = tested("overruns", std::move(guarded));
  EXPECT_TRUE(attempt.is_right());
  EXPECT_THAT(asked, ElementsAre(Player::MemoryLayout::of_gpu));
  EXPECT_EQ(attempt.memory, Player::MemoryLayout::of_gpu);
  ASSERT_THAT(attempt.findings, SizeIs(1));
  EXPECT_EQ(attempt.findings[0].kind, Fault::Kind::illegal_access);
}

TEST_F(Passes, AGuardsFindingHasTheLineOfTheAttemptsOwnFileThoughTheCallAsOnAGpuCrashes) {
  setting->players = [&](const PlayerProcess::Options&) {
    auto player = fake();
    player->solve = [](float*, float*, int, protocol::Returned&) { return crash(); };
    return player;
  };
  auto guarded = fake();
  guarded->solve = [](float*, float*, int, protocol::Returned&) {
    return std::optional<Outcome>(
        outcome::Faulted{{.kind = Fault::Kind::illegal_access, .file = "first.cu", .line = 2, .passes_on_gpu = true}});
  };
  const Timed attempt = tested("second", std::move(guarded));
  EXPECT_FALSE(attempt.is_right());
  ASSERT_THAT(attempt.findings, SizeIs(1));
  EXPECT_EQ(attempt.findings[0].file, "second.cu");
}

// A write beside an argument: of two runtime errors the guard's stays, which knows the line.
TEST_F(Passes, AGuardsWriteDecidesUnlessNothingChangedAsOnAGpu) {
  std::optional<Outcome> as_on_gpu;
  setting->players = [&](const PlayerProcess::Options&) {
    auto player = fake();
    player->solve = [&](float* input, float* output, int n, protocol::Returned&) {
      std::copy_n(input, n, output);
      return as_on_gpu;
    };
    return player;
  };
  const auto guarded = [this] {
    auto player = fake();
    player->solve = [](float*, float*, int, protocol::Returned&) {
      return std::optional<Outcome>(outcome::Faulted{{.kind = Fault::Kind::illegal_access,
                                                      .is_write = true,
                                                      .file = "first.cu",
                                                      .line = 2,
                                                      .buffer = "output",
                                                      .passes_on_gpu = true}});
    };
    return player;
  };
  const Timed harmless = tested("adds_zero", guarded());
  EXPECT_TRUE(harmless.is_right());
  ASSERT_THAT(harmless.findings, SizeIs(1));
  as_on_gpu = outcome::OutOfBoundsWrite{.buffer = "output"};
  const Timed attempt = tested("adds_one", guarded());
  ASSERT_FALSE(attempt.is_right());
  ASSERT_TRUE(attempt.standing.error().fault);
  EXPECT_EQ(attempt.standing.error().fault->line, 2);
}

/// A full-size copy that is not done in 10 s, behind a case of a tenth of its bytes that took so long.
class FullSizeCopies : public Passes {
 protected:
  Timed judged(double took_s, double later_took_s = 0, int later_than = 1'000, double smallest_s = 0) {
    const auto slow = [=] {
      auto player = fake();
      player->solve = [=, calls = 0](float* input, float* output, int n,
                                     protocol::Returned& returned) mutable -> std::optional<Outcome> {
        if (n == 1000) return outcome::TimedOut{.limit = std::chrono::seconds(10)};
        std::copy_n(input, n, output);
        returned.wall_ns = n == 1 ? smallest_s * 1e9 : ++calls <= later_than ? took_s * 1e9 : later_took_s * 1e9;
        return std::nullopt;
      };
      return player;
    };
    setting->players = [=](const PlayerProcess::Options&) { return slow(); };
    setting->cases[k_timed].is_full_size_twin = true;
    Timed attempt;
    attempt.built = Built{.symbol = "solve"};
    StageClock clock;
    attempt.standing = *load(*harness, *attempt.built, slow());
    for (std::size_t i = 0; i <= k_timed; ++i) EXPECT_TRUE(test_case(*harness, attempt, i, clock, m_log));
    setting->cases[k_timed].is_full_size_twin = false;
    return attempt;
  }
};

TEST_F(FullSizeCopies, AreNotJudgedWhereSmallerCasesForetellThatTheyAreSlow) {
  const Timed attempt = judged(0.6);
  ASSERT_TRUE(attempt.is_right());
  EXPECT_EQ((*attempt.standing).size(), 1u) << "a new player, for what comes later";
  ASSERT_THAT(attempt.findings, SizeIs(1));
  EXPECT_EQ(attempt.findings[0].kind, Fault::Kind::slow_here);
  EXPECT_THAT(attempt.findings[0].note, HasSubstr("timed (N=1000) is not done after 10 s here"));
  EXPECT_FALSE(attempt.cases[k_timed].passed);
}

// As a sort that compares each element with each other one.
TEST_F(FullSizeCopies, AreForetoldByTheGrowthOfSmallerCases) {
  auto cases = setting->cases;  // 8, 800 and 8,000 bytes
  cases[k_timed].is_full_size_twin = true;
  using Foretelling = bool (*)(const std::vector<Case>&, const std::vector<CaseResult>&, std::size_t);
  const auto foretells = [&](Foretelling foretelling, double smallest_ns, double smaller_ns) {
    return foretelling(cases, {{.passed = true, .effort_ns = smallest_ns}, {.passed = true, .effort_ns = smaller_ns}}, k_timed);
  };
  EXPECT_FALSE(foretells(is_foretold_slow, 0.12e9 / 1e2, 0.12e9));
  EXPECT_FALSE(foretells(is_foretold_slow, 0.12e9 / 1e3, 0.12e9));
  EXPECT_TRUE(foretells(is_foretold_slow, 0.12e9 / 1e4, 0.12e9));
  EXPECT_FALSE(foretells(is_foretold_slow, 0.09e9 / 1e6, 0.09e9)) << "no more than the square";
  EXPECT_FALSE(foretells(is_not_to_be_tried, 0.38e9 / 1e4, 0.38e9));
  EXPECT_TRUE(foretells(is_not_to_be_tried, 0.42e9 / 1e4, 0.42e9));
  EXPECT_FALSE(foretells(is_not_to_be_tried, 3e9 / 1e2, 3e9));

  const std::vector<CaseResult> squared = {{.passed = true, .effort_ns = 0.12e9 / 1e4}, {.passed = true, .effort_ns = 0.12e9}};
  EXPECT_TRUE(later_calls_foretell(cases, squared, k_timed, 0.04e9));
  EXPECT_FALSE(later_calls_foretell(cases, squared, k_timed, 0.025e9));
  EXPECT_FALSE(
      later_calls_foretell(cases, {{.passed = true, .effort_ns = 0.5e5}, {.passed = true, .effort_ns = 0.5e9}}, k_timed, 0.1e9))
      << "slow in its first call alone";

  for (Case& test : cases) test.scalars["filter"] = std::int64_t{15};
  cases[0].scalars["filter"] = std::int64_t{3};
  EXPECT_FALSE(foretells(is_foretold_slow, 0.12e9 / 1e4, 0.12e9)) << "the other scalar may be why";
  EXPECT_FALSE(foretells(is_not_to_be_tried, 0.42e9 / 1e4, 0.42e9));
  cases[0].scalars["filter"] = std::int64_t{15};
  cases[k_timed].time_limit = std::chrono::milliseconds(500);
  EXPECT_TRUE(foretells(is_foretold_slow, 11e6 / 1e4, 11e6));
  EXPECT_FALSE(foretells(is_foretold_slow, 9e6 / 1e4, 9e6)) << "too short to tell";
}

TEST_F(FullSizeCopies, AreNotTriedWhereTheyWouldTakeManyTimesTheirLimit) {
  const Timed attempt = judged(0.5, 0, 1'000, 0.5e-4);
  ASSERT_TRUE(attempt.is_right());
  ASSERT_THAT(attempt.findings, SizeIs(1));
  EXPECT_THAT(attempt.findings[0].note, HasSubstr("timed (N=1000) would take far longer than 10 s here"));
  ASSERT_EQ(attempt.cases.size(), k_timed + 1);
  EXPECT_EQ(attempt.cases[k_timed].name, "timed");
  EXPECT_FALSE(attempt.cases[k_timed].passed);
  EXPECT_FALSE(judged(0.5, 0.1, 1, 0.5e-4).is_right()) << "slow in its first call alone: it is tried";
}

// An attempt that is slow in its first calls alone, so that it may hang at full size.
TEST_F(FullSizeCopies, AreRejectedWhereTimedCallsAreTooFastForThat) {
  for (const double took_s : {0.1, 0.2}) {
    Timed attempt = judged(0.6);
    attempt.measurements.push_back({.case_name = setting->cases[1].name, .device = {.median_ns = took_s * 1e9}});
    reject_what_only_seemed_slow(setting->cases, attempt);
    ASSERT_EQ(attempt.is_right(), took_s == 0.2);
    if (attempt.is_right()) continue;
    EXPECT_EQ(attempt.standing.error().verdict.kind, VerdictKind::time_limit);
    EXPECT_THAT(attempt.standing.error().verdict.details, HasSubstr("too fast"));
    EXPECT_THAT(attempt.findings, IsEmpty());
    EXPECT_THAT(attempt.measurements, IsEmpty());
  }
}

// It is seen without timed calls, too.
TEST_F(FullSizeCopies, AreRejectedWhereASmallerCaseIsTooFastWhenItIsCalledAgain) {
  for (const int first_calls : {1, 2, 3, 4}) {
    EXPECT_TRUE(judged(0.6, 0.2, first_calls).is_right());
    const Timed attempt = judged(0.6, 0.1, first_calls);
    ASSERT_FALSE(attempt.is_right()) << first_calls;
    EXPECT_EQ(attempt.standing.error().verdict.kind, VerdictKind::time_limit);
    EXPECT_THAT(attempt.standing.error().verdict.details, HasSubstr("called again, some is too fast"));
    EXPECT_THAT(attempt.findings, IsEmpty());
    EXPECT_FALSE(attempt.cases[k_timed].passed);
  }
}

TEST_F(FullSizeCopies, ThatHangBehindFastOnesAreRejected) {
  const Timed attempt = judged(0.4);
  ASSERT_FALSE(attempt.is_right());
  EXPECT_EQ(attempt.standing.error().verdict.kind, VerdictKind::time_limit);
}

}  // namespace
}  // namespace judge

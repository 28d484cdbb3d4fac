/// The passes with players that copy, lie and die, at judge/device/copy with cases of a few kilobytes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "judge/catalog/catalog.hpp"
#include "judge/judging/testing.hpp"
#include "judge/judging/timing.hpp"
#include "judge/tests/fake_player.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Everything that happened, in words.
struct Log : Observer {
  void attempt_started(std::string_view name, std::size_t cases) override { add(fmt::format("{}, {} cases", name, cases)); }
  void overall_stage(std::string_view name) override { add(std::string(name)); }
  void case_done(std::string_view name, bool passed) override { add(fmt::format("{} {}", name, passed ? "passed" : "failed")); }
  void add(std::string line) { lines.push_back(std::move(line)); }
  std::vector<std::string> lines;
};

class Passes : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder = new TemporaryDirectory(*TemporaryDirectory::create("judge-passes"));
    fs::copy(JUDGE_SOURCE_DIR "/judge/device/copy", folder->path() / "copy");
    ASSERT_TRUE(write_file(folder->path() / "copy/tests.json", R"({"cases": [
        {"name": "one", "scalars": {"N": 1}}, {"name": "some", "scalars": {"N": 100}},
        {"name": "timed", "timed": true, "scalars": {"N": 1000}}]})"));
    const Installation installation{JUDGE_BINARY_DIR};
    const auto problem = load_problem(folder->path() / "copy");
    ASSERT_TRUE(problem) << problem.error().message;
    const Target target{.kind = RuntimeKind::emulated, .runtime_library = installation.emulated_runtime()};
    auto opening = open_setting({.installation = installation,
                                 .target = target,
                                 .cache_dir = JUDGE_BINARY_DIR "/tests/cache",
                                 .problem = *problem,
                                 .seed = 1});
    ASSERT_TRUE(opening) << opening.error().message;
    setting = opening->setting.release();
    auto opened = open_harness(*setting, std::move(opening->builds));
    ASSERT_TRUE(opened) << opened.error().message;
    harness = opened->release();
  }
  static void TearDownTestSuite() {
    delete harness;
    delete setting;
    delete folder;
  }
  void TearDown() override {
    setting->players = {};
    setting->runtime.kind = RuntimeKind::emulated;
    harness->bystander.reset();
  }

  static std::unique_ptr<FakePlayer> fake() { return std::make_unique<FakePlayer>(setting->runtime); }

  /// A build that is done; its library is a real one, of this test's.
  static Building building(const std::string& name, BuildResult result) {
    Building attempt;
    attempt.attempt = {.name = name, .path = name + ".cu"};
    std::promise<Result<BuildResult>> done;
    done.set_value(std::move(result));
    attempt.result = done.get_future();
    return attempt;
  }

  /// An attempt that `player` holds, tested in the timed case.
  Timed tested(const std::string& name, std::unique_ptr<Player> player) {
    Timed attempt;
    attempt.attempt = {.name = name, .path = name + ".cu"};
    attempt.built = Built{.symbol = "solve"};
    StageClock clock;
    auto loaded = load(*harness, *attempt.built, std::move(player));
    EXPECT_TRUE(loaded) << loaded.error().message;
    attempt.standing = *std::move(loaded);
    if (attempt.is_right()) {
      EXPECT_TRUE(test_case(*harness, attempt, k_timed, clock, m_log));
    }
    return attempt;
  }

  /// Calls of nothing read like this until the end of the test.
  static void add_bystander(double device_ns, double watched_ns) {
    auto bystander = fake();
    bystander->device_ns = device_ns;
    bystander->watched_ns_of_each = watched_ns;
    EXPECT_TRUE(stand_by(*harness, *bystander));
    harness->bystander = std::move(bystander);
  }

  static TimingOptions short_times() {
    TimingOptions options;
    options.rule = {.min_samples = 16, .max_samples = 20, .min_device_time_ns = 0};
    options.verified = 3;
    return options;
  }

  static constexpr std::size_t k_timed = 2;
  inline static TemporaryDirectory* folder = nullptr;
  inline static Setting* setting = nullptr;
  inline static Harness* harness = nullptr;
  Log m_log;
};

std::optional<Outcome> crash() { return outcome::Crashed{.signal = 11}; }

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
  const auto all = test_all(*harness, std::move(attempts), fake(), m_log);
  ASSERT_TRUE(all) << all.error().message;
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

TEST_F(Passes, TimesThoseThatAreRight) {
  std::vector<Timed> attempts;
  for (const double time_ns : {2e6, 1e6}) {
    auto player = fake();
    player->device_ns = player->wall_ns = time_ns;
    attempts.push_back(tested("copies", std::move(player)));
  }
  auto wrong = fake();
  wrong->solve = [](float*, float*, int, protocol::Returned&) { return crash(); };
  attempts.insert(attempts.begin() + 1, tested("crashes", std::move(wrong)));
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0, 2));
  EXPECT_THAT(attempts[1].measurements, IsEmpty());
  EXPECT_EQ(attempts[0].measurements.front().device.median_ns, 2e6);
  EXPECT_EQ(attempts[2].measurements.front().device.median_ns, 1e6);
  EXPECT_EQ(attempts[0].measurements.front().bracket, Bracket::host_clock);
  EXPECT_EQ(m_log.lines.back(), "timing timed");
}

// One that dies in its k-th call, for every k until it is timed to the end: the verdict says which call, and the other one's
// times are whole.
TEST_F(Passes, OneThatDiesInAnyTimedCallIsRejectedThere) {
  for (std::size_t death = 1;; ++death) {
    std::vector<Timed> attempts;
    attempts.push_back(tested("lives", fake()));
    auto dying = fake();
    FakePlayer& player = *dying;
    attempts.push_back(tested("dies", std::move(dying)));
    player.solve = [&player, death](float* input, float* output, int n, protocol::Returned&) {
      std::copy_n(input, n, output);
      return player.calls.size() == death + 1 ? crash() : std::nullopt;  // the first one was the check
    };
    const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_log);
    ASSERT_TRUE(timed) << timed.error().message;
    ASSERT_THAT(attempts[0].measurements, SizeIs(1));
    EXPECT_EQ(attempts[0].measurements[0].samples.size(), 2 * timed->block_times_ns.front().size());
    if (attempts[1].is_right()) {
      EXPECT_EQ(death, attempts[1].measurements[0].samples.size() + 2);  // the last one is not timed
      return;
    }
    EXPECT_THAT(timed->contestants, ElementsAre(0));
    const Verdict& verdict = attempts[1].standing.error().verdict;
    EXPECT_EQ(verdict.kind, VerdictKind::runtime_error);
    EXPECT_THAT(verdict.details, HasSubstr(fmt::format("call {} of those that are timed was not", death)));
    ASSERT_LT(death, 50u);
  }
}

TEST_F(Passes, OneThatDiesWhileTheClockIsMeasuredIsRejectedAlone) {
  std::vector<Timed> attempts;
  attempts.push_back(tested("lives", fake()));
  auto dying = fake();
  dying->empty_failure = crash();
  attempts.push_back(tested("dies", std::move(dying)));
  setting->players = [](const PlayerProcess::Options&) { return fake(); };
  setting->runtime.kind = RuntimeKind::cuda;  // where there is such a clock
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  ASSERT_FALSE(attempts[1].is_right());
  EXPECT_EQ(attempts[1].standing.error().verdict.kind, VerdictKind::runtime_error);
}

// On the emulated runtime device memory is open to the host in timed calls.
TEST_F(Passes, OneThatDoesWithoutTheDeviceOnceItIsTimedIsRejected) {
  std::vector<Timed> attempts;
  attempts.push_back(tested("stays", fake()));
  auto turning = fake();
  FakePlayer& player = *turning;
  attempts.push_back(tested("turns", std::move(turning)));
  player.solve = [&player](float* input, float* output, int n, protocol::Returned&) {
    std::copy_n(input, n, output);
    return player.calls.back().bracket == Bracket::none ? crash() : std::nullopt;
  };
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  EXPECT_TRUE(attempts[0].is_right());
  ASSERT_FALSE(attempts[1].is_right());
  EXPECT_THAT(attempts[1].standing.error().verdict.details, HasSubstr("of those that are timed was not"));
}

TEST_F(Passes, OneThatSpeaksUnaskedAfterItsLastCallIsRejected) {
  std::vector<Timed> attempts;
  attempts.push_back(tested("silent", fake()));
  auto lying = fake();
  lying->speaks = [] { return std::optional<Outcome>(outcome::Cheated{"a second answer"}); };
  attempts.push_back(tested("speaks", std::move(lying)));
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  EXPECT_EQ(attempts[1].standing.error().verdict.kind, VerdictKind::cheating);
  EXPECT_THAT(attempts[1].measurements, IsEmpty());
}

// The first case is left out: it is called once more to load code.
TEST_F(Passes, NoTimedCallHasInputsOfAnEarlierOne) {
  std::vector<Timed> attempts;
  auto player = fake();
  std::set<std::vector<float>> seen;
  player->solve = [&seen](float* input, float* output, int n, protocol::Returned&) {
    std::copy_n(input, n, output);
    EXPECT_TRUE(seen.emplace(input, input + n).second) << "call " << seen.size() + 1;
    return std::optional<Outcome>();
  };
  attempts.push_back(tested("copies", std::move(player)));
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_GT(seen.size(), 10u);
}

TEST_F(Passes, AnAnswerToEarlierInputsIsWrong) {
  std::vector<Timed> attempts;
  auto player = fake();
  std::vector<float> kept;
  player->solve = [&kept](float* input, float* output, int n, protocol::Returned&) {
    if (kept.empty()) kept.assign(input, input + n);
    std::ranges::copy(kept, output);
    return std::optional<Outcome>();
  };
  attempts.push_back(tested("keeps", std::move(player)));
  ASSERT_TRUE(attempts[0].is_right());
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  ASSERT_FALSE(attempts[0].is_right());
  EXPECT_EQ(attempts[0].standing.error().verdict.kind, VerdictKind::wrong_answer);
  EXPECT_THAT(attempts[0].standing.error().verdict.details, HasSubstr("of those that are timed was not"));
  EXPECT_THAT(timed->contestants, IsEmpty());
  EXPECT_THAT(attempts[0].measurements, IsEmpty());
}

// All calls are kept here, so what is left out in one of them is found.
TEST_F(Passes, OneThatLeavesOutASingleCallIsFoundAndTheOtherIsNotRejectedForIt) {
  std::vector<Timed> attempts;
  attempts.push_back(tested("copies", fake()));
  auto lazy = fake();
  FakePlayer& player = *lazy;
  attempts.push_back(tested("lazy", std::move(lazy)));
  player.solve = [&player](float* input, float* output, int n, protocol::Returned&) {
    if (player.calls.size() != 9) std::copy_n(input, n, output);
    return std::optional<Outcome>();
  };
  auto options = short_times();
  options.verified = 1000;
  const auto timed = time_side_by_side(*harness, attempts, k_timed, options, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_TRUE(attempts[0].is_right());
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  ASSERT_FALSE(attempts[1].is_right());
  EXPECT_THAT(attempts[1].standing.error().verdict.details, HasSubstr("call 8 of those that are timed was not"));
}

TEST_F(Passes, OneWhoseProcessHidesTimeIsRejectedAlone) {
  std::vector<Timed> attempts;
  for (const double watched_ns : {2.1e6, 4.1e6}) {
    auto player = fake();
    player->device_ns = player->wall_ns = 2e6;
    player->watched_ns_of_each = watched_ns;
    attempts.push_back(tested("copies", std::move(player)));
  }
  add_bystander(1e3, 100e3);
  setting->runtime.kind = RuntimeKind::cuda;  // by the host's clock nobody is accused
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  EXPECT_NEAR(attempts[0].measurements.front().unreported_ns, 0, 1);
  ASSERT_FALSE(attempts[1].is_right());
  EXPECT_EQ(attempts[1].standing.error().verdict.kind, VerdictKind::cheating);
  EXPECT_THAT(attempts[1].standing.error().verdict.summary, HasSubstr("its process reports 2.00 ms for a call"));
}

// What is subtracted comes from the attempt's process as well.
TEST_F(Passes, AnEmptyBracketThatIsTooLongGainsNothing) {
  std::vector<Timed> attempts;
  for (const double empty_ns : {1.3e3, 31.3e3}) {
    auto player = fake();
    player->device_ns = 68.3e3;
    player->watched_ns_of_each = 75e3;
    player->empty_ns = empty_ns;
    attempts.push_back(tested("copies", std::move(player)));
  }
  add_bystander(1.3e3, 8e3);
  setting->runtime.kind = RuntimeKind::cuda;  // where there is such a bracket
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  EXPECT_NEAR(attempts[0].measurements.front().device.median_ns, 67e3, 1);
  ASSERT_FALSE(attempts[1].is_right());
  EXPECT_EQ(attempts[1].standing.error().verdict.kind, VerdictKind::cheating);
}

TEST_F(Passes, TimesOnASharedDeviceAreTheRefereesOwn) {
  std::vector<Timed> attempts;
  auto player = fake();
  FakePlayer& one = *player;
  player->device_ns = player->wall_ns = 2e6;
  player->solve = [&one](float* input, float* output, int n, protocol::Returned&) {
    std::copy_n(input, n, output);
    one.watched_ns_of_each = 2.1e6 + 500e3 * static_cast<double>(one.calls.size() % 5);  // somebody else's work comes between
    return std::optional<Outcome>();
  };
  attempts.push_back(tested("copies", std::move(player)));
  add_bystander(1e3, 100e3);
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  ASSERT_TRUE(attempts[0].is_right());
  EXPECT_NEAR(attempts[0].measurements.front().device.median_ns, 3e6, 10e3);
  EXPECT_NEAR(timed->block_times_ns.front().front(), 3e6, 10e3);
  EXPECT_THAT(attempts[0].measurements.front().note, HasSubstr("by the judge's own clock"));
}

TEST_F(Passes, WorkBesideTheBracketInMostCallsIsRejected) {
  std::vector<Timed> attempts;
  for (const int every : {3, 1}) {
    auto player = fake();
    FakePlayer& one = *player;
    attempts.push_back(tested("copies", std::move(player)));
    one.solve = [&one, every](float* input, float* output, int n, protocol::Returned& returned) {
      std::copy_n(input, n, output);
      returned.trace.crowded = one.calls.size() % static_cast<std::size_t>(every) == 0;
      return std::optional<Outcome>();
    };
  }
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));  // now and then it is somebody else
  EXPECT_EQ(attempts[1].standing.error().verdict.kind, VerdictKind::cheating);
}

}  // namespace
}  // namespace judge

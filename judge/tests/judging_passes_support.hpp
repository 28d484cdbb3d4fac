#pragma once

/// The passes with players that copy, lie and die, at judge/device/copy with cases of a few kilobytes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/catalog/catalog.hpp"
#include "judge/passes/testing.hpp"
#include "judge/passes/timing.hpp"
#include "judge/tests/fake_player.hpp"
#include "judge/util/files.hpp"

namespace judge {

/// How the device was used, in words.
struct AccessLog : DeviceAccess {
  std::vector<std::string> turns;
  bool others = false;
  bool has_others() const override { return others; }
  Result<void> alone() override { return add("alone"); }
  Result<void> beside_others() override { return add("beside others"); }
  void leave() override { (void)add("left"); }
  Result<void> add(const char* turn) {
    turns.emplace_back(turn);
    return {};
  }
};

/// Everything that happened, in words.
struct Log : Observer {
  void attempt_started(std::string_view name, std::size_t cases) override { add(fmt::format("{}, {} cases", name, cases)); }
  void overall_stage(std::string_view name) override { add(std::string(name)); }
  void message(std::string_view line) override { add(std::string(line)); }
  void case_done(std::string_view name, bool passed) override { add(fmt::format("{} {}", name, passed ? "passed" : "failed")); }
  void add(std::string line) { lines.push_back(std::move(line)); }
  std::vector<std::string> lines;
};

class Passes : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder = new TemporaryDirectory(*TemporaryDirectory::create("passes"));
    std::filesystem::copy(JUDGE_SOURCE_DIR "/judge/device/copy", folder->path() / "copy");
    ASSERT_TRUE(write_file(folder->path() / "copy/tests.json", R"({"cases": [
        {"name": "one", "scalars": {"N": 1}}, {"name": "some", "scalars": {"N": 100}},
        {"name": "timed", "timed": true, "scalars": {"N": 1000}}]})"));
  }
  static void TearDownTestSuite() { delete folder; }

  Passes() { open(); }
  ~Passes() override {  // after the players of the derived classes, which use the setting's runtime
    harness.reset();
    setting.reset();
  }

  /// A setting and a harness of this test's own, which may change both as it likes.
  static void open() {
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
    setting = std::move(opening->setting);
    setting->longest_gap = [](std::uint64_t) { return std::uint64_t{0}; };  // as on a GPU that nobody else uses
    auto opened = open_harness(*setting, std::move(opening->builds));
    ASSERT_TRUE(opened) << opened.error().message;
    harness = *std::move(opened);
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
    options.playback = PlaybackWish::never;
    return options;
  }

  static constexpr std::size_t k_timed = 2;
  inline static TemporaryDirectory* folder = nullptr;
  inline static std::unique_ptr<Setting> setting;
  inline static std::unique_ptr<Harness> harness;
  Log m_log;
  DeviceAccess m_device;
  StageClock m_clock;
};

inline std::optional<Outcome> crash() { return outcome::Crashed{.signal = 11}; }

}  // namespace judge

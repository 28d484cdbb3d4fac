#include "judge/render/progress.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

#include "judge/tests/render_samples.hpp"

namespace judge {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// A pipe whose written bytes can be read back, and a clock set by hand.
struct Stage {
  std::array<int, 2> pipe_ends{};
  std::chrono::steady_clock::time_point now{};

  Stage() { EXPECT_EQ(pipe2(pipe_ends.data(), O_NONBLOCK), 0); }
  ~Stage() {
    close(pipe_ends[0]);
    close(pipe_ends[1]);
  }

  ProgressOptions options(ProgressMode mode) {
    return {.file_descriptor = pipe_ends[1],
            .mode = mode,
            .width = 60,
            .now = [this] { return now; },
            .ticker = ProgressOptions::Ticker::off};
  }

  std::string written() const {
    std::string text(1 << 16, '\0');
    const auto size = read(pipe_ends[0], text.data(), text.size());
    text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return text;
  }
};

TEST(ProgressLines, AreOneForEachAttemptAndStage) {
  Stage stage;
  Progress progress(stage.options(ProgressMode::lines));
  progress.overall_stage("building 14 attempts");
  progress.attempt_started("va_float4", 20);
  progress.stage("checking 20 cases");
  for (int i = 0; i < 20; ++i) progress.case_done("a case", true);
  progress.overall_stage("timing large");
  progress.attempt_done(sample_record("va_float4", 73'100));
  progress.attempt_done(rejected_record("va_tail", {.kind = VerdictKind::wrong_answer, .summary = "1 element is wrong"}));
  EXPECT_EQ(stage.written(),
            "building 14 attempts\n"
            "va_float4: checking 20 cases\n"
            "timing large\n"
            "va_float4: accepted, 73.1 us\n"
            "va_tail: wrong-answer: 1 element is wrong\n");
}

TEST(ProgressLines, ANameIsNoLineOfItsOwn) {
  Stage stage;
  Progress progress(stage.options(ProgressMode::lines));
  progress.attempt_started("va\nvb: accepted, 1 ns", 20);
  progress.stage("checking");
  progress.attempt_done(sample_record("va\nvb: accepted, 1 ns", 73'100));
  EXPECT_THAT(stage.written(), testing::Not(HasSubstr("\nvb: ")));
}

TEST(ProgressLive, RewritesOneLineAndClearsIt) {
  Stage stage;
  Progress progress(stage.options(ProgressMode::live));
  progress.run_started(14);
  progress.attempt_started("va_float4", 20);
  EXPECT_EQ(stage.written(), "\r\033[K[1/14] va_float4, case 1 of 20");
  stage.now += 1s;
  progress.stage("checking");
  EXPECT_EQ(stage.written(), "\r\033[K[1/14] va_float4: checking, case 1 of 20");
  stage.now += 1s;
  progress.case_done("a case", true);
  EXPECT_EQ(stage.written(), "\r\033[K[1/14] va_float4: checking, case 2 of 20");
  stage.now += 3s;
  progress.case_done("a case", false);
  EXPECT_EQ(stage.written(), "\r\033[K[1/14] va_float4: checking, case 3 of 20, 1 failed, 4 s");
  progress.attempt_done(sample_record("va_float4", 73'100));
  EXPECT_EQ(stage.written(), "");
  progress.finish();
  EXPECT_EQ(stage.written(), "\r\033[K");
  progress.stage("more");
  EXPECT_EQ(stage.written(), "");
}

TEST(ProgressLive, DrawsAtMostTenTimesASecond) {
  Stage stage;
  Progress progress(stage.options(ProgressMode::live));
  progress.run_started(14);
  progress.attempt_started("va", 1000);
  for (int i = 0; i < 450; ++i) {
    stage.now += 1ms;
    progress.case_done("a case", true);
  }
  const auto text = stage.written();
  EXPECT_EQ(std::ranges::count(text, '\r'), 5);
  stage.now += 100ms;
  progress.tick();
  EXPECT_THAT(stage.written(), HasSubstr("case 451 of 1000"));
}

TEST(ProgressLive, IsGoneOnceTheRunHasEndedAndThereForWhatComesAfterIt) {
  Stage stage;
  Progress progress(stage.options(ProgressMode::live));
  progress.run_started(14);
  progress.attempt_started("va", 2);
  stage.written();
  progress.run_ended();
  EXPECT_EQ(stage.written(), "\r\033[K");
  stage.now += 1s;
  progress.tick();
  EXPECT_EQ(stage.written(), "");
  progress.message("waiting for another judge's timing");
  progress.attempt_started("copy_float4", 2);
  EXPECT_EQ(stage.written(), "waiting for another judge's timing\n\r\033[Kcopy_float4, case 1 of 2");
  progress.finish();
  stage.written();
  progress.message("too late");
  EXPECT_EQ(stage.written(), "");
}

TEST(ProgressLive, WhatIsDoneWithAllAttemptsNamesNone) {
  Stage stage;
  Progress progress(stage.options(ProgressMode::live));
  progress.run_started(14);
  stage.now += 5s;
  progress.tick();
  EXPECT_EQ(stage.written(), "");
  progress.attempt_started("va", 2);
  progress.case_done("a case", false);
  stage.written();
  stage.now += 1s;
  progress.overall_stage("timing large");
  EXPECT_EQ(stage.written(), "\r\033[Ktiming large");
}

TEST(ProgressLive, NeverWraps) {
  Stage stage;
  Progress progress(stage.options(ProgressMode::live));
  progress.run_started(14);
  progress.attempt_started(std::string(200, 'x'), 3);
  EXPECT_EQ(stage.written().size(), std::string("\r\033[K").size() + 59);
}

TEST(ProgressLive, MessagesStayAboveTheLine) {
  Stage stage;
  Progress progress(stage.options(ProgressMode::live));
  progress.run_started(14);
  progress.attempt_started("va", 0);
  stage.written();
  progress.message("warning: no extern \"C\"");
  EXPECT_EQ(stage.written(), "\r\033[Kwarning: no extern \"C\"\n\r\033[K[1/14] va");
}

TEST(ProgressLive, TheTickerShowsThatTimePasses) {
  Stage stage;
  auto options = stage.options(ProgressMode::live);
  options.ticker = ProgressOptions::Ticker::on;
  options.now = std::chrono::steady_clock::now;
  Progress progress(options);
  progress.stage("building");
  std::string text;
  for (int i = 0; i < 100 && !text.contains("2 s"); ++i) {
    std::this_thread::sleep_for(50ms);
    text += stage.written();
  }
  EXPECT_THAT(text, HasSubstr("building, 2 s"));
}

TEST(Progress, IsSafeFromManyThreads) {
  Stage stage;
  Progress progress(stage.options(ProgressMode::lines));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) progress.message("a whole line");
    });
  for (auto& thread : threads) thread.join();
  std::string expected;
  for (int i = 0; i < 200; ++i) expected += "a whole line\n";
  EXPECT_EQ(stage.written(), expected);
}

TEST(Progress, OffIsSilent) {
  Stage stage;
  Progress progress(stage.options(ProgressMode::off));
  progress.attempt_started("va", 3);
  progress.stage("checking");
  progress.message("hello");
  progress.finish();
  EXPECT_EQ(stage.written(), "");
}

TEST(Progress, OfMessagesAloneSaysNothingElse) {
  Stage stage;
  Progress progress(stage.options(ProgressMode::messages));
  progress.overall_stage("building");
  progress.attempt_started("va", 3);
  progress.case_done("a case", true);
  progress.message("no GPU was found");
  progress.attempt_done(sample_record("va", 73'100));
  progress.finish();
  EXPECT_EQ(stage.written(), "no GPU was found\n");
}

TEST(Progress, PipesGetLinesOrWhatIsAskedFor) {
  Stage stage;
  EXPECT_EQ(progress_mode_for(stage.pipe_ends[1]), ProgressMode::lines);
  EXPECT_EQ(progress_mode_for(stage.pipe_ends[1], ProgressMode::messages), ProgressMode::messages);
}

}  // namespace
}  // namespace judge

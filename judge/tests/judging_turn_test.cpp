#include "judge/judging/turn.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

#include "judge/util/files.hpp"

namespace judge {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

struct Listener : Observer {
  std::vector<std::string> lines;
  void message(std::string_view line) override { lines.emplace_back(line); }
};

TEST(Turn, ComesWhenTheOtherJudgeIsDoneAndSaysWhoThatIs) {
  const auto folder = *TemporaryDirectory::create("judge-turn-tests");
  const auto file = folder.path() / "new" / "timing.lock";
  Listener first, second;
  auto held = wait_for_turn(file, first);
  ASSERT_TRUE(held && *held);
  EXPECT_THAT(first.lines, ElementsAre());
  std::thread other([&] {
    std::this_thread::sleep_for(50ms);
    held->reset();
  });
  const auto turn = wait_for_turn(file, second);
  other.join();
  EXPECT_TRUE(turn && *turn);
  EXPECT_THAT(second.lines, ElementsAre(fmt::format("waiting for another judge's timing (pid {})", ::getpid())));
}

TEST(Turn, IsGivenUpAfterAWhile) {
  const auto folder = *TemporaryDirectory::create("judge-turn-tests");
  const auto file = folder.path() / "timing.lock";
  Listener listener;
  const auto held = wait_for_turn(file, listener);
  const auto turn = wait_for_turn(file, listener, 1ms);
  ASSERT_TRUE(turn) << turn.error().message;
  EXPECT_FALSE(*turn);
  EXPECT_THAT(listener.lines, ElementsAre(StartsWith("waiting for"), HasSubstr("timing beside it")));
}

}  // namespace
}  // namespace judge

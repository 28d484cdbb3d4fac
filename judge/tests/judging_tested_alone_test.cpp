#include "judge/judging/tested_alone.hpp"

#include "judge/judging/timing_lock.hpp"
#include "judge/passes/lack_of_memory.hpp"
#include "judge/tests/judging_passes_support.hpp"

namespace judge {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using Solve = decltype(FakePlayer::solve);

std::optional<Outcome> lack_memory() { return outcome::TooMuchMemory{.device = true, .asked_bytes = 1 << 20}; }

bool is_free(const std::filesystem::path& file, LockMode mode) {
  return FileLock::try_acquire(file, mode, LockFile::stays)->has_value();
}

class TestedAlone : public Passes {
 protected:
  Tested tested_with(const std::string& name, Solve solve) {
    auto player = fake();
    player->solve = std::move(solve);
    return tested(name, std::move(player));
  }

  /// Tests `attempts` once more, where that has to be, with players that solve like this.
  void test_alone(std::vector<Tested>& attempts, const Solve& solve) {
    setting->players = [this, solve](const PlayerProcess::Options&) {
      auto player = fake();
      player->solve = solve;
      ++m_started;
      return player;
    };
    LockedDevice device(m_lock_file, m_log);
    ASSERT_TRUE(device.beside_others());
    const auto done = test_alone_what_lacked_memory(*harness, attempts, device, m_log,
                                                    [this](const Tested& attempt) { m_done.push_back(attempt.attempt.name); });
    EXPECT_TRUE(done) << done.error().message;
    EXPECT_TRUE(is_free(m_lock_file, LockMode::shared));
    EXPECT_FALSE(is_free(m_lock_file, LockMode::exclusive));
  }

  const std::filesystem::path m_lock_file = folder->path() / "timing.lock";
  int m_started = 0;
  std::vector<std::string> m_done;
};

TEST_F(TestedAlone, WhatLackedDeviceMemoryHasAllOfItTheNextTime) {
  const auto zeros = [](float*, float* output, int n, protocol::Returned&) {
    std::fill_n(output, n, 0.0f);
    return std::optional<Outcome>();
  };
  std::vector<Tested> attempts;
  attempts.push_back(tested_with("hungry", [](auto&&...) { return lack_memory(); }));
  attempts.push_back(tested_with("wrong", zeros));
  m_log.lines.clear();
  bool was_alone = true;
  test_alone(attempts, [&](float* input, float* output, int n, protocol::Returned&) {
    was_alone = was_alone && !is_free(m_lock_file, LockMode::shared);
    std::copy_n(input, n, output);
    return std::optional<Outcome>();
  });
  EXPECT_TRUE(was_alone);
  EXPECT_EQ(m_started, 1);
  EXPECT_THAT(m_done, ElementsAre("hungry"));
  EXPECT_TRUE(attempts[0].is_right());
  ASSERT_THAT(attempts[0].cases, SizeIs(3));
  EXPECT_TRUE(attempts[0].cases[0].passed);
  EXPECT_EQ(attempts[1].standing.error().verdict.kind, VerdictKind::wrong_answer);
  EXPECT_THAT(m_log.lines, ElementsAre("hungry lacked device memory beside other attempts: it is tested once more, alone"));
}

TEST_F(TestedAlone, WhatLacksItAloneTooIsNotTestedAThirdTime) {
  std::vector<Tested> attempts;
  attempts.push_back(tested_with("hungry", [](auto&&...) { return lack_memory(); }));
  test_alone(attempts, [](auto&&...) { return lack_memory(); });
  EXPECT_EQ(m_started, 1);
  ASSERT_FALSE(attempts[0].is_right());
  EXPECT_EQ(attempts[0].standing.error().verdict.kind, VerdictKind::memory_limit);
  EXPECT_THAT(attempts[0].cases, SizeIs(1));
}

TEST_F(TestedAlone, NobodyElseIsKeptWaitingWhereNoneLackedMemory) {
  std::vector<Tested> attempts;
  attempts.push_back(tested_with("crashes", [](auto&&...) { return crash(); }));
  test_alone(attempts, [](auto&&...) { return std::optional<Outcome>(); });
  EXPECT_EQ(m_started, 0);
  EXPECT_THAT(m_done, IsEmpty());
}

TEST(LackOfMemory, IsToldByTheOutcomeOrInTheAttemptsWords) {
  EXPECT_TRUE(lacks_device_memory(outcome::TooMuchMemory{.device = true}, ""));
  EXPECT_FALSE(lacks_device_memory(outcome::TooMuchMemory{.device = false}, "out of memory"));
  EXPECT_TRUE(lacks_device_memory(outcome::CudaError{.code = 2}, ""));
  EXPECT_FALSE(lacks_device_memory(outcome::CudaError{.code = 700}, "out of memory"));
  EXPECT_TRUE(
      lacks_device_memory(outcome::JudgeFailed{"cudaMalloc() failed: cudaErrorMemoryAllocation (2): out of memory"}, ""));
  EXPECT_TRUE(lacks_device_memory(outcome::Exited{.status = 1}, "a.cu:7: out of memory"));
  EXPECT_FALSE(lacks_device_memory(outcome::Exited{.status = 1}, "a.cu:7: no such file"));
  EXPECT_TRUE(lacks_device_memory(outcome::Crashed{.signal = 6}, "terminate called: cudaErrorMemoryAllocation"));
  EXPECT_TRUE(lacks_device_memory(outcome::Crashed{.note = "cannot go on: cudaErrorMemoryAllocation"}, ""));
  EXPECT_FALSE(lacks_device_memory(outcome::Passed{}, "out of memory"));
}

}  // namespace
}  // namespace judge

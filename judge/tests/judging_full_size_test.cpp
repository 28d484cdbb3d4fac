#include "judge/passes/full_size.hpp"
#include "judge/tests/judging_passes_support.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

/// A launch that fails in a dry call.
Player::Answer<Player::Called> failing_launch() {
  Player::Called called;
  called.failed_launch = {.kernel = "_Z4copyPfi", .number = 1, .error = 1};
  called.error_name = "cudaErrorInvalidValue";
  called.error_text = "invalid argument";
  called.error_call = "the launch copy<<<(1, 65536, 1), (32, 1, 1), 0>>>";
  return called;
}

class FullSize : public Passes {
 protected:
  void SetUp() override {
    Case larger = setting->cases[k_timed];
    larger.scalars["N"] = Scalar{std::int64_t{1} << 30};
    std::get<ScalarArgument>(larger.arguments[2]).value = std::int64_t{1} << 30;
    for (auto& argument : larger.arguments)
      if (auto* buffer = std::get_if<BufferArgument>(&argument)) buffer->shape = {std::int64_t{1} << 30};
    setting->full_size_cases = {larger};
  }

  /// An attempt that passed, after its dry calls. Calls that are not dry leave `small`, and what is pending is `error`.
  Timed after_dry_calls(std::vector<Player::Answer<Player::Called>> dry, bool writes, int error) {
    Timed attempt = tested("copy", fake());
    auto answers = std::make_shared<std::vector<Player::Answer<Player::Called>>>(std::move(dry));
    setting->players = [this, answers, writes, error](const PlayerProcess::Options&) {
      ++m_players;
      auto player = fake();
      player->dry = [this, answers](const protocol::Call& call) {
        m_dry_calls.push_back(call);
        return answers->at(m_dry_calls.size() - 1);
      };
      player->solve = [writes, error](float* input, float* output, int n, protocol::Returned& returned) {
        if (writes) std::copy_n(input, n, output);
        returned.error = error;
        returned.error_is_pending = error != 0;
        return std::optional<Outcome>();
      };
      player->limited = [this](auto) { ++m_small_calls; };
      return player;
    };
    EXPECT_TRUE(call_dry_at_full_size(*harness, attempt, m_log));
    return attempt;
  }

  int m_players = 0, m_small_calls = 0;
  std::vector<protocol::Call> m_dry_calls;
};

TEST_F(FullSize, ALaunchThatFailsThereDecides) {
  const Timed attempt = after_dry_calls({failing_launch()}, false, 1);
  ASSERT_FALSE(attempt.is_right());
  const Verdict& verdict = attempt.standing.error().verdict;
  EXPECT_EQ(verdict.kind, VerdictKind::runtime_error);
  EXPECT_EQ(verdict.case_name, "timed");
  EXPECT_EQ(verdict.summary,
            "the launch copy<<<(1, 65536, 1), (32, 1, 1), 0>>> failed with cudaErrorInvalidValue (1): invalid argument");
  EXPECT_THAT(verdict.details, HasSubstr("dry call"));
  EXPECT_EQ(attempt.cases.back().sizes, "N=1073741824");
  EXPECT_FALSE(attempt.cases.back().passed);
  ASSERT_EQ(m_dry_calls.size(), 1u);
  EXPECT_EQ(m_dry_calls.front().arguments[0].bytes, std::uint64_t{4} << 30);
  EXPECT_EQ(m_dry_calls.front().arguments[2].bits, std::uint64_t{1} << 30);
}

TEST_F(FullSize, AnErrorThatIsReadMakesTheAnswerWrong) {
  const Timed attempt = after_dry_calls({failing_launch()}, false, 0);
  ASSERT_FALSE(attempt.is_right());
  EXPECT_EQ(attempt.standing.error().verdict.kind, VerdictKind::wrong_answer);
}

TEST_F(FullSize, ALaunchThatNobodyNeedsDecidesNothing) {
  EXPECT_TRUE(after_dry_calls({failing_launch()}, true, 1).is_right());
  EXPECT_EQ(m_small_calls, 1);
}

TEST_F(FullSize, ADryCallThatEndsInAnotherWayDecidesNothing) {
  EXPECT_TRUE(after_dry_calls({std::unexpected(Outcome(outcome::TimedOut{}))}, false, 1).is_right());
  m_dry_calls.clear();
  EXPECT_TRUE(after_dry_calls({std::unexpected(*crash())}, false, 1).is_right());
  EXPECT_EQ(m_small_calls, 0);
}

TEST_F(FullSize, WhatWasCutShortGoesOnInAnotherProcess) {
  setting->full_size_cases.resize(3, setting->full_size_cases.front());
  Player::Called cut_short;
  cut_short.is_cut_short = true;
  EXPECT_TRUE(after_dry_calls({Player::Called{}, cut_short, Player::Called{}}, false, 1).is_right());
  EXPECT_EQ(m_dry_calls.size(), 3u);
  EXPECT_EQ(m_players, 2);
}

TEST_F(FullSize, EachBufferHasTheSlabWhoseMemoryItIs) {
  std::get<BufferArgument>(setting->full_size_cases.front().arguments[0]).memory = MemoryPlace::pageable;
  EXPECT_TRUE(after_dry_calls({Player::Called{}}, false, 1).is_right());
  ASSERT_EQ(m_dry_calls.size(), 1u);
  EXPECT_EQ(m_dry_calls.front().arguments[0].slab, 0);
  EXPECT_EQ(m_dry_calls.front().arguments[1].slab, 1);
  EXPECT_EQ(m_dry_calls.front().arguments[2].slab, -1);
}

TEST_F(FullSize, AnAllocationThatIsTooLargeThereDecides) {
  Player::Called called;
  called.failed_launch = {.kernel = "cudaMalloc", .number = 2, .error = cuda::error_memory_allocation};
  called.trace.refused_bytes = 0xffffffff80000000u;
  const Timed attempt = after_dry_calls({called}, false, 0);
  ASSERT_FALSE(attempt.is_right());
  const Verdict& verdict = attempt.standing.error().verdict;
  EXPECT_EQ(verdict.kind, VerdictKind::memory_limit);
  EXPECT_THAT(verdict.details, HasSubstr("in call 2 of cudaMalloc()"));
  EXPECT_THAT(verdict.details, HasSubstr("a size in int that overflows"));
  EXPECT_TRUE((m_dry_calls.clear(), after_dry_calls({called}, true, 0).is_right()));
}

}  // namespace
}  // namespace judge

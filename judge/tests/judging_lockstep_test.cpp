#include "judge/passes/lockstep.hpp"
#include "judge/tests/judging_passes_support.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

class InLockstep : public Passes {
 protected:
  /// An attempt that failed in the first of three cases, for a race between lanes. In lockstep it copies, and a call takes so long;
  /// as all code runs it copies `copied` elements.
  Checked judged(std::array<seconds, 3> calls_take, int copied, std::optional<Outcome> ends = std::nullopt) {
    auto now = std::make_shared<Clock::time_point>();
    setting->now = [now] { return *now; };
    setting->players = [=, this](const PlayerProcess::Options&) {
      auto player = fake();
      if (m_players++ == 0) {
        player->solve = [=](float* input, float* output, int n, protocol::Returned&) {
          std::copy_n(input, n, output);
          *now += calls_take.at(n == 1 ? 0 : n == 100 ? 1 : 2);
          return std::optional<Outcome>();
        };
      } else {
        player->solve = [=](float* input, float* output, int n, protocol::Returned&) {
          std::copy_n(input, std::min(n, copied), output);
          return ends;
        };
      }
      return player;
    };
    Checked attempt;
    attempt.attempt = {.name = "copy", .path = (folder->path() / "copy/copy_memcpy.cu").string()};
    attempt.source = *read_file(attempt.attempt.path);
    attempt.built = Built{.symbol = "solve"};
    attempt.cases = {{.name = "one"}};
    attempt.findings = {{.kind = Fault::Kind::race, .in_one_warp = true}};
    attempt.standing = std::unexpected(Decided{.verdict = {.kind = VerdictKind::wrong_answer, .case_name = "one"}});
    auto checked = judge_in_lockstep(*harness, std::move(attempt), m_log);
    EXPECT_TRUE(checked) << checked.error().message;
    return *std::move(checked);
  }

  static std::vector<std::string> passed(const Checked& attempt) {
    std::vector<std::string> names;
    for (const CaseResult& called : attempt.cases)
      if (called.passed) names.push_back(called.name);
    return names;
  }

  int m_players = 0;
};

TEST_F(InLockstep, AllCasesAreCalled) {
  const Checked attempt = judged({seconds(1), seconds(20), seconds(20)}, 0);
  EXPECT_EQ(attempt.standing.error().verdict.kind, VerdictKind::accepted);
  EXPECT_THAT(passed(attempt), ElementsAre("one", "some", "timed"));
  EXPECT_EQ(m_players, 1);
}

TEST_F(InLockstep, ACaseWithoutTimeIsAcceptedWhereItIsRightAsAllCodeRuns) {
  const Checked attempt = judged({seconds(1), seconds(121), seconds(1)}, 1000);
  EXPECT_EQ(attempt.standing.error().verdict.kind, VerdictKind::accepted);
  EXPECT_THAT(passed(attempt), ElementsAre("one", "some", "timed"));
  EXPECT_THAT(attempt.findings.back().note, HasSubstr("not run so for lack of time, but right as all code runs: timed"));
}

TEST_F(InLockstep, AWrongAnswerOfACaseWithoutTimeStands) {
  const Checked attempt = judged({seconds(1), seconds(121), seconds(1)}, 100);
  const Verdict& verdict = attempt.standing.error().verdict;
  EXPECT_EQ(verdict.kind, VerdictKind::wrong_answer);
  EXPECT_EQ(verdict.case_name, "timed");
  EXPECT_THAT(passed(attempt), ElementsAre("one", "some"));
  EXPECT_THAT(verdict.details, AllOf(HasSubstr("there was no time, and its answer stands"), HasSubstr("race")));
}

TEST_F(InLockstep, ACaseOfFullSizeWithoutTimeIsNamed) {
  setting->cases[k_timed].is_full_size_twin = true;
  const Checked attempt = judged({seconds(1), seconds(30), seconds(1)}, 100);
  setting->cases[k_timed].is_full_size_twin = false;
  EXPECT_EQ(attempt.standing.error().verdict.kind, VerdictKind::accepted);
  EXPECT_THAT(passed(attempt), ElementsAre("one", "some"));
  EXPECT_THAT(attempt.findings.back().note, HasSubstr("not judged for lack of time: timed"));
}

}  // namespace
}  // namespace judge

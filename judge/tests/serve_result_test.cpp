#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/model/trial.hpp"
#include "judge/serve/served_comparison.hpp"
#include "judge/serve/views.hpp"
#include "judge/tests/render_samples.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

CompareDocument compared(bool is_different) {
  return {.records = {sample_record("mine", 1e6), sample_record("yours", 2e6)},
          .pairs = {
              {.a = "mine", .b = "yours", .ratio = 0.5, .is_different = is_different, .blocks = 40, .words = "2.00x faster"}}};
}

TEST(ServedComparison, SaysASentence) {
  EXPECT_EQ(served_comparison(compared(true)).summary, "A is 2.00x faster");
  EXPECT_EQ(served_comparison(compared(false)).summary, "A and B: 2.00x faster");
  const auto none = served_comparison({.records = {sample_record("mine", 1e6)}});
  EXPECT_THAT(none.summary, HasSubstr("nothing to compare"));
  EXPECT_FALSE(encode(none).contains("pair"));
}

std::string shown(const Order& order, const nlohmann::json& result) { return result_view(order, result).markup(); }

TEST(ResultView, OfAComparisonHasTheRatioAndBothAttempts) {
  const Order order{.kind = OrderKind::compare, .state = OrderState::done, .summary = "A is 2.00x faster"};
  EXPECT_THAT(shown(order, encode(served_comparison(compared(true)))),
              AllOf(HasSubstr("A / B = 0.5000, from 40 blocks"), HasSubstr("mine: accepted"), HasSubstr("yours: accepted")));
  EXPECT_THAT(shown(order, {{"schema", "judge.serve.comparison/2"}}), HasSubstr("A is 2.00x faster"));
}

TEST(ResultView, OfATrialHasItsBuffers) {
  const Order order{.kind = OrderKind::trial, .state = OrderState::done, .verdict = "wrong-answer"};
  Trial trial{.case_name = "small",
              .sizes = "N=2",
              .buffers = {{.name = "A", .shape = {2}, .given = {"5", "6"}},
                          {.name = "C",
                           .shape = {2},
                           .direction = Direction::out,
                           .expected = {"7", "8"},
                           .got = {"7", "9"},
                           .differs = {false, true}}},
              .record = sample_record("mine", 1e6)};
  EXPECT_THAT(shown(order, encode(trial)), AllOf(HasSubstr("Case small: N=2"), HasSubstr("input"),
                                                 HasSubstr("1 of 2 elements of C differ from what is expected")));
  trial.buffers.back().direction = Direction::in;
  EXPECT_THAT(shown(order, encode(trial)), HasSubstr("1 of 2 elements of C changed"));
  EXPECT_THAT(shown(order, nullptr), Not(HasSubstr("Case small")));
}

}  // namespace
}  // namespace judge

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/catalog/expression.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

const Expression::Scalars k_scalars{
    {"N", std::int64_t{7}}, {"M", std::int64_t{3}}, {"x", 0.5}, {"big", std::numeric_limits<std::int64_t>::max()}};

Result<Scalar> value_of(std::string_view text) {
  JUDGE_TRY(const auto expression, Expression::parse(text, {"problem.json", 7, 20}));
  return expression.evaluate(k_scalars);
}

std::int64_t whole(std::string_view text) {
  const auto value = value_of(text);
  EXPECT_TRUE(value) << text << ": " << value.error().message;
  EXPECT_TRUE(value && std::holds_alternative<std::int64_t>(*value)) << text;
  return value && std::holds_alternative<std::int64_t>(*value) ? std::get<std::int64_t>(*value) : -999;
}

double number(std::string_view text) {
  const auto value = value_of(text);
  EXPECT_TRUE(value && std::holds_alternative<double>(*value)) << text;
  return value && std::holds_alternative<double>(*value) ? std::get<double>(*value) : -999;
}

std::string expression_error(std::string_view text) {
  const auto value = value_of(text);
  return value ? "" : value.error().message;
}

TEST(Expression, FollowsPrecedenceAndSides) {
  EXPECT_EQ(whole("1 + 2 * 3"), 7);
  EXPECT_EQ(whole("(1 + 2) * 3"), 9);
  EXPECT_EQ(whole("10 - 3 - 2"), 5);
  EXPECT_EQ(whole("100 // 10 // 2"), 5);
  EXPECT_EQ(whole("2*N*-M"), -42);
  EXPECT_EQ(whole("--N"), 7);
  EXPECT_EQ(whole("-N + N"), 0);
  EXPECT_EQ(whole("N % M * 2"), 2);
  EXPECT_EQ(whole("(N+2*1-M)//2+1"), 4);
}

TEST(Expression, RoundsDivisionsDownwards) {
  EXPECT_EQ(whole("N // 2"), 3);
  EXPECT_EQ(whole("-N // 2"), -4);
  EXPECT_EQ(whole("-N % M"), 2);
  EXPECT_EQ(whole("N % -M"), -2);
  EXPECT_EQ(whole("ceil_div(N, 2)"), 4);
  EXPECT_EQ(whole("ceil_div(-N, 2)"), -3);
  EXPECT_EQ(whole("ceil_div(N, -1)"), -7);
  EXPECT_EQ(whole("N % -1"), 0);
  EXPECT_EQ(number("N / 2"), 3.5);
  EXPECT_EQ(number("6 / M"), 2.0);
}

TEST(Expression, HasFunctionsAndFloatingNumbers) {
  EXPECT_EQ(whole("min(N, M, 5)"), 3);
  EXPECT_EQ(whole("max(N, min(M, 100))"), 7);
  EXPECT_EQ(number("1e-5 * 2"), 2e-5);
  EXPECT_EQ(number("x + .5"), 1.0);
  EXPECT_EQ(number("max(x, 2)"), 2.0);
  EXPECT_EQ(number("0.35 * N"), 0.35 * 7);
}

TEST(Expression, WholeNumbersMayComeFromFloatingOnes) {
  const auto evaluate = [](std::string_view text) { return Expression::parse(text, {"f", 1, 1})->evaluate_whole(k_scalars); };
  EXPECT_EQ(evaluate("1e6").value(), 1'000'000);
  EXPECT_EQ(evaluate("6 / M").value(), 2);
  EXPECT_THAT(evaluate("N / 2").error().message, HasSubstr("'N / 2' is 3.5, a whole number is needed"));
  EXPECT_FALSE(evaluate("1e300"));
}

TEST(Expression, ErrorsPointAtTheColumn) {
  EXPECT_EQ(expression_error("N + K"), "problem.json:7:24: 'K' is not a scalar parameter of solve()");
  EXPECT_EQ(expression_error("N // (M - 3)"), "problem.json:7:22: division by zero in 'N // (M - 3)'");
  EXPECT_EQ(expression_error("1 + * 2"), "problem.json:7:24: '*' is not expected here, in '1 + * 2'");
  EXPECT_EQ(expression_error("(N + 1"), "problem.json:7:26: ')' is missing in '(N + 1'");
  EXPECT_EQ(expression_error(""), "problem.json:7:20: a number or a name is missing at the end of ''");
  EXPECT_THAT(expression_error("N N"), HasSubstr("7:22: 'N' is not expected here"));
  EXPECT_THAT(expression_error("N ** 2"), HasSubstr("no power operator"));
  EXPECT_THAT(expression_error("12abc"), HasSubstr("'12abc' is not a number"));
  EXPECT_THAT(expression_error("1.2.3"), HasSubstr("'1.2.3' is not a number"));
  EXPECT_THAT(expression_error("ceildiv(N, 2)"), HasSubstr("did you mean 'ceil_div'?"));
  EXPECT_THAT(expression_error("ceil_div(N)"), HasSubstr("takes 2 numbers, got 1"));
  EXPECT_THAT(expression_error("min()"), HasSubstr("not expected"));
  EXPECT_THAT(expression_error("x // 2"), HasSubstr("whole numbers only"));
  EXPECT_THAT(expression_error("N < 2"), HasSubstr("'<' is not expected"));
}

TEST(Expression, OverflowIsAnError) {
  for (const std::string_view text :
       {"big + 1", "big * 2", "-big - 2", "(-big - 1) // -1", "-(-big - 1)", "ceil_div(-big - 1, -1)", "big * big"})
    EXPECT_THAT(expression_error(text), HasSubstr("does not fit 64 bits")) << text;
  EXPECT_EQ(whole("(-big - 1) % -1"), 0);
  EXPECT_THAT(expression_error("99999999999999999999"), HasSubstr("does not fit 64 bits"));
  EXPECT_THAT(expression_error("1e308 * 10"), HasSubstr("too large"));
  EXPECT_THAT(expression_error("1e999"), HasSubstr("not a number"));
  EXPECT_THAT(expression_error("1.0 / 0"), HasSubstr("division by zero"));
}

TEST(Expression, DepthAndLengthAreLimited) {
  EXPECT_THAT(expression_error(std::string(3000, '(')), HasSubstr("levels"));
  EXPECT_THAT(expression_error(std::string(3000, '-') + "1"), HasSubstr("levels"));
  EXPECT_THAT(expression_error(std::string(100'000, '1')), HasSubstr("characters"));
  std::string nested;
  for (int i = 0; i < 500; ++i) nested += "min(";
  EXPECT_THAT(expression_error(nested), HasSubstr("levels"));
  EXPECT_EQ(whole(std::string(90, '(') + "N" + std::string(90, ')')), 7);
}

TEST(Expression, IsWrittenAsC) {
  const auto c = [](std::string_view text) { return Expression::parse(text, {"f", 1, 1})->c_source(); };
  EXPECT_EQ(c("N"), "N");
  EXPECT_EQ(c("(N + 1) // 2"), "((N + 1) / 2)");
  EXPECT_EQ(c("ceil_div(N, 4)"), "((N + 4 - 1) / 4)");
  EXPECT_EQ(c("min(N, M)"), "(N < M ? N : M)");
}

}  // namespace
}  // namespace judge

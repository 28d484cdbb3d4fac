#include "judge/referee/likeness.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace judge {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<double> drawn(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> values(count);
  for (double& value : values) value = std::uniform_real_distribution(-10.0, 10.0)(random);
  return values;
}

std::vector<double> elements(std::size_t count, const std::function<double(std::size_t)>& at) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = at(i);
  return values;
}

/// A sum of 1,000 elements that adds up those for which this is true.
std::string of_sum(const std::function<bool(std::size_t)>& is_taken, const std::vector<double>& input = drawn(1000, 1)) {
  double all = 0, some = 0;
  for (std::size_t i = 0; i < input.size(); ++i) all += input[i], some += is_taken(i) ? input[i] : 0;
  return likeness_of({.name = "sum", .shape = {1}, .got = {some}, .expected = {all}, .inputs = {{"input", input}}});
}

TEST(Likeness, TellsWhichPartOfASumItIs) {
  EXPECT_THAT(of_sum([](std::size_t i) { return i % 2 == 0; }),
              StartsWith("sum[0] is the sum of one of every 2 of input alone"));
  EXPECT_THAT(of_sum([](std::size_t i) { return i % 256 < 128; }),
              StartsWith("sum[0] is the sum of the first 128 of every 256 of input alone; look at: the steps of a tree"));
  EXPECT_THAT(of_sum([](std::size_t i) { return i < 512; }),
              StartsWith("sum[0] is the sum of the first 512 of input, of 1000"));
  EXPECT_THAT(of_sum([](std::size_t i) { return i < 999; }), StartsWith("sum[0] is the sum of all of input but the last"));
}

TEST(Likeness, OfADotProductToo) {
  const auto a = drawn(256, 1), b = drawn(256, 2);
  double all = 0, half = 0;
  for (std::size_t i = 0; i < 256; ++i) all += a[i] * b[i], half += i % 2 == 0 ? a[i] * b[i] : 0;
  EXPECT_THAT(likeness_of({.name = "C", .shape = {1}, .got = {half}, .expected = {all}, .inputs = {{"A", a}, {"B", b}}}),
              StartsWith("C[0] is the sum of one of every 2 of A[i] * B[i] alone"));
}

TEST(Likeness, SaysNothingOfOtherSums) {
  EXPECT_THAT(of_sum([](std::size_t i) { return i % 3 != 0; }), IsEmpty());
  EXPECT_THAT(of_sum([](std::size_t) { return true; }), IsEmpty());  // right
  EXPECT_THAT(of_sum([](std::size_t i) { return i % 2 == 0; }, std::vector<double>(1000, 1)),
              IsEmpty());                                                                  // halves of many kinds
  EXPECT_THAT(of_sum([](std::size_t i) { return i % 2 == 0; }, {1, 2, 3, 4}), IsEmpty());  // too few
  const auto input = drawn(1000, 1);                                                       // the answer is no sum of it
  EXPECT_THAT(likeness_of({.name = "m",
                           .shape = {1},
                           .got = {input[0]},
                           .expected = {*std::ranges::max_element(input)},
                           .inputs = {{"input", input}}}),
              IsEmpty());
}

std::string of_elements(std::size_t count, const std::function<double(const std::vector<double>&, std::size_t)>& got) {
  const auto expected = drawn(count, 3);
  return likeness_of({.name = "C",
                      .shape = {static_cast<std::int64_t>(count)},
                      .got = elements(count, [&](std::size_t i) { return got(expected, i); }),
                      .expected = expected,
                      .inputs = {{"A", drawn(count, 4)}}});
}

TEST(Likeness, TellsStridesAndShifts) {
  EXPECT_THAT(
      of_elements(120, [](const auto& right, std::size_t i) { return i % 3 == 0 && i / 3 * 4 < 120 ? right[i / 3 * 4] : 77; }),
      StartsWith("C[3 * k] holds what belongs into C[4 * k], for all k; look at: a stride that is 3"));
  EXPECT_THAT(of_elements(120, [](const auto& right, std::size_t i) { return i < 60 ? right[2 * i] : 77; }),
              StartsWith("C[k] holds what belongs into C[2 * k], for all k"));
  EXPECT_THAT(of_elements(120, [](const auto& right, std::size_t i) { return i < 119 ? right[i + 1] : 77; }),
              StartsWith("C[i] holds what belongs into C[i + 1], for all i"));
  EXPECT_THAT(of_elements(120, [](const auto& right, std::size_t i) { return right[119 - i]; }), HasSubstr("in reverse order"));
}

TEST(Likeness, OneElementThatDoesNotFitSaysNothing) {
  const auto strided = [](const auto& right, std::size_t i) {
    return i == 30 || i % 3 || i / 3 * 4 >= 120 ? 77 : right[i / 3 * 4];
  };
  EXPECT_THAT(of_elements(120, strided), IsEmpty());
  EXPECT_THAT(of_elements(120, [](const auto& right, std::size_t i) { return right[i] + 1; }), IsEmpty());
  EXPECT_THAT(of_elements(4, [](const auto& right, std::size_t i) { return i < 3 ? right[i + 1] : 77; }),
              IsEmpty());  // too few
  // Of a period of 4 a shift by 1 is one by 5 as well.
  const auto wave = elements(120, [](std::size_t i) { return static_cast<double>(i % 4); });
  const auto got = elements(120, [](std::size_t i) { return static_cast<double>((i + 1) % 4); });
  EXPECT_THAT(likeness_of({.name = "C", .shape = {120}, .got = got, .expected = wave}), IsEmpty());
}

TEST(Likeness, TellsWhatIsInTheWrongBuffer) {
  const auto a = drawn(30, 5), right = drawn(30, 6), other = drawn(30, 7);
  const auto of = [&](const std::vector<double>& got, const char* input) {
    return likeness_of(
        {.name = "C", .shape = {5, 6}, .got = got, .expected = right, .inputs = {{input, a}}, .other_outputs = {{"D", other}}});
  };
  EXPECT_THAT(of(a, "A"), StartsWith("C holds a copy of A; look at: in which buffer"));
  EXPECT_THAT(of(a, "C"), StartsWith("C holds what it held before the call"));
  EXPECT_THAT(of(other, "A"), StartsWith("C holds what belongs into D; look at: buffers that are swapped"));
  auto spoilt = a;
  spoilt[7] += 1;
  EXPECT_THAT(of(spoilt, "A"), IsEmpty());
  const auto transposed = elements(30, [&](std::size_t i) { return right[i % 5 * 6 + i / 5]; });
  EXPECT_THAT(of(transposed, "A"), HasSubstr("column by column, transposed; look at: the index, row * 6 + column"));
}

/// Pixels of 4 bytes inverted by a stride of 3.
TEST(Likeness, TellsThatTheEndOfAnInPlaceBufferIsUnchanged) {
  const auto before = elements(12, [](std::size_t i) { return static_cast<double>(i * 37 % 251); });
  const auto right = elements(12, [&](std::size_t i) { return i % 4 == 3 ? before[i] : 255 - before[i]; });
  const auto of = [&](std::size_t end, std::vector<std::int64_t> shape) {
    return likeness_of({.name = "image",
                        .type = DType::u8,
                        .shape = std::move(shape),
                        .got = elements(12, [&](std::size_t i) { return i < end ? 255 - before[i] : before[i]; }),
                        .expected = right,
                        .inputs = {{"image", before}}});
  };
  EXPECT_EQ(of(9, {1, 3, 4}),
            "the last of 4 parts of image is as it was before the call; look at: a stride that is 3 where 4 belongs");
  EXPECT_THAT(of(8, {1, 3, 4}), IsEmpty());
  EXPECT_THAT(of(9, {12}), IsEmpty());
}

TEST(Likeness, WholeNumbersMustBeTheSame) {
  const auto right = elements(40, [](std::size_t i) { return static_cast<double>(i * i * 1000); });
  WrongOutput wrong{.name = "C", .type = DType::i32, .shape = {40}, .got = right, .expected = right};
  for (std::size_t i = 0; i < 39; ++i) wrong.got[i] = right[i + 1];
  EXPECT_THAT(likeness_of(wrong), HasSubstr("C[i + 1]"));
  ++wrong.got[20];
  EXPECT_THAT(likeness_of(wrong), IsEmpty());
}

}  // namespace
}  // namespace judge

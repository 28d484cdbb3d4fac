#include "judge/referee/marks.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace judge {
namespace {

TEST(Marks, AreAboutTheValueAndFiniteInEveryFloatingType) {
  for (const DType type : {DType::f16, DType::bf16, DType::f32, DType::f64})
    for (const double value : {1.25, 300.0, 6e4, 1e30}) {
      const double mark = value_of_word(type, mark_word(type, value));
      EXPECT_TRUE(std::isfinite(mark));
      if (type == DType::f16 && value > 65000) continue;
      EXPECT_NEAR(mark / value, 1, 0.01) << name_of(type) << " " << value;
    }
  EXPECT_EQ(value_of_word(DType::f16, mark_word(DType::f16, 1e30)), 1);
}

TEST(Marks, ASumIsKnownByItsBits) {
  const auto bits = [](float value) { return std::uint64_t{std::bit_cast<std::uint32_t>(value)}; };
  EXPECT_TRUE(is_sum(DType::f32, bits(5.25F), bits(1.25F), bits(4)));
  EXPECT_FALSE(is_sum(DType::f32, bits(5.5F), bits(1.25F), bits(4)));
  EXPECT_FALSE(is_sum(DType::f32, bits(NAN), bits(1), bits(4)));
  EXPECT_TRUE(is_sum(DType::u8, 4, 250, 10));  // wraps around
  EXPECT_TRUE(is_sum(DType::i32, 0xffffffff, 0xfffffff0, 15));
  EXPECT_FALSE(is_sum(DType::i64, 7, 3, 5));
}

TEST(Marks, AWordIsRepeatedInLargerElementsAndCutInSmallerOnes) {
  EXPECT_EQ(bits_of_word(DType::i64, 0x11223344), 0x1122334411223344u);
  EXPECT_EQ(bits_of_word(DType::u16, 0x11223344), 0x3344u);
}

}  // namespace
}  // namespace judge

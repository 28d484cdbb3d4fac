#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "judge/model/dtype.hpp"
#include "judge/model/record.hpp"

namespace judge {
namespace {

TEST(Half, EveryValueSurvivesTheRoundTrip) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<unsigned short>(bits);
    const float value = half_to_float(half);
    if (std::isnan(value)) EXPECT_TRUE(std::isnan(half_to_float(float_to_half(value)))) << bits;
    else EXPECT_EQ(float_to_half(value), half) << bits;
  }
}

TEST(Half, RoundsToNearestEven) {
  EXPECT_EQ(float_to_half(1.0f), 0x3c00);
  EXPECT_EQ(float_to_half(1.0f + 0x1p-11f), 0x3c00);  // a tie goes to even
  EXPECT_EQ(float_to_half(1.0f + 0x1p-11f + 0x1p-20f), 0x3c01);
  EXPECT_EQ(float_to_half(65519.0f), 0x7bff);
  EXPECT_EQ(float_to_half(65520.0f), 0x7c00);
  EXPECT_EQ(float_to_half(0x1p-25f), 0x0000);
  EXPECT_EQ(float_to_half(-0x1p-24f), 0x8001);
}

TEST(Bfloat16, RoundsToNearestEven) {
  EXPECT_EQ(float_to_bfloat16(1.0f), 0x3f80);
  EXPECT_EQ(float_to_bfloat16(1.0f + 0x1p-8f), 0x3f80);
  EXPECT_EQ(float_to_bfloat16(1.0f + 0x1p-8f + 0x1p-16f), 0x3f81);
  EXPECT_TRUE(std::isnan(bfloat16_to_float(float_to_bfloat16(std::numeric_limits<float>::quiet_NaN()))));
}

TEST(Names, AreFoundAgain) {
  for (int i = 1; i <= 13; ++i) EXPECT_EQ(from_name<DType>(name_of(static_cast<DType>(i))), static_cast<DType>(i));
  for (int i = 1; i <= 10; ++i)
    EXPECT_EQ(from_name<VerdictKind>(name_of(static_cast<VerdictKind>(i))), static_cast<VerdictKind>(i));
  EXPECT_FALSE(from_name<VerdictKind>("great").has_value());
}

}  // namespace
}  // namespace judge

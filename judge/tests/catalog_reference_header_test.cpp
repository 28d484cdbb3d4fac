#include "judge/catalog/include/judge/reference.h"

#include <gtest/gtest.h>

#include <cmath>

#include "judge/model/dtype.hpp"

namespace {

TEST(ReferenceHeader, ConvertsAsTheJudgeDoes) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto half_bits = static_cast<unsigned short>(bits);
    const float as_half = __half::to_float(half_bits), as_bfloat = __nv_bfloat16::to_float(half_bits);
    const auto same = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    EXPECT_TRUE(same(as_half, judge::half_to_float(half_bits))) << bits;
    EXPECT_TRUE(same(as_bfloat, judge::bfloat16_to_float(half_bits))) << bits;
  }
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    const auto value = judge_reference::bits_as<float>(static_cast<std::uint32_t>(JudgeRandom(1).bits(i)));
    if (std::isnan(value)) continue;
    ASSERT_EQ(__half(value).bits, judge::float_to_half(value)) << value;
    ASSERT_EQ(__nv_bfloat16(value).bits, judge::float_to_bfloat16(value)) << value;
  }
}

TEST(ReferenceHeader, HalvesCalculateByWayOfFloat) {
  half a = 1.5f, b = 2;
  half sum = a + b;
  EXPECT_EQ(static_cast<float>(sum), 3.5f);
  EXPECT_EQ(__half2float(__float2half(0.1f)), 0.0999755859375f);
  nv_bfloat16 c = 1.0;
  EXPECT_EQ(c * 2.0f, 2.0f);
}

TEST(ReferenceHeader, RandomNumbersStayInTheirRange) {
  const JudgeRandom random(7);
  double sum = 0, square = 0;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    EXPECT_GE(random.uniform(i, -1, 1), -1);
    EXPECT_LT(random.uniform(i, -1, 1), 1);
    EXPECT_LT(random.integer(i, -5, 5), 5);
    EXPECT_GE(random.integer(i, -5, 5), -5);
    sum += random.normal(i);
    square += random.normal(i) * random.normal(i);
  }
  EXPECT_NEAR(sum / 100'000, 0, 0.02);
  EXPECT_NEAR(square / 100'000, 1, 0.03);
}

TEST(ReferenceHeader, RejectWritesAtMostTheMessageSize) {
  char message[8] = "xxxxxxx";
  JudgeCheck report{message, 5, nullptr};
  EXPECT_FALSE(judge_reject(&report, "row %d", 12345));
  EXPECT_STREQ(message, "row ");
  EXPECT_EQ(message[5], 'x');
}

}  // namespace

#include "judge/util/units.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace judge {
namespace {

TEST(Units, CountsHaveSeparators) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1000), "1,000");
  EXPECT_EQ(format_count(25'000'000), "25,000,000");
  EXPECT_EQ(format_count(-123'456), "-123,456");
  EXPECT_EQ(format_count(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(Units, TimesKeepThreeToFourDigits) {
  EXPECT_EQ(format_time_ns(0), "0 ns");
  EXPECT_EQ(format_time_ns(850.2), "850 ns");
  EXPECT_EQ(format_time_ns(999.6), "1.000 us");
  EXPECT_EQ(format_time_ns(2180), "2.18 us");
  EXPECT_EQ(format_time_ns(73'100), "73.1 us");
  EXPECT_EQ(format_time_ns(1'234'000), "1.234 ms");
  EXPECT_EQ(format_time_ns(12.5e9), "12.50 s");
  EXPECT_EQ(format_time_ns(-1), "-");
  EXPECT_EQ(format_time_ns(std::numeric_limits<double>::quiet_NaN()), "-");
}

TEST(Units, ADigitMoreAfterALeadingOne) {
  EXPECT_EQ(format_significant(1.0), "1.000");
  EXPECT_EQ(format_significant(1.9996), "2.00");
  EXPECT_EQ(format_significant(9.99), "9.99");
  EXPECT_EQ(format_significant(19.99), "19.99");
  EXPECT_EQ(format_significant(468.2), "468");
  EXPECT_EQ(format_significant(4030.6), "4,031");
  EXPECT_EQ(format_significant(0.25), "0.250");
  EXPECT_EQ(format_significant(0), "0");
}

TEST(Units, NoMoreDigitsThanAnIntervalSupports) {
  EXPECT_EQ(format_time_ns(15.54e6, 0.2), "16 ms");
  EXPECT_EQ(format_time_ns(15.54e6, 0.05), "15.5 ms");
  EXPECT_EQ(format_time_ns(416e3, 0.2), "420 us");
  EXPECT_EQ(format_time_ns(416, 0.2), "420 ns");
  EXPECT_EQ(format_time_ns(2.345e6, 3), "2.3 ms");  // two at least
  EXPECT_EQ(format_time_ns(67'412, 0.0025), "67.4 us");
  EXPECT_EQ(format_time_ns(1'234'000, 0.001), "1.234 ms");
  EXPECT_EQ(format_bandwidth(300e6, 74'500, 0.1), "4,000 GB/s");
  EXPECT_EQ(format_percent(0.889, 0.2), "89%");
  EXPECT_EQ(format_percent(3.776, 0.1), "380%");
  EXPECT_EQ(format_percent(0.031, 0.1), "3.1%");
}

TEST(Units, RatesAndSizes) {
  EXPECT_EQ(format_bandwidth(300e6, 74'500), "4,027 GB/s");
  EXPECT_EQ(format_bandwidth(0, 74'500), "-");
  EXPECT_EQ(format_flop_rate(2e9, 1e6), "2.00 TFLOP/s");
  EXPECT_EQ(format_flop_rate(2e8, 1e6), "200 GFLOP/s");
  EXPECT_EQ(format_bytes(1), "1 byte");
  EXPECT_EQ(format_bytes(400), "400 bytes");
  EXPECT_EQ(format_bytes(16 << 20), "16 MiB");
  EXPECT_EQ(format_bytes(100e6), "95.4 MiB");
  EXPECT_EQ(format_percent(0.031), "3.1%");
  EXPECT_EQ(format_percent(1e-7), "<0.01%");
}

TEST(Units, SmallRatesHaveSmallUnits) {
  EXPECT_EQ(format_bandwidth(410, 1e6), "0.410 MB/s");
  EXPECT_EQ(format_bandwidth(41, 1e6), "41.0 KB/s");
  EXPECT_EQ(format_bandwidth(300e6, 1e6), "300 GB/s");
  EXPECT_EQ(format_bandwidth(300e3, 1e6), "0.300 GB/s");
}

}  // namespace
}  // namespace judge

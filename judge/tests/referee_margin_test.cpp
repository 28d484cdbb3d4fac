#include "judge/referee/margin.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <span>

namespace judge {
namespace {

double share(const BufferArgument& buffer, std::vector<float> got, std::vector<float> expected) {
  return share_of_tolerance(buffer, std::as_bytes(std::span(got)), std::as_bytes(std::span(expected)));
}

TEST(ShareOfTolerance, IsOneAtTheEdgeOfEachChecker) {
  BufferArgument buffer{.name = "C", .type = DType::f32, .direction = Direction::out, .shape = {2}};
  buffer.checker = {.kind = CheckerKind::tolerance, .absolute = 1, .relative = 0.5};
  EXPECT_DOUBLE_EQ(share(buffer, {5, 8}, {2, 8}), 1.5);
  buffer.checker = {.kind = CheckerKind::ulp, .ulps = 4};
  EXPECT_DOUBLE_EQ(share(buffer, {1 + 0x1p-22F, 1}, {1, 1}), 0.5);
  EXPECT_DOUBLE_EQ(share(buffer, {-0x1p-149F, 1}, {0x1p-149F, 1}), 0.5);
  buffer.checker = {.kind = CheckerKind::norm, .absolute = 0, .relative = 0.5};
  EXPECT_DOUBLE_EQ(share(buffer, {3, 8}, {3, 4}), 1.6);
  buffer.checker = {.kind = CheckerKind::exact};
  EXPECT_EQ(share(buffer, {0, 1}, {-0.0F, 1}), 0);
  EXPECT_EQ(share(buffer, {1, 2}, {1, 1}), std::numeric_limits<double>::infinity());
}

TEST(ShareOfTolerance, SpecialValuesAreMetOrMissed) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  BufferArgument buffer{.name = "C", .type = DType::f32, .direction = Direction::out, .shape = {2}};
  for (const auto kind : {CheckerKind::tolerance, CheckerKind::norm}) {
    buffer.checker = {.kind = kind, .absolute = 1, .relative = 1};
    EXPECT_EQ(share(buffer, {-nan, infinity}, {nan, infinity}), 0);
    EXPECT_EQ(share(buffer, {1, 1}, {nan, 1}), std::numeric_limits<double>::infinity());
    EXPECT_EQ(share(buffer, {-infinity, 1}, {infinity, 1}), std::numeric_limits<double>::infinity());
  }
}

}  // namespace
}  // namespace judge

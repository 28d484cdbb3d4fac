#include "judge/player/failed_copies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace judge {
namespace {

using Must = CopySide::Must;
using Where = PointedAt::Where;

const int some_memory = 0;

CopySide side(const char* parameter, std::size_t bytes, Must must, PointedAt target) {
  return {.parameter = parameter, .pointer = &some_memory, .bytes = bytes, .must = must, .target = std::move(target)};
}

TEST(FailedCopies, TheArgumentWhoseBufferIsTooSmallIsNamedWithItsSize) {
  const auto to = side("dst", 1028, Must::be_on_device, {.where = Where::device, .name = "C", .bytes = 1024});
  const auto from = side("src", 1028, Must::be_on_host, {});
  EXPECT_EQ(what_is_wrong_with({to, from}),
            "dst points at C, which is 1024 bytes large, and 1028 bytes from there on were asked for");
  const auto inside = side("dst", 1024, Must::be_on_device, {.where = Where::device, .name = "C", .bytes = 1024, .offset = 4});
  EXPECT_EQ(what_is_wrong_with({inside, from}),
            "dst points at byte 4 of C, which is 1024 bytes large, and 1024 bytes from there on were asked for");
}

TEST(FailedCopies, APointerToTheWrongSideIsNamed) {
  const auto to = side("dst", 8, Must::be_on_device, {.where = Where::device, .name = "C", .bytes = 8});
  EXPECT_EQ(what_is_wrong_with({to, side("src", 8, Must::be_on_device, {})}),
            "src points at ordinary host memory, or at memory that was freed, and must point at device memory");
  EXPECT_EQ(what_is_wrong_with({to, side("src", 8, Must::be_on_host, {.where = Where::device, .name = "A", .bytes = 8})}),
            "src points at A, which is 8 bytes large, and must point at host memory");
}

TEST(FailedCopies, NullPointersAndVariablesThatAreTooSmall) {
  EXPECT_EQ(what_is_wrong_with({{.parameter = "devPtr", .bytes = 8, .must = Must::be_on_device}}), "devPtr is a null pointer");
  EXPECT_EQ(what_is_wrong_with({{.parameter = "symbol", .bytes = 8, .target = {.offset = 4}, .is_too_small = true}}),
            "symbol names a variable that ends before byte 12");
}

TEST(FailedCopies, WhereNothingIsWrongOnTheFaceOfItEachSideIsTold) {
  const auto to = side("dst", 8, Must::be_anywhere, {.where = Where::device, .name = "C", .bytes = 16});
  EXPECT_EQ(what_is_wrong_with({to, side("src", 8, Must::be_anywhere, {.where = Where::host})}),
            "dst points at C, which is 16 bytes large; src points at page-locked host memory; 8 bytes were asked for");
}

}  // namespace
}  // namespace judge

/// A case that the machine has no room for.

#include "judge/referee/free_memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <new>

#include "judge/referee/memory.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr double k_gib = 1 << 30;

// solve(input, output, N) on floats
std::vector<Case> cases(std::int64_t n) {
  Case test{.name = "large"};
  for (const auto direction : {Direction::in, Direction::out})
    test.arguments.push_back(BufferArgument{.name = "data", .type = DType::f32, .direction = direction, .shape = {n}});
  return {test};
}

TEST(HostMemory, ThatCannotBeHadKeepsNoDescriptor) {
  const auto descriptors = [] { return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}); };
  const auto before = descriptors();
  EXPECT_THROW(HostMemory(std::size_t{1} << 62), std::bad_alloc);
  EXPECT_EQ(descriptors(), before);
}

TEST(FreeMemory, OfTheEmulatedRuntimeIsTheHosts) {
  // 2 buffers of 1 GiB: each in a slab, as expected or as it was, and in the reference's hands.
  EXPECT_TRUE(check_room(cases(1 << 28), {.device = 4 * k_gib, .host = 6 * k_gib, .is_shared = true}));
  const auto refused = check_room(cases(1 << 28), {.device = 4 * k_gib, .host = 5 * k_gib, .is_shared = true});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, AllOf(HasSubstr("case large: "), HasSubstr("need 6"), HasSubstr("and 5")));
}

TEST(FreeMemory, OfADeviceIsItsOwn) {
  EXPECT_TRUE(check_room(cases(1 << 28), {.device = 4 * k_gib, .host = 2 * k_gib}));
  EXPECT_THAT(check_room(cases(1 << 28), {.device = 3 * k_gib, .host = 2 * k_gib}).error().message,
              HasSubstr("of the device's memory"));
  EXPECT_THAT(check_room(cases(1 << 28), {.device = 4 * k_gib, .host = 1 * k_gib}).error().message,
              HasSubstr("of the host's memory"));
}

TEST(FreeMemory, NoNumberOfElementsIsTooLargeToTell) {
  auto huge = cases(std::int64_t{1} << 62);
  std::get<BufferArgument>(huge.front().arguments[0]).shape = {std::int64_t{1} << 62, std::int64_t{1} << 62};
  EXPECT_FALSE(check_room(huge, {.device = 4 * k_gib, .host = 6 * k_gib, .is_shared = true}));
}

}  // namespace
}  // namespace judge

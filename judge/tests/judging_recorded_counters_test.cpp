#include "judge/passes/recorded_counters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

namespace judge {
namespace {

/// Calls whose one kernel has these words as arguments: words_of(0) in the first call.
std::vector<Recording> calls(std::size_t count, const std::function<std::vector<std::uint32_t>(std::uint32_t)>& words_of) {
  std::vector<Recording> all;
  for (std::uint32_t call = 0; call < count; ++call) {
    const auto words = words_of(call);
    std::string arguments(4 * words.size(), '\0');
    std::memcpy(arguments.data(), words.data(), arguments.size());
    all.push_back({.operations = {{.kernel = "k", .arguments = arguments}}});
  }
  return all;
}

TEST(RecordedCounters, GrowByTheSameStep) {
  const auto counted = with_counters(calls(5, [](std::uint32_t i) { return std::vector{7u, 10 + i, 100 - 2 * i}; }));
  ASSERT_TRUE(counted);
  const RecordedCounter up{.place = 4, .value = 10, .step = 1}, down{.place = 8, .value = 100, .step = -2u};
  EXPECT_THAT(counted->operations[0].counters, testing::ElementsAre(up, down));
}

TEST(RecordedCounters, AreNoneWhereAnythingElseChanges) {
  EXPECT_FALSE(with_counters(calls(5, [](std::uint32_t i) { return std::vector{i % 2}; })));
  EXPECT_FALSE(with_counters(calls(9, [](std::uint32_t i) { return std::vector{i % 8}; })));
  EXPECT_FALSE(with_counters(calls(5, [](std::uint32_t i) { return std::vector{i * i}; })));
  EXPECT_FALSE(with_counters(calls(5, [](std::uint32_t i) { return std::vector<std::uint32_t>(1 + i % 2); })));
  EXPECT_FALSE(with_counters(calls(2, [](std::uint32_t i) { return std::vector{i}; })));
  auto otherwise = calls(5, [](std::uint32_t i) { return std::vector{i}; });
  EXPECT_TRUE(with_counters(otherwise));
  otherwise[2].operations[0].grid = {1, 2, 3};
  EXPECT_FALSE(with_counters(otherwise));
  otherwise[2] = {.obstacle = "several streams"};
  EXPECT_FALSE(with_counters(otherwise));
}

// Where a set or a copy goes is no number that may grow.
TEST(RecordedCounters, AreOfKernelsAlone) {
  auto sets = calls(5, [](std::uint32_t i) { return std::vector{i, 0u}; });
  for (Recording& call : sets) call.operations[0].kind = RecordedOperation::Kind::set;
  EXPECT_FALSE(with_counters(sets));
}

}  // namespace
}  // namespace judge

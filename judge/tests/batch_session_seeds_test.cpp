#include <gtest/gtest.h>

#include "judge/batch/session_seeds.hpp"

namespace judge {
namespace {

BitSource one_after_another() {
  return [next = std::uint64_t{0}]() mutable { return ++next; };
}

TEST(SessionSeeds, OneForAllThatCameBeforeAVerdictAndAnotherForWhoeverCameAfterIt) {
  SessionSeeds seeds(one_after_another());
  EXPECT_EQ(seeds.for_job("va", 1), 1u);
  EXPECT_EQ(seeds.for_job("va", 2), 1u);
  EXPECT_EQ(seeds.for_job("va", 7), 1u) << "nothing was told yet";
  seeds.told(1, 9);
  EXPECT_EQ(seeds.for_job("va", 9), 1u);
  EXPECT_EQ(seeds.for_job("va", 10), 2u);
  seeds.told(1, 12);  // of a job that was given before the tenth
  EXPECT_EQ(seeds.for_job("va", 13), 2u) << "nothing was told of this one yet";
  seeds.told(2, 13);
  seeds.told(2, 20);
  EXPECT_EQ(seeds.for_job("va", 14), 3u) << "the first verdict counts";
}

TEST(SessionSeeds, AnotherForAnotherGroup) {
  SessionSeeds seeds(one_after_another());
  EXPECT_EQ(seeds.for_job("va", 1), 1u);
  seeds.told(1, 5);
  EXPECT_EQ(seeds.for_job("reduction", 2), 2u);
  EXPECT_EQ(seeds.for_job("va", 3), 3u);
}

}  // namespace
}  // namespace judge

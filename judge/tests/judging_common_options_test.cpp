#include "judge/passes/common_options.hpp"

#include <gtest/gtest.h>

using namespace judge;

TEST(CommonOptions, AnotherJudgeIsToldWhatIsSetAndNoMore) {
  EXPECT_TRUE(CommonOptions().arguments().empty());
  const CommonOptions some{.ledger = "postgresql://me@db/judge", .runtime = RuntimeKind::emulated};
  EXPECT_EQ(some.arguments(), (std::vector<std::string>{"--ledger", "postgresql://me@db/judge", "--runtime", "emulated"}));
  const CommonOptions all{.root = "/r", .cache = "c d", .ledger = "/l.sqlite", .runtime = RuntimeKind::cuda};
  EXPECT_EQ(all.arguments(),
            (std::vector<std::string>{"--root", "/r", "--cache", "c d", "--ledger", "/l.sqlite", "--runtime", "cuda"}));
}

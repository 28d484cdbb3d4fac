#include <gtest/gtest.h>

#include "judge/tests/cli_support.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

TEST(BatchCommand, OfAnEmptyFolderIsOneSentence) {
  const auto folder = TemporaryDirectory::create("cli-batch-test").value();
  const Ran ran = ran_judge({"batch", folder.path(), "-o", folder.path() / "results.jsonl"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err, "judge: " + folder.path().string() + ": holds no .cu file, so there is nothing to judge\n");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "results.jsonl"));
}

TEST(BatchCommand, ASummaryIsOfAFolder) {
  const auto folder = TemporaryDirectory::create("cli-batch-test").value();
  ASSERT_TRUE(write_file(folder.path() / "jobs.jsonl", ""));
  const Ran ran = ran_judge({"batch", folder.path() / "jobs.jsonl", "--summary"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err, "judge: --summary is about a folder of attempts that is judged on this machine\n");
}

}  // namespace
}  // namespace judge

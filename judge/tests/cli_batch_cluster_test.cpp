#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/tests/cli_support.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

struct Wrong {
  std::vector<std::string> words;
  const char* message;
};

TEST(BatchOnACluster, OptionsThatDoNotGoTogetherAreRefused) {
  for (const auto& [words, message] :
       std::vector<Wrong>{{{}, "which jobs? judge batch FILE"},
                          {{"a.jsonl", "--slurm"}, "--slurm needs --results FOLDER"},
                          {{"a.jsonl", "--share", "1/2"}, "--share needs --results FOLDER"},
                          {{"a.jsonl", "--results", "b", "--partition", "p"}, "go with --slurm"},
                          {{"a.jsonl", "--exclusive"}, "go with --slurm"},
                          {{"a.jsonl", "--results", "b", "--slurm", "--share", "1/2"}, "--slurm gives each task its share"},
                          {{"a.jsonl", "--results", "b", "--slurm", "--gpus", "all"}, "with --slurm say --gres"},
                          {{"--collect", "b", "--status", "b"}, "are different commands"},
                          {{"a.jsonl", "--status", "b"}, "take no FILE"},
                          {{"a.jsonl", "--results", "b", "-o", "c"}, "-o goes with --collect"},
                          {{"--results", "b", "--slurm", "--no-timing"}, "are said when the batch is made"},
                          {{"--results", "/nowhere", "--share", "3/2"}, "--share 3/2: is no part of a whole"},
                          {{"--status", "/nowhere"}, "/nowhere: has no batch"},
                          {{"--collect", "/nowhere"}, "/nowhere: has no batch"},
                          {{"--cancel", "/nowhere"}, "/nowhere: has no batch"}}) {
    auto all = words;
    all.insert(all.begin(), "batch");
    const Ran ran = ran_judge(all);
    EXPECT_EQ(ran.status, 2) << message;
    EXPECT_THAT(ran.err, HasSubstr(message));
  }
}

TEST(BatchOnACluster, TheHelpHasAGroupForIt) {
  EXPECT_THAT(ran_judge({"batch", "--help"}).out, HasSubstr("Several machines (docs/cluster.md):"));
}

}  // namespace
}  // namespace judge

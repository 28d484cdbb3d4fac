#include "judge/cluster/slurm.hpp"
#include "judge/cluster/status.hpp"
#include "judge/tests/cluster_support.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(SlurmArrays, AreWrittenShort) {
  EXPECT_EQ(array_text({1, 2, 3, 4}), "1-4");
  EXPECT_EQ(array_text({1, 3, 4, 9}), "1,3-4,9");
  EXPECT_EQ(array_text({7}), "7");
}

TEST(SlurmArrays, EndOneBelowMaxArraySize) {
  EXPECT_EQ(highest_index("MaxArrayTasks = 3\nMaxArraySize            = 4001\nMaxDBDMsgs"), 4000);
  EXPECT_EQ(highest_index("nothing of the kind"), 1000);
}

TEST(SlurmQueue, IsRead) {
  const auto tasks = parse_queue("judge-1|3|17_3|RUNNING|n2|None\njudge-1|4|17_4|PENDING||Resources\nnonsense\n");
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].index, 3);
  EXPECT_EQ(tasks[0].node, "n2");
  EXPECT_TRUE(tasks[0].is_running());
  EXPECT_FALSE(tasks[1].is_running());
  EXPECT_EQ(tasks[1].reason, "Resources");
  EXPECT_THAT(parse_queue(""), IsEmpty());
}

TEST(TaskScript, IsAScriptWhateverTheWordsAre) {
  const auto folder = TemporaryDirectory::create("script-test").value();
  const std::string script = task_script({"echo", "it's $HOME; `rm`"}, 8);
  ASSERT_TRUE(write_file(folder.path() / "task.sh", script + "printf '%s' \"$sick\" >&2\n"));
  const auto ran = run_command({"bash", "-x", folder.path() / "task.sh"}, {.environment = {{"SLURM_ARRAY_TASK_ID", "3"}}});
  ASSERT_TRUE(ran);
  EXPECT_EQ(ran->exit_status, 0);
  EXPECT_THAT(ran->standard_error, HasSubstr("sick='it'\\''s $HOME; `rm` --share 3/8'"));
}

TEST_F(SharedFolder, AScriptOrALogThatIsThereIsNotTaken) {
  const auto made = batch();
  ASSERT_TRUE(write_script(made, {.name = "judge-1-1"}, "mine"));
  const fs::path script = m_batch / "submitted/judge-1-1.sh";
  EXPECT_EQ(read_file(script).value(), "mine");
  EXPECT_EQ(fs::status(script).permissions(), fs::perms::owner_all);
  ASSERT_TRUE(write_file(m_batch / "submitted/judge-1-2.sh", "planted"));
  EXPECT_THAT(write_script(made, {.name = "judge-1-2"}, "mine").error().message, HasSubstr("judge-1-2.sh: is there already"));
  EXPECT_EQ(read_file(m_batch / "submitted/judge-1-2.sh").value(), "planted");
  fs::create_symlink(m_folder.path() / "diary", m_batch / "log/judge-1-3.7.txt");
  EXPECT_THAT(write_script(made, {.name = "judge-1-3"}, "mine").error().message, HasSubstr("judge-1-3.7.txt: is there before"));
  EXPECT_TRUE(write_script(made, {.name = "judge-1-4"}, "mine"));
}

TEST_F(SharedFolder, StatusSaysWhatBecomesOfEach) {
  const auto made = batch();
  SharedResults results(made, [&] { return Result<NodeNote>(note("n1", "1", 4.0e12)); });
  ASSERT_TRUE(results.add(judged(made.jobs()[0])));
  const std::vector<SlurmArray> arrays{{.name = "judge-1", .shares = 3, .tasks = {1, 2, 3}}};
  const auto status = status_of(made, arrays, parse_queue("judge-1|2|17_2|RUNNING|n2|None\n")).value();
  EXPECT_EQ(status.done, 1U);
  EXPECT_EQ(status.running, 1U);
  EXPECT_EQ(status.waiting, 0U);
  EXPECT_EQ(status.lost, 1U);
  EXPECT_EQ(status.wrong, 1U);
  const std::string text = status_text(made, status);
  EXPECT_THAT(text, HasSubstr("5 jobs, 3 different attempts, 1 lines that are no jobs (--collect says why)\n1 done, 1 running, "
                              "0 waiting, 1 lost\n1 tasks run on n2, 0 wait"));
  EXPECT_THAT(text, HasSubstr("--slurm --results"));
  const auto blind = status_of(made, arrays, std::unexpected(Error{"squeue failed"})).value();
  EXPECT_THAT(status_text(made, blind), HasSubstr("counted as lost: squeue failed"));
}

TEST_F(SharedFolder, WhatSbatchIsTold) {
  const auto made = batch();
  const auto words = sbatch_words(
      {.partition = "gpu", .gres = "gpu:1", .time = "4:00:00", .exclusive = true, .workers = 6, .arguments = {"--account=x"}},
      {.name = "judge-1", .shares = 8, .tasks = {1, 2, 5}}, made, {"n3", "n4"});
  EXPECT_THAT(words, ElementsAre("sbatch", "--parsable", "--job-name=judge-1", "--array=1-2,5", "--requeue",
                                 "--open-mode=append", "--output=" + m_batch.string() + "/log/%x.%a.txt", "--partition=gpu",
                                 "--gres=gpu:1", "--time=4:00:00", "--exclude=n3,n4", "--exclusive", "--cpus-per-task=6",
                                 "--account=x", m_batch.string() + "/submitted/judge-1.sh"));
}

}  // namespace
}  // namespace judge

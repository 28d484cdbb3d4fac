#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "judge/cluster/collect.hpp"
#include "judge/cluster/node_check.hpp"
#include "judge/cluster/node_name.hpp"
#include "judge/cluster/shared_results.hpp"
#include "judge/cluster/slurm.hpp"
#include "judge/cluster/status.hpp"
#include "judge/cluster/write_once.hpp"
#include "judge/model/record_json.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(WriteOnce, TheFirstOneStays) {
  const auto folder = TemporaryDirectory::create("write-once-test").value();
  const fs::path path = folder.path() / "done/ab/abc.json";
  EXPECT_EQ(write_once(path, "first").value(), WrittenBy::us);
  EXPECT_EQ(write_once(path, "second").value(), WrittenBy::others);
  EXPECT_EQ(read_file(path).value(), "first");
  EXPECT_EQ(std::distance(fs::directory_iterator(path.parent_path()), {}), 1) << "a temporary file was left";
}

TEST(WriteOnce, OfManyWritersOneWinsAndItsFileIsWhole) {
  const auto folder = TemporaryDirectory::create("write-once-test").value();
  const fs::path path = folder.path() / "x/key.json";
  std::atomic<int> winners = 0;
  std::vector<std::thread> writers;
  for (int i = 0; i < 8; ++i)
    writers.emplace_back([&, i] {
      if (write_once(path, std::string(100'000, static_cast<char>('a' + i))).value() == WrittenBy::us) ++winners;
    });
  for (auto& writer : writers) writer.join();
  EXPECT_EQ(winners, 1);
  const std::string text = read_file(path).value();
  EXPECT_EQ(text, std::string(100'000, text[0]));
}

TEST(WriteOnce, SaysWhereItCannotWrite) {
  EXPECT_THAT(write_once("/proc/nowhere/a.json", "x").error().message, HasSubstr("/proc/nowhere/"));
}

TEST(Shares, AreParsed) {
  EXPECT_EQ(parse_share("3/8").value().index, 3);
  EXPECT_EQ(parse_share("3/8").value().count, 8);
  for (const char* wrong : {"", "3", "3/", "0/8", "9/8", "3/8x", "/8", "-1/8", "a/b"})
    EXPECT_THAT(parse_share(wrong).error().message, HasSubstr("is no part of a whole")) << wrong;
}

// ---- The verdict about a machine, of values that a GPU would give.

NodeReading healthy() { return {.device_id = "GPU-1", .device_name = "H200", .rates = {4.0e12, 60.0e12}, .clock_limits = 0x5}; }

TEST(NodeHealth, AMachineOfItsOwnKindIsHealthy) {
  EXPECT_THAT(sickness(healthy(), {}), IsEmpty());
  EXPECT_THAT(sickness(healthy(), {4.0e12, 60.0e12}), IsEmpty());
  EXPECT_THAT(sickness(healthy(), {4.04e12, 60.5e12}), IsEmpty()) << "not more than 1% below";
  EXPECT_THAT(sickness({}, {}), IsEmpty()) << "the emulated runtime measures nothing";
}

TEST(NodeHealth, MoreThanOnePercentBelowTheBestIsSick) {
  EXPECT_THAT(sickness(healthy(), {4.1e12, 60.0e12}),
              ElementsAre("its memory bandwidth is 2.4% below the best H200 in this batch"));
  EXPECT_THAT(sickness(healthy(), {4.0e12, 62.0e12}), ElementsAre(HasSubstr("its fp32 rate is 3.2% below")));
}

TEST(NodeHealth, ProcessesOfOthersAndSlowdownsAreSick) {
  auto reading = healthy();
  reading.other_processes = {4711, 4712};
  EXPECT_THAT(sickness(reading, {}), ElementsAre("other processes use the GPU: pid 4711, 4712"));
  reading = healthy();
  reading.clock_limits = 0x4 | 0x40;
  EXPECT_THAT(sickness(reading, {}), ElementsAre(HasSubstr("hardware thermal slowdown")));
  for (const std::uint64_t fine : {0x1, 0x2, 0x4, 0x10, 0x100}) {
    reading.clock_limits = fine;
    EXPECT_THAT(sickness(reading, {}), IsEmpty()) << fine;
  }
  EXPECT_THAT(sickness({.failure = "no GPU"}, {}), ElementsAre("no GPU"));
}

NodeNote note(const std::string& node, const std::string& time, double bytes_per_s, std::vector<std::string> reasons = {}) {
  NodeNote note{.node = node, .time = time, .reading = healthy(), .reasons = std::move(reasons)};
  note.reading.rates.bytes_per_s = bytes_per_s;
  return note;
}

TEST(NodeHealth, TheBestIsOfTheSameModel) {
  std::vector notes{note("a", "1", 4.0e12), note("b", "2", 4.2e12), note("c", "3", 9.0e12)};
  notes[2].reading.device_name = "B200";
  EXPECT_EQ(best_rates(notes, "H200").bytes_per_s, 4.2e12);
  EXPECT_EQ(best_rates(notes, "A100").bytes_per_s, 0);
}

TEST(NodeHealth, TheLatestNoteOfAMachineCounts) {
  EXPECT_THAT(sick_nodes({note("a", "1", 1, {"hot"}), note("b", "1", 1), note("a", "2", 1), note("b", "3", 1, {"hot"})}),
              ElementsAre("b"));
}

// ---- What Slurm is told and tells.

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

// ---- A batch in a folder.

class SharedFolder : public testing::Test {
 protected:
  SharedFolder() {
    std::string lines;
    for (const char* line : {R"({"id": "1", "problem": "vector-addition", "source": "a"})",
                             R"({"id": "2", "problem": "reduction", "source": "b"})",
                             R"({"id": "3", "problem": "vector-addition", "source": "c"})",
                             R"({"id": "4", "problem": "vector-addition", "source": "a"})",
                             R"({"id": "5", "problem": "no-such-problem", "source": "a"})"})
      lines += std::string(line) + "\n";
    EXPECT_TRUE(write_file(m_folder.path() / "jobs.jsonl", lines));
  }

  Result<FrozenBatch> make(const WorkerJob& defaults = {}) {
    return FrozenBatch::make({.root = JUDGE_SOURCE_DIR}, m_folder.path() / "jobs.jsonl", defaults, m_batch);
  }
  FrozenBatch batch() {
    auto made = make();
    EXPECT_TRUE(made) << made.error().message;
    return *std::move(made);
  }

  /// As a worker's.
  static BatchResult judged(const FrozenJob& job, bool timed = false) {
    Record record{.run_id = "run",
                  .time = "2026-01-31T12:00:00Z",
                  .problem = "p",
                  .attempt = {.name = job.attempt, .content_hash = job.source_hash}};
    record.device.id = record.device.name = "H200";
    record.verdict.kind = VerdictKind::accepted;
    if (timed) record.measurements.push_back({.case_name = "large"});
    BatchResult result = result_of(record, job.key, job.key);
    result.record = to_json(record);
    return result;
  }

  TemporaryDirectory m_folder = TemporaryDirectory::create("cluster-test").value();
  fs::path m_batch = m_folder.path() / "batch";
};

TEST_F(SharedFolder, IsFrozenOnce) {
  const auto first = batch();
  EXPECT_EQ(first.jobs().size(), 5U);
  EXPECT_EQ(first.jobs()[0].key, first.jobs()[3].key);
  EXPECT_THAT(first.jobs()[4].error, HasSubstr("no-such-problem"));
  EXPECT_EQ(read_file(first.source_of(first.jobs()[2])).value(), "c");
  const std::string frozen = read_file(m_batch / "jobs.jsonl").value();
  EXPECT_TRUE(make()) << "the same jobs";
  EXPECT_THAT(make({.timing = false}).error().message, HasSubstr("has a batch of other jobs"));
  EXPECT_EQ(read_file(m_batch / "jobs.jsonl").value(), frozen);
  const auto opened = FrozenBatch::open(m_batch);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(opened->order(), first.order());
  EXPECT_THAT(FrozenBatch::open(m_folder.path()).error().message, HasSubstr("jobs.jsonl:1"));
  EXPECT_THAT(FrozenBatch::open(m_folder.path() / "x").error().message, HasSubstr("has no batch"));
}

TEST_F(SharedFolder, EachDifferentAttemptIsInOneShare) {
  const auto made = batch();
  EXPECT_THAT(made.order(), ElementsAre(0, 2, 1)) << "those of one problem side by side";
  for (const int shares : {1, 2, 3, 7}) {
    std::vector<std::size_t> all;
    for (int index = 1; index <= shares; ++index)
      for (const std::size_t job : made.part({index, shares})) all.push_back(job);
    EXPECT_EQ(all, made.order()) << shares;
  }
}

TEST_F(SharedFolder, AHeaderBesideAnAttemptIsRefused) {
  ASSERT_TRUE(write_file(m_folder.path() / "mine.h", ""));
  ASSERT_TRUE(write_file(m_folder.path() / "a.cu", "#include \"mine.h\"\n#include \"solve.h\"\n"));
  ASSERT_TRUE(write_file(m_folder.path() / "jobs.jsonl",
                         "{\"problem\": \"reduction\", \"path\": \"" + (m_folder.path() / "a.cu").string() + "\"}\n"));
  EXPECT_THAT(batch().jobs()[0].error, HasSubstr("includes \"mine.h\", which lies beside it"));
}

TEST_F(SharedFolder, VerdictsAreThereAtOnceAndOnce) {
  const auto made = batch();
  SharedResults results(made, [] { return Result<NodeNote>(std::unexpected(Error{"no check is due"})); });
  ASSERT_TRUE(results.add(judged(made.jobs()[0])));
  EXPECT_TRUE(results.has("", made.jobs()[0].key));
  EXPECT_TRUE(made.is_done(made.jobs()[3]));
  EXPECT_FALSE(made.is_done(made.jobs()[1]));
  const std::string text = read_file(made.done_file(made.jobs()[0].key)).value();
  auto again = judged(made.jobs()[0]);
  again.record["time"] = "later";
  ASSERT_TRUE(results.add(again));
  EXPECT_EQ(read_file(made.done_file(made.jobs()[0].key)).value(), text);
  EXPECT_TRUE(results.finish());
}

TEST_F(SharedFolder, TimesWaitForACheckOfTheMachine) {
  const auto made = batch();
  int checks = 0;
  SharedResults results(made, [&] {
    ++checks;
    return Result<NodeNote>(note("n1", "1", 4.0e12));
  });
  ASSERT_TRUE(results.add(judged(made.jobs()[0], true)));
  EXPECT_FALSE(made.is_done(made.jobs()[0])) << "not confirmed yet";
  ASSERT_TRUE(results.finish());
  EXPECT_EQ(checks, 1);
  EXPECT_TRUE(made.is_done(made.jobs()[0]));
  EXPECT_EQ(read_done(made, made.jobs()[0].key).value()->rates.bytes_per_s, 4.0e12);
}

TEST_F(SharedFolder, TimesOfASickMachineAreDropped) {
  const auto made = batch();
  SharedResults results(
      made, [&] { return Result<NodeNote>(note("n1", "1", 4.0e12, {"hot"})); }, std::chrono::milliseconds(0));
  EXPECT_THAT(results.add(judged(made.jobs()[0], true)).error().message, HasSubstr("1 results with times are dropped"));
  EXPECT_FALSE(made.is_done(made.jobs()[0]));
  ASSERT_TRUE(results.sick());
  EXPECT_THAT(results.sick()->reasons, ElementsAre("hot"));
}

TEST_F(SharedFolder, IsCollectedOnceHoweverOften) {
  const auto made = batch();
  SharedResults results(made, [&] { return Result<NodeNote>(note("n1", "1", 4.0e12)); });
  ASSERT_TRUE(results.add(judged(made.jobs()[0])));
  ASSERT_TRUE(results.add({.id = made.jobs()[1].key, .error = "its worker was killed"}));
  auto ledger = Ledger::open(m_folder.path() / "ledger.sqlite").value();
  const fs::path file = m_folder.path() / "results.jsonl";
  const auto first = collect_into(file, made, &ledger, false);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(first->judged, 1U);
  EXPECT_EQ(first->same, 1U);
  EXPECT_EQ(first->errors, 2U) << "one could not be judged, one is no job";
  EXPECT_EQ(first->open, 1U);
  EXPECT_EQ(first->new_in_ledger, 1U);
  const std::string text = read_file(file).value();
  EXPECT_THAT(text, HasSubstr("\"same_as\":\"1\""));
  EXPECT_THAT(text, HasSubstr("its worker was killed"));
  EXPECT_EQ(collect_into(file, made, &ledger, false).value().new_in_ledger, 0U);
  EXPECT_EQ(read_file(file).value(), text);
  ASSERT_TRUE(write_file(file, "{\"id\":\"diary\"}\n"));
  EXPECT_THAT(collect_into(file, made, &ledger, false).error().message, HasSubstr("holds something else"));
}

TEST_F(SharedFolder, AMachineThatTurnsOutSlowIsLeftOut) {
  const auto made = batch();
  SharedResults results(made, [&] { return Result<NodeNote>(note("n1", "1", 4.0e12)); });
  ASSERT_TRUE(results.add(judged(made.jobs()[0], true)));
  ASSERT_TRUE(results.finish());
  EXPECT_EQ(collect(made, nullptr, false, [](const auto&) { return Result<void>(); }).value().judged, 1U);
  ASSERT_TRUE(write_once(m_batch / "nodes/n2.json", json_text(encode(note("n2", "2", 4.2e12)))));
  const auto later = collect(made, nullptr, false, [](const auto&) { return Result<void>(); }).value();
  EXPECT_EQ(later.judged, 0U);
  EXPECT_EQ(later.slow.at(node_name()), 2U) << "both jobs of that attempt";
}

TEST_F(SharedFolder, StatusSaysWhatBecomesOfEach) {
  const auto made = batch();
  SharedResults results(made, [&] { return Result<NodeNote>(note("n1", "1", 4.0e12)); });
  ASSERT_TRUE(results.add(judged(made.jobs()[0])));
  const std::vector<SlurmArray> arrays{{.name = "judge-1", .shares = 3, .tasks = {1, 2, 3}}};
  const auto status = status_of(made, arrays, parse_queue("judge-1|2|17_2|RUNNING|n2|None\n"));
  EXPECT_EQ(status.done, 1U);
  EXPECT_EQ(status.running, 1U);
  EXPECT_EQ(status.waiting, 0U);
  EXPECT_EQ(status.lost, 1U);
  EXPECT_EQ(status.wrong, 1U);
  const std::string text = status_text(made, status);
  EXPECT_THAT(
      text,
      HasSubstr(
          "5 jobs, 3 different attempts, 1 that are no jobs\n1 done, 1 running, 0 waiting, 1 lost\n1 tasks run on n2, 0 wait"));
  EXPECT_THAT(text, HasSubstr("--slurm --results"));
  const auto blind = status_of(made, arrays, std::unexpected(Error{"squeue failed"}));
  EXPECT_THAT(status_text(made, blind), HasSubstr("not known: squeue failed"));
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

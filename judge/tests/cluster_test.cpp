#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "judge/cluster/collect.hpp"
#include "judge/cluster/node_check.hpp"
#include "judge/cluster/node_name.hpp"
#include "judge/cluster/own_files.hpp"
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
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

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
    ::umask(022);  // what others may write is refused
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
                  .problem = fs::path(job.rules.problem).filename(),
                  .problem_hash = job.problem_hash,
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

TEST_F(SharedFolder, OthersMayNotWriteIntoIt) {
  const auto made = batch();
  for (const fs::path& path :
       {m_batch, m_batch / "sources", made.source_of(made.jobs()[0]).parent_path(), m_batch / "jobs.jsonl"}) {
    const auto before = fs::status(path).permissions();
    EXPECT_EQ(before & (fs::perms::group_write | fs::perms::others_write), fs::perms::none) << path;
    for (const auto more : {fs::perms::group_write, fs::perms::others_write}) {
      fs::permissions(path, before | more);
      EXPECT_THAT(FrozenBatch::open(m_batch).error().message, HasSubstr("chmod -R go-w '" + path.string() + "'"));
      EXPECT_THAT(make().error().message, HasSubstr("chmod -R go-w")) << path;
    }
    fs::permissions(path, before);
  }
  EXPECT_TRUE(FrozenBatch::open(m_batch));
}

TEST_F(SharedFolder, IsMadeForTheUserAloneWhateverTheUmask) {
  const mode_t before = ::umask(0);
  const auto made = make();
  ::umask(before);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(FrozenBatch::open(m_batch));
}

TEST_F(SharedFolder, FoldersAndFilesOfOthersAreRefused) {
  if (::geteuid() != 0) {
    EXPECT_THAT(check_own_folders("/usr").error().message, HasSubstr("belongs to user 0, not to you"));
    return;
  }
  const auto made = batch();
  fs::create_directories(m_batch / "done");
  for (const fs::path& path : {m_batch, m_batch / "done", m_batch / "jobs.jsonl"}) {
    ASSERT_EQ(::chown(path.c_str(), 12345, 12345), 0);
    EXPECT_THAT(FrozenBatch::open(m_batch).error().message, HasSubstr(path.string() + ": belongs to user 12345, not to you"));
    EXPECT_FALSE(make()) << path;
    ASSERT_EQ(::chown(path.c_str(), 0, 0), 0);
  }
  EXPECT_TRUE(FrozenBatch::open(m_batch));
  const fs::path link = m_folder.path() / "link";
  fs::create_symlink(m_batch, link);
  EXPECT_TRUE(FrozenBatch::open(link));
  ASSERT_EQ(::lchown(link.c_str(), 12345, 12345), 0);
  EXPECT_THAT(FrozenBatch::open(link).error().message, HasSubstr("is a link of user 12345"));
  EXPECT_THAT(FrozenBatch::open(link / "").error().message, HasSubstr("is a link of user 12345"));
}

TEST_F(SharedFolder, LinksInItAreRefused) {
  const auto made = batch();
  fs::create_directory(m_folder.path() / "elsewhere");
  for (const char* name : {"submitted", "log", "done"}) {
    fs::create_symlink(m_folder.path() / "elsewhere", m_batch / name);
    EXPECT_THAT(FrozenBatch::open(m_batch).error().message, HasSubstr(std::string(name) + ": is no folder")) << name;
    fs::remove(m_batch / name);
  }
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

TEST_F(SharedFolder, HashesInTheListAreHashes) {
  const auto made = batch();
  const FrozenJob good = made.jobs()[0];
  const fs::path list = m_batch / "jobs.jsonl";
  const auto opened = [&](const FrozenJob& job) {
    EXPECT_TRUE(write_file(list, json_text(encode(job)) + "\n"));
    return FrozenBatch::open(m_batch);
  };
  EXPECT_TRUE(opened(good));
  for (std::string FrozenJob::*member :
       {&FrozenJob::key, &FrozenJob::source_hash, &FrozenJob::group, &FrozenJob::problem_hash}) {
    const std::string hash = good.*member;
    for (const std::string& wrong : {std::string(), hash + "0", hash.substr(1), std::string("../../../../../../etc/passwd"),
                                     "A" + hash.substr(1), "/" + hash.substr(1)}) {
      FrozenJob job = good;
      job.*member = wrong;
      const auto batch = opened(job);
      ASSERT_FALSE(batch) << wrong;
      EXPECT_THAT(batch.error().message, HasSubstr("jobs.jsonl:1: is no job of a batch in a shared folder"));
    }
  }
}

TEST_F(SharedFolder, RecordsAboutSomethingElseAreLeftOut) {
  const auto made = batch();
  const FrozenJob& job = made.jobs()[0];
  const auto collected = [&](const BatchResult& result, const std::string& key) {
    const DoneFile done{.key = key, .record = result.record};
    EXPECT_TRUE(write_once(made.done_file(job.key), json_text(encode(done))));
    int lines = 0;
    const auto counts = collect(made, nullptr, false, [&](const auto&) {
                          ++lines;
                          return Result<void>();
                        }).value();
    EXPECT_EQ(lines, static_cast<int>(counts.judged + counts.same + counts.errors));
    fs::remove(made.done_file(job.key));
    return counts;
  };
  EXPECT_THAT(collected(judged(job), job.key).left_out, IsEmpty());
  const auto expect_left_out = [&](const BatchResult& result, const std::string& key, const char* why) {
    const auto counts = collected(result, key);
    EXPECT_EQ(counts.judged + counts.same, 0U) << why;
    EXPECT_THAT(counts.left_out, ElementsAre(AllOf(HasSubstr(made.done_file(job.key).string()), HasSubstr(why))));
  };
  expect_left_out(judged(job), made.jobs()[1].key, "is the result of ");
  auto forged = judged(job);
  forged.record["attempt"]["content_hash"] = made.jobs()[2].source_hash;
  expect_left_out(forged, job.key, "about another text");
  forged = judged(job);
  forged.record["problem"] = "reduction";
  expect_left_out(forged, job.key, "about the problem reduction, the job about vector-addition");
  forged = judged(job);
  forged.record["problem_hash"] = made.jobs()[1].problem_hash;
  expect_left_out(forged, job.key, "about other files of the problem");
  forged.record = "nonsense";
  expect_left_out(forged, job.key, "record");
}

TEST_F(SharedFolder, FilesThatAreNoJsonAreNamedAndTheRestIsCollected) {
  const auto made = batch();
  SharedResults results(made, [&] { return Result<NodeNote>(note("n1", "1", 4.0e12)); });
  ASSERT_TRUE(results.add(judged(made.jobs()[1])));
  const fs::path done = made.done_file(made.jobs()[0].key);
  for (const fs::path& path : {done, m_batch / "failed/ab/x.json", m_batch / "nodes/n.json", m_batch / "submitted/a.json"})
    ASSERT_TRUE(write_once(path, "{\"key\": "));
  const auto counts = collect(made, nullptr, false, [](const auto&) { return Result<void>(); });
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->judged, 1U);
  EXPECT_THAT(counts->left_out, UnorderedElementsAre(HasSubstr(done.string() + ": not JSON"), HasSubstr("x.json: not JSON"),
                                                     HasSubstr("n.json: not JSON")));
  std::vector<std::string> unreadable;
  const auto arrays = submissions(made, &unreadable);
  EXPECT_THAT(unreadable, ElementsAre(HasSubstr("submitted/a.json: not JSON")));
  const std::string text = status_text(made, status_of(made, arrays, {}));
  EXPECT_THAT(text, AllOf(HasSubstr("left out: " + (m_batch / "failed/ab/x.json").string() + ": not JSON"),
                          HasSubstr("nodes/n.json: not JSON"), HasSubstr("2 done")));
}

TEST_F(SharedFolder, ResultsThatOthersMayWriteAreLeftOut) {
  const auto made = batch();
  SharedResults results(made, [&] { return Result<NodeNote>(note("n1", "1", 4.0e12)); });
  ASSERT_TRUE(results.add(judged(made.jobs()[0])));
  const fs::path done = made.done_file(made.jobs()[0].key);
  fs::permissions(done, fs::perms::others_write, fs::perm_options::add);
  const auto nothing = [](const auto&) { return Result<void>(); };
  EXPECT_THAT(collect(made, nullptr, false, nothing).value().left_out, ElementsAre(HasSubstr("others may write to it")));
  fs::rename(done, m_folder.path() / "elsewhere.json");
  fs::create_symlink(m_folder.path() / "elsewhere.json", done);
  EXPECT_THAT(collect(made, nullptr, false, nothing).value().left_out, ElementsAre(HasSubstr("is no regular file")));
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

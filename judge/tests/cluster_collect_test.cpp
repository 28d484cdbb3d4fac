#include "judge/cluster/collect.hpp"
#include "judge/cluster/node_name.hpp"
#include "judge/cluster/slurm.hpp"
#include "judge/cluster/status.hpp"
#include "judge/cluster/write_once.hpp"
#include "judge/tests/cluster_support.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

TEST_F(SharedFolder, VerdictsAreThereAtOnceAndOnce) {
  const auto made = batch();
  SharedResults results(made, [] { return Result<NodeNote>(std::unexpected(Error{"no check is due"})); });
  ASSERT_TRUE(results.add(judged(made.jobs()[0])));
  EXPECT_TRUE(results.has("", made.jobs()[0].key));
  EXPECT_TRUE(made.is_done(made.jobs()[3]).value());
  EXPECT_FALSE(made.is_done(made.jobs()[1]).value());
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
  EXPECT_FALSE(made.is_done(made.jobs()[0]).value()) << "not confirmed yet";
  ASSERT_TRUE(results.finish());
  EXPECT_EQ(checks, 1);
  EXPECT_TRUE(made.is_done(made.jobs()[0]).value());
  EXPECT_EQ(read_done(made, made.jobs()[0].key).value()->rates.bytes_per_s, 4.0e12);
}

TEST_F(SharedFolder, TimesOfASickMachineAreDropped) {
  const auto made = batch();
  SharedResults results(
      made, [&] { return Result<NodeNote>(note("n1", "1", 4.0e12, {"hot"})); }, std::chrono::milliseconds(0));
  EXPECT_THAT(results.add(judged(made.jobs()[0], true)).error().message, HasSubstr("1 results with times are dropped"));
  EXPECT_FALSE(made.is_done(made.jobs()[0]).value());
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
  const auto arrays = submissions(made, &unreadable).value();
  EXPECT_THAT(unreadable, ElementsAre(HasSubstr("submitted/a.json: not JSON")));
  const std::string text = status_text(made, status_of(made, arrays, {}).value());
  EXPECT_THAT(text, AllOf(HasSubstr("not counted: " + (m_batch / "failed/ab/x.json").string() + ": not JSON"),
                          HasSubstr("nodes/n.json: not JSON"), HasSubstr("2 done")));
}

// As one that a file system does not show: none of them looks empty.
TEST_F(SharedFolder, AFolderThatCannotBeReadIsNamed) {
  const auto made = batch();
  const auto nothing = [](const auto&) { return Result<void>(); };
  for (const char* name : {"nodes", "failed", "submitted", "done"}) {
    ASSERT_TRUE(write_file(m_batch / name, "no folder"));
    std::string said;
    if (name == std::string("submitted")) said = submissions(made).error().message;
    else {
      said = status_of(made, {}, {}).error().message;
      if (name != std::string("done")) {
        EXPECT_EQ(collect(made, nullptr, false, nothing).error().message, said);
      }
    }
    EXPECT_THAT(said, AllOf(HasSubstr((m_batch / name).string()), HasSubstr("Not a directory"))) << name;
    fs::remove(m_batch / name);
  }
  ASSERT_TRUE(write_file(m_batch / "done", "no folder"));
  EXPECT_THAT(collect(made, nullptr, false, nothing).value().left_out, Not(IsEmpty()));
}

TEST_F(SharedFolder, AnOutputThatIsNoFileIsNotReplaced) {
  const auto made = batch();
  const fs::path pipe = m_folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(collect_into(pipe, made, nullptr, false).error().message, HasSubstr("pipe: is no regular file"));
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

}  // namespace
}  // namespace judge

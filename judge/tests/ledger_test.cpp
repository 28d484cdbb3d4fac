#include "judge/ledger/ledger.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "judge/model/record_json.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TemporaryDirectory scratch() { return *TemporaryDirectory::create("judge-ledger-test"); }

Record accepted(std::string name, double median_ns) {
  Record record;
  record.run_id = "run-1";
  record.time = "2026-01-31T12:00:00Z";
  record.problem = "vector-addition";
  record.problem_hash = "p1";
  record.attempt = {name, "solutions/" + name + ".cu", "hash of " + name};
  record.device.id = "GPU-1";
  record.device.runtime = RuntimeKind::cuda;
  record.verdict.kind = VerdictKind::accepted;
  Measurement& measurement = record.measurements.emplace_back();
  measurement.bracket = Bracket::blocked;
  measurement.device = {median_ns, median_ns - 1, median_ns + 1, median_ns - 2, median_ns + 2, 3};
  measurement.samples = {{median_ns - 1}, {median_ns}, {median_ns + 1}};
  return record;
}

Record rejected(std::string name, VerdictKind kind) {
  Record record = accepted(std::move(name), 1);
  record.verdict = {kind, "large", "wrong", ""};
  record.measurements.clear();
  return record;
}

std::vector<std::string> names(const Result<std::vector<Record>>& records) {
  if (!records) return {"error: " + records.error().message};
  std::vector<std::string> list;
  for (const Record& record : *records) list.push_back(record.attempt.name);
  return list;
}

const BoardQuery k_board{"vector-addition", "GPU-1", {}};

TEST(Ledger, GivesBackWhatWasAppended) {
  const auto folder = scratch();
  const auto path = folder.path() / "a/b/ledger.sqlite";
  Record record = accepted("va_float4", 73'100.5);
  record.verdict.details = "bytes that are no text: \xff";
  std::int64_t id = 0;
  {
    auto ledger = Ledger::open(path);
    ASSERT_TRUE(ledger) << ledger.error().message;
    const auto appended = ledger->append(record);
    ASSERT_TRUE(appended) << appended.error().message;
    id = *appended;
  }
  const auto ledger = Ledger::open(path);
  ASSERT_TRUE(ledger) << ledger.error().message;
  const auto history = ledger->history("vector-addition", "va_float4");
  ASSERT_TRUE(history) << history.error().message;
  ASSERT_EQ(history->size(), 1u);
  record.id = id;
  EXPECT_GT(id, 0);
  record.verdict.details = "bytes that are no text: \xef\xbf\xbd";
  EXPECT_EQ(to_json(history->front()), to_json(record));
}

TEST(Ledger, BoardHoldsTheFastestOfEachContentInOrder) {
  const auto folder = scratch();
  auto ledger = *Ledger::open(folder.path() / "l.sqlite");
  for (const Record& record : {accepted("slow", 90), accepted("fast", 75), accepted("slow", 95), accepted("fast", 70),
                               accepted("fast", 72), rejected("wrong", VerdictKind::wrong_answer)})
    ASSERT_TRUE(ledger.append(record));
  Record untimed = accepted("untimed", 1);
  untimed.measurements.clear();
  Record copy = accepted("copy of fast", 71);
  copy.attempt.content_hash = "hash of fast";
  ASSERT_TRUE(ledger.append(untimed));
  ASSERT_TRUE(ledger.append(copy));
  const auto board = ledger.board(k_board);
  EXPECT_THAT(names(board), ElementsAre("fast", "slow", "untimed"));
  EXPECT_EQ(board->at(0).measurements[0].device.median_ns, 70);
  EXPECT_EQ(board->at(0).measurements[0].samples.size(), 3u);
  EXPECT_THAT(*ledger.all_medians(k_board), ElementsAre(70, 90));
}

TEST(Ledger, BoardsAreSeparateByProblemContentAndDevice) {
  const auto folder = scratch();
  auto ledger = *Ledger::open(folder.path() / "l.sqlite");
  Record other_problem = accepted("other problem", 1), other_device = accepted("other device", 2);
  Record other_hash = accepted("other hash", 3);
  other_problem.problem = "matrix-transpose";
  other_device.device.id = "GPU-2";
  other_hash.problem_hash = "p2";
  for (const Record& record : {accepted("one", 5), other_problem, other_device, other_hash}) ASSERT_TRUE(ledger.append(record));
  EXPECT_THAT(names(ledger.board(k_board)), ElementsAre("other hash", "one"));
  EXPECT_THAT(names(ledger.board({"vector-addition", "GPU-1", "p1"})), ElementsAre("one"));
  EXPECT_THAT(names(ledger.board({"vector-addition", "GPU-3", {}})), IsEmpty());
  EXPECT_THAT(names(ledger.board({"vector-addition", "GPU-1' OR '1'='1", {}})), IsEmpty());
}

TEST(Ledger, TheLatestJudgementStands) {
  const auto folder = scratch();
  auto ledger = *Ledger::open(folder.path() / "l.sqlite");
  ASSERT_TRUE(ledger.append(accepted("racy", 70)));
  ASSERT_TRUE(ledger.append(rejected("racy", VerdictKind::judge_error)));
  ASSERT_TRUE(ledger.append(rejected("racy", VerdictKind::unsupported)));
  EXPECT_THAT(names(ledger.board(k_board)), ElementsAre("racy"));
  ASSERT_TRUE(ledger.append(rejected("racy", VerdictKind::wrong_answer)));
  EXPECT_THAT(names(ledger.board(k_board)), IsEmpty());
  EXPECT_THAT(*ledger.all_medians(k_board), IsEmpty());
  ASSERT_TRUE(ledger.append(accepted("racy", 80)));
  EXPECT_THAT(*ledger.all_medians(k_board), ElementsAre(70));
}

TEST(Ledger, HistoryIsByNameOrContent) {
  const auto folder = scratch();
  auto ledger = *Ledger::open(folder.path() / "l.sqlite");
  Record edited = accepted("a", 2), elsewhere = accepted("a", 3);
  edited.attempt.content_hash = "edited";
  elsewhere.problem = "other";
  for (const Record& record : {accepted("a", 1), edited, elsewhere, accepted("b", 4)}) ASSERT_TRUE(ledger.append(record));
  EXPECT_EQ(ledger.history("vector-addition", "a")->size(), 2u);
  EXPECT_EQ(ledger.history("vector-addition", "edited")->size(), 1u);
  EXPECT_THAT(names(ledger.history("vector-addition", "nobody")), IsEmpty());
  EXPECT_THAT(names(ledger.run("run-1")), ElementsAre("a", "a", "a", "b"));
}

TEST(Ledger, KeepsTheLatestCeilingsOfEachDevice) {
  const auto folder = scratch();
  auto ledger = *Ledger::open(folder.path() / "l.sqlite");
  EXPECT_FALSE(ledger.ceilings("GPU-1")->has_value());
  ASSERT_TRUE(ledger.put_ceilings("GPU-1", {3.5e12, 6e13, "2026-01-31T12:00:00Z"}));
  ASSERT_TRUE(ledger.put_ceilings("GPU-2", {1e12, 1e13, "2026-01-31T12:00:00Z"}));
  ASSERT_TRUE(ledger.put_ceilings("GPU-1", {3.7e12, 6.1e13, "2026-02-01T12:00:00Z"}));
  const auto ceilings = *ledger.ceilings("GPU-1");
  ASSERT_TRUE(ceilings.has_value());
  EXPECT_EQ(ceilings->bytes_per_s, 3.7e12);
  EXPECT_EQ(ceilings->flops_per_s, 6.1e13);
  EXPECT_EQ(ceilings->time, "2026-02-01T12:00:00Z");
}

}  // namespace
}  // namespace judge

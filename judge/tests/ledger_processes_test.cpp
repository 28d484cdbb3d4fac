#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <thread>

#include "judge/tests/ledger_records.hpp"

namespace judge {
namespace {

/// Whether each record of append_many(name, count) is there, `times` times.
void expect_all_of(const Ledger& ledger, const std::string& name, int count, std::size_t times = 1) {
  const auto history = ledger.history("vector-addition", name);
  ASSERT_TRUE(history) << history.error().message;
  std::map<double, std::size_t> kept;
  std::set<std::int64_t> ids;
  for (const Record& record : *history) {
    ++kept[record.measurements.front().device.median_ns];
    ids.insert(record.id);
  }
  EXPECT_EQ(ids.size(), history->size());
  EXPECT_EQ(kept.size(), static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) EXPECT_EQ(kept[100 + i], times) << name << ", record " << i;
}

TEST(LedgerProcesses, ManyAppendAtOnceAndNothingIsLost) {
  const auto folder = scratch_folder();
  const auto path = fresh_place(folder);
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(Ledger::open(path));
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i)
    children.push_back(spawn([&, i] { return append_many(path, "child " + std::to_string(i), 150); }));
  for (const pid_t child : children) EXPECT_EQ(exit_status(child), 0);
  auto ledger = *Ledger::open(path);
  for (int i = 0; i < 4; ++i) expect_all_of(ledger, "child " + std::to_string(i), 150);
  EXPECT_EQ(*ledger.size(), 600);
}

/// The moment in which a ledger comes to be: several processes find no file, and each wants to make the tables.
TEST(LedgerProcesses, ManyMakeTheLedgerAtOnce) {
  for (int round = 0; round < 15; ++round) {
    const auto folder = scratch_folder();
    const auto path = fresh_place(folder);
    int gate[2];
    ASSERT_EQ(::pipe(gate), 0);
    std::vector<pid_t> children;
    for (int i = 0; i < 4; ++i) {
      children.push_back(spawn([&] {
        char byte;
        ::close(gate[1]);
        (void)!::read(gate[0], &byte, 1);  // returns for all at once, when the parent closes its end
        return append_many(path, "child", 3);
      }));
    }
    ::close(gate[0]);
    ::close(gate[1]);
    for (const pid_t child : children) EXPECT_EQ(exit_status(child), 0);
    auto ledger = *Ledger::open(path);
    expect_all_of(ledger, "child", 3, 4);
  }
}

/// Every append that had returned is there after SIGKILL, and the file is whole.
TEST(LedgerProcesses, SurvivesAKillInTheMiddle) {
  const auto folder = scratch_folder();
  const auto path = fresh_place(folder);
  std::set<std::int64_t> promised;
  for (int round = 0; round < 25; ++round) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = spawn([&] {
      auto ledger = Ledger::open(path);
      for (int i = 0; ledger; ++i) {
        const auto id = ledger->append(accepted("killed", 100 + i));
        if (!id || ::write(ends[1], &*id, sizeof *id) != sizeof *id) return 1;
      }
      return 2;
    });
    ::close(ends[1]);
    std::int64_t id = 0;
    ASSERT_EQ(::read(ends[0], &id, sizeof id), static_cast<ssize_t>(sizeof id));
    promised.insert(id);
    std::this_thread::sleep_for(std::chrono::microseconds(300 * round));
    ::kill(child, SIGKILL);
    EXPECT_EQ(exit_status(child), 128 + SIGKILL);
    while (::read(ends[0], &id, sizeof id) == static_cast<ssize_t>(sizeof id)) promised.insert(id);
    ::close(ends[0]);

    const auto ledger = Ledger::open(path);
    ASSERT_TRUE(ledger) << ledger.error().message;
    ASSERT_EQ(integrity_of(path), "ok");
  }
  const auto records = Ledger::open(path)->history("vector-addition", "killed");
  ASSERT_TRUE(records) << records.error().message;
  std::set<std::int64_t> kept;
  for (const Record& record : *records) kept.insert(record.id);
  EXPECT_TRUE(std::ranges::includes(kept, promised));
  EXPECT_LE(kept.size(), promised.size() + 25);  // at most one append of each round had not returned yet
  EXPECT_GT(promised.size(), 100u);
}

TEST(LedgerProcesses, AReaderSeesABoardWhileAnotherAppends) {
  const auto folder = scratch_folder();
  const auto path = fresh_place(folder);
  ASSERT_EQ(append_many(path, "first", 1), 0);
  const pid_t writer = spawn([&] { return append_many(path, "writer", 300); });
  std::size_t seen = 0;
  for (int i = 0; i < 50; ++i) {
    const auto ledger = Ledger::open(path);
    ASSERT_TRUE(ledger) << ledger.error().message;
    const auto history = ledger->history("vector-addition", "writer");
    ASSERT_TRUE(history) << history.error().message;
    EXPECT_GE(history->size(), seen);
    seen = history->size();
  }
  EXPECT_EQ(exit_status(writer), 0);
  const auto ledger = *Ledger::open(path);
  expect_all_of(ledger, "first", 1);
  expect_all_of(ledger, "writer", 300);
}

}  // namespace
}  // namespace judge

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "judge/ledger/ledger.hpp"
#include "judge/ledger/sqlite.hpp"
#include "judge/tests/ledger_records.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

/// Adds what is in files to the ledger at `to`.
std::int64_t copied(const std::vector<fs::path>& from, const fs::path& to) {
  std::vector<Ledger> sources;
  for (const auto& path : from) sources.push_back(*Ledger::open_to_read(path));
  auto target = Ledger::open(to);
  EXPECT_TRUE(target) << target.error().message;
  const auto added = target->add_all_of(sources);
  EXPECT_TRUE(added) << added.error().message;
  return added.value_or(-1);
}

/// Every column of every record of a file but the id and the key, in order, and the peak rates.
std::vector<std::string> rows_of(const fs::path& path) {
  const auto database = *SqliteDatabase::open(path, std::chrono::seconds(1));
  std::vector<std::string> rows;
  const auto read = [&](const Row& row) { rows.emplace_back(row.text(0)); };
  for (const char* sql :
       {"SELECT CAST(run_id AS BLOB) || '|' || time || '|' || problem || '|' || problem_hash || '|' || CAST(attempt AS BLOB) "
        "|| '|' "
        "|| content_hash || '|' || device_id || '|' || runtime || '|' || verdict || '|' || "
        "ifnull(printf('%!.17g', device_median_ns), 'NULL') || '|' || CAST(document AS BLOB) FROM records ORDER BY id",
        "SELECT device_id || '|' || time || '|' || printf('%!.17g', bytes_per_s) || '|' || printf('%!.17g', flops_per_s) || "
        "'|' || "
        "ifnull(fp16_flops_per_s, 'NULL') || '|' || ifnull(int8_flops_per_s, 'NULL') FROM ceilings ORDER BY id",
        "SELECT key || '|' || kind || '|' || time || '|' || problem || '|' || problem_hash || '|' || device_id || '|' || "
        "CAST(document AS BLOB) FROM studies ORDER BY id"}) {
    const auto done = database->run(sql, {}, read);
    EXPECT_TRUE(done) << done.error().message;
  }
  return rows;
}

/// A ledger with all that is hard to copy, from before records had keys: equal rows, bytes that are no text, what is no JSON, no time.
void make_old_ledger(const fs::path& path) {
  {
    auto ledger = *Ledger::open(path);
    for (int i = 0; i < 450; ++i) {
      Record record = accepted("attempt " + std::to_string(i % 7), 100.1 / (i + 1));
      record.time = fmt::format("2026-01-{:02}T12:00:00Z", 1 + i / 20);
      ASSERT_TRUE(ledger.append(record));
    }
    const Record same = accepted("same", 0.1);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(ledger.append(same));
    Record strange = rejected("\xff\xfe it's", VerdictKind::wrong_answer);
    strange.verdict.details = std::string("a byte 0: \0 and \xff", 17);
    ASSERT_TRUE(ledger.append(strange));
    ASSERT_TRUE(ledger.put_peak_rates("GPU-1", {3.5e12 / 3, {6e13, 7e14, 1.4e15}, "2026-01-31T12:00:00Z"}));
    ASSERT_TRUE(ledger.put_peak_rates("GPU-2", {1e12, {1e13}, "2026-01-31T12:00:00Z"}));
    for (const char* device : {"GPU-1", "GPU-2"})
      ASSERT_TRUE(
          ledger.put_study({.kind = "scale", .time = "2026-01-31T12:00:00Z", .device_id = device, .document = "{\"a\": 1}"}));
  }
  const auto database = *SqliteDatabase::open(path, std::chrono::seconds(1));
  ASSERT_TRUE(database->execute(
      "DROP TRIGGER records_never_change; UPDATE records SET key = NULL; "
      "CREATE TRIGGER records_never_change BEFORE UPDATE ON records "
      "BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;"
      "INSERT INTO records (run_id, time, problem, problem_hash, attempt, content_hash, device_id, runtime, verdict, "
      "document) VALUES ('r', 't', 'vector-addition', 'p1', 'damaged', 'h', 'GPU-1', 1, 99, CAST(x'7b00ff' AS TEXT));"
      "INSERT INTO ceilings (device_id, time, bytes_per_s, flops_per_s) VALUES ('GPU-3', 't', 1, 2)"));
}

TEST(LedgerCopy, ThereAndBackLosesNothingAndASecondCopyAddsNothing) {
  const auto folder = scratch_folder();
  const auto old = folder.path() / "old.sqlite", back = folder.path() / "back.sqlite", place = fresh_place(folder);
  make_old_ledger(old);
  EXPECT_EQ(copied({old}, place), 455);
  EXPECT_EQ(copied({old}, place), 0);
  EXPECT_EQ(copied({place}, back), 455);
  EXPECT_EQ(copied({place}, back), 0);
  EXPECT_EQ(rows_of(back), rows_of(old));
  EXPECT_EQ(rows_of(old).size(), 455u + 3 + 2);
  // What comes back to where it comes from is known there, keys or no keys.
  EXPECT_EQ(copied({place}, old), 0);
  EXPECT_EQ(copied({back}, place), 0);
  const BoardQuery board{"vector-addition", "GPU-1", {}};
  const auto one = Ledger::open(old)->board(board), other = Ledger::open(place)->board(board);
  EXPECT_EQ(names(one), names(other));
  EXPECT_EQ(one->size(), 8u);
}

TEST(LedgerCopy, WhatIsNewSinceIsAdded) {
  const auto folder = scratch_folder();
  const auto file = folder.path() / "l.sqlite", place = fresh_place(folder);
  make_old_ledger(file);
  EXPECT_EQ(copied({file}, place), 455);
  { ASSERT_TRUE(Ledger::open(file)->append(accepted("new", 1))); }
  { ASSERT_TRUE(Ledger::open(place)->append(accepted("newer", 1))); }
  EXPECT_EQ(copied({file}, place), 1);
  EXPECT_EQ(copied({place}, file), 1);
  EXPECT_EQ(*Ledger::open(file)->size(), 457);
  EXPECT_EQ(*Ledger::open(place)->size(), 457);
}

TEST(LedgerCopy, SeveralBecomeOneByTime) {
  const auto folder = scratch_folder();
  const auto here = folder.path() / "here.sqlite", there = folder.path() / "there.sqlite", place = fresh_place(folder);
  const auto add = [](const fs::path& path, const char* name, const char* time, double median_ns) {
    Record record = accepted(name, median_ns);
    record.time = time;
    ASSERT_TRUE(Ledger::open(path)->append(record));
  };
  add(here, "first", "2026-01-01T00:00:00Z", 9);
  add(here, "third", "2026-01-03T00:00:00Z", 8);
  add(here, "of a clock that was set back", "2025-01-01T00:00:00Z", 7);
  add(there, "second", "2026-01-02T00:00:00Z", 6);
  add(there, "fourth", "2026-01-04T00:00:00Z", 5);
  ASSERT_TRUE(Ledger::open(there)->put_peak_rates("GPU-1", {2, {2, 2, 2}, "2026-02-01T00:00:00Z"}));
  ASSERT_TRUE(Ledger::open(here)->put_peak_rates("GPU-1", {1, {1, 1, 1}, "2026-01-01T00:00:00Z"}));
  EXPECT_EQ(copied({here, there}, place), 5);
  EXPECT_EQ(copied({there, here}, place), 0);
  const auto ledger = *Ledger::open(place);
  EXPECT_THAT(names(ledger.history("vector-addition")),
              ElementsAre("first", "second", "third", "of a clock that was set back", "fourth"));
  EXPECT_EQ((*ledger.peak_rates("GPU-1"))->bytes_per_s, 2) << "the latest, not the one that was copied last";
}

}  // namespace
}  // namespace judge

#include "judge/ledger/schema.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "judge/ledger/ledger.hpp"
#include "judge/ledger/sqlite.hpp"
#include "judge/ledger/statements.hpp"
#include "judge/model/record_json.hpp"
#include "judge/tests/ledger_records.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

std::unique_ptr<SqliteDatabase> raw(const fs::path& path) { return *SqliteDatabase::open(path, std::chrono::seconds(1)); }

/// The first column of what a statement gives.
std::vector<std::string> texts(SqliteDatabase& database, const std::string& sql) {
  std::vector<std::string> list;
  const auto done = database.run(sql, {}, [&](const Row& row) { list.emplace_back(row.text(0)); });
  EXPECT_TRUE(done) << done.error().message;
  return list;
}

void make_database(const fs::path& path, const std::string& sql) {
  const auto done = raw(path)->execute(sql);
  ASSERT_TRUE(done) << done.error().message;
}

std::string error_of(const fs::path& path) {
  const auto ledger = Ledger::open(path);
  return ledger ? "no error" : ledger.error().message;
}

/// Version 1 as it was, word for word: this text never changes.
constexpr const char* k_version_1 = R"sql(
  CREATE TABLE records (
    id INTEGER PRIMARY KEY, run_id TEXT NOT NULL, time TEXT NOT NULL, problem TEXT NOT NULL, problem_hash TEXT NOT NULL,
    attempt TEXT NOT NULL, content_hash TEXT NOT NULL, device_id TEXT NOT NULL, runtime INTEGER NOT NULL,
    verdict INTEGER NOT NULL, device_median_ns REAL, document TEXT NOT NULL);
  CREATE INDEX records_by_board ON records (problem, device_id, content_hash, problem_hash, verdict, device_median_ns);
  CREATE INDEX records_by_attempt ON records (problem, attempt);
  CREATE INDEX records_by_content ON records (problem, content_hash);
  CREATE INDEX records_by_run ON records (run_id);
  CREATE TRIGGER records_never_change BEFORE UPDATE ON records
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  CREATE TRIGGER records_never_go BEFORE DELETE ON records
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  CREATE TRIGGER records_are_never_replaced BEFORE INSERT ON records
    WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  PRAGMA application_id = 1247102023;
  PRAGMA user_version = 1;
)sql";

void insert_into_version_1(const fs::path& path, std::int64_t id, const Record& record) {
  const std::string document = json_text(to_json(record));
  const auto done = raw(path)->run(
      "INSERT INTO records (id, run_id, time, problem, problem_hash, attempt, content_hash, device_id, runtime, verdict, "
      "device_median_ns, document) VALUES ($1, 'r', 't', 'vector-addition', 'p1', $2, $3, 'GPU-1', 1, 1, $4, $5)",
      {id, std::string_view(record.attempt.name), std::string_view(record.attempt.content_hash),
       record.measurements[0].device.median_ns, std::string_view(document)},
      [](const Row&) {});
  ASSERT_TRUE(done) << done.error().message;
}

TEST(LedgerSchema, BringsVersion1ToThePresentAndLosesNothing) {
  const auto folder = scratch_folder();
  const auto path = folder.path() / "old.sqlite";
  make_database(path, k_version_1);
  std::vector<Record> before;
  for (int i = 0; i < 20; ++i) {
    before.push_back(accepted("attempt " + std::to_string(i), 100 + i));
    before.back().id = 3 * i + 1;  // with gaps, as no ledger has them: rows keep their ids
    insert_into_version_1(path, before.back().id, before.back());
  }
  for (int opened = 0; opened < 2; ++opened) {
    auto ledger = Ledger::open(path);
    ASSERT_TRUE(ledger) << ledger.error().message;
    const auto board = ledger->board({"vector-addition", "GPU-1", "p1"});
    ASSERT_TRUE(board) << board.error().message;
    ASSERT_EQ(board->size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(to_json((*board)[i]), to_json(before[i]));
    EXPECT_EQ(raw(path)->version(), ledger_schema_version());
  }
  auto ledger = *Ledger::open(path);
  EXPECT_TRUE(ledger.put_peak_rates("GPU-1", {1, {2, 3, 4}, "t"}));  // a table that version 1 lacked
  EXPECT_GT(*ledger.append(accepted("new", 1)), 58);
}

/// Rates from before tensor cores were measured would make what runs in them look faster than the device can be.
TEST(LedgerSchema, PeakRatesWithoutTensorCoresAreMeasuredAnew) {
  const auto folder = scratch_folder();
  const auto path = folder.path() / "l.sqlite";
  auto ledger = *Ledger::open(path);
  const auto insert = "INSERT INTO ceilings (device_id, time, bytes_per_s, flops_per_s) VALUES ('GPU-1', 't', 1, 2)";
  ASSERT_TRUE(raw(path)->execute(insert));
  EXPECT_FALSE(ledger.peak_rates("GPU-1")->has_value());
}

/// What a migrated ledger is and what a new one is must be the same, or the next migration breaks one of them.
TEST(LedgerSchema, AMigratedLedgerHasTheTablesOfANewOne) {
  const auto folder = scratch_folder();
  make_database(folder.path() / "old", k_version_1);
  const auto tables = [&](const char* name) {
    EXPECT_TRUE(Ledger::open(folder.path() / name));
    return texts(*raw(folder.path() / name), "SELECT type || ' ' || name || ' on ' || tbl_name FROM sqlite_schema ORDER BY 1");
  };
  const auto migrated = tables("old");
  EXPECT_EQ(migrated, tables("new"));
  EXPECT_GE(migrated.size(), 12u);
}

TEST(LedgerSchema, AVerdictOfALaterJudgeIsSkippedAndSaid) {
  const auto folder = scratch_folder();
  const auto path = folder.path() / "l.sqlite";
  auto ledger = *Ledger::open(path);
  ASSERT_TRUE(ledger.append(accepted("a", 1)));
  const auto done = raw(path)->execute(
      "INSERT INTO records (id, run_id, time, problem, problem_hash, attempt, content_hash, device_id, runtime, verdict, "
      "device_median_ns, document) SELECT 2, run_id, time, problem, problem_hash, attempt, content_hash, device_id, "
      "runtime, 99, device_median_ns, document FROM records");
  ASSERT_TRUE(done) << done.error().message;
  const auto board = ledger.board({"vector-addition", "GPU-1", "p1"});
  ASSERT_TRUE(board) << board.error().message;
  EXPECT_EQ(board->size(), 1u);
  ASSERT_EQ(ledger.skipped().size(), 1u);
  EXPECT_THAT(*ledger.skipped().begin(), HasSubstr("record 2 is skipped: 99 is not the number of a verdict"));
}

TEST(LedgerSchema, NothingCanBeChangedOrTakenOut) {
  const auto folder = scratch_folder();
  const auto path = folder.path() / "l.sqlite";
  {
    auto ledger = *Ledger::open(path);
    ASSERT_TRUE(ledger.append(accepted("a", 1)));
    ASSERT_TRUE(ledger.put_peak_rates("GPU-1", {1, {2, 3, 4}, "t"}));
    ASSERT_TRUE(ledger.put_study({.kind = "scale", .document = "{}"}));
  }
  const auto database = raw(path);
  for (const char* sql : {"UPDATE records SET verdict = 8", "DELETE FROM records", "UPDATE ceilings SET bytes_per_s = 9",
                          "DELETE FROM ceilings", "UPDATE studies SET kind = 'sweep'", "DELETE FROM studies",
                          "INSERT OR REPLACE INTO studies VALUES (1, 'k', 'scale', 't', 'p', 'h', 'd', '{}')",
                          "INSERT OR REPLACE INTO ceilings VALUES (1, 'GPU-1', 't', 9, 9, 9, 9)",
                          "INSERT OR REPLACE INTO records SELECT 1, run_id, time, problem, problem_hash, 'b', content_hash, "
                          "device_id, runtime, verdict, device_median_ns, document, 'key' FROM records"}) {
    const auto done = database->execute(sql);
    ASSERT_FALSE(done) << sql;
    EXPECT_THAT(done.error().message, HasSubstr("append-only")) << sql;
  }
  // A record with the key of another one is not added, and does not replace it.
  ASSERT_TRUE(
      database->execute("INSERT OR REPLACE INTO records SELECT 2, run_id, time, problem, problem_hash, 'b', content_hash, "
                        "device_id, runtime, verdict, device_median_ns, document, key FROM records"));
  EXPECT_THAT(texts(*database, "SELECT id || attempt FROM records"), ElementsAre("1a"));
  EXPECT_EQ(Ledger::open(path)->peak_rates("GPU-1")->value().bytes_per_s, 1);
}

TEST(LedgerSchema, ANewerLedgerIsLeftUntouched) {
  const auto folder = scratch_folder();
  const auto path = folder.path() / "newer.sqlite";
  make_database(path, std::string(k_version_1) + "CREATE TABLE wonders (x); PRAGMA user_version = 1000;");
  const std::string before = *read_file(path);
  EXPECT_THAT(error_of(path), HasSubstr("newer judge (ledger version 1000"));
  EXPECT_EQ(*read_file(path), before);
}

TEST(LedgerSchema, AnotherProgramsDatabaseIsLeftUntouched) {
  const auto folder = scratch_folder();
  for (const char* sql :
       {"CREATE TABLE bookmarks (x)", "PRAGMA user_version = 1", "PRAGMA application_id = 5; CREATE TABLE t (x)",
        "CREATE TABLE records (id INTEGER PRIMARY KEY); PRAGMA user_version = 1"}) {
    const auto path = folder.path() / "other.sqlite";
    fs::remove(path);
    make_database(path, sql);
    const std::string before = *read_file(path);
    EXPECT_THAT(error_of(path), HasSubstr("another program")) << sql;
    EXPECT_EQ(*read_file(path), before) << sql;
  }
}

TEST(LedgerSchema, AFileThatIsNoDatabaseIsLeftUntouched) {
  const auto folder = scratch_folder();
  for (const std::string& content :
       {std::string("hello"), std::string(10'000, 'x'), std::string("SQLite format 3\0", 16), std::string(4096, '\0')}) {
    const auto path = folder.path() / "notes.txt";
    ASSERT_TRUE(write_file(path, content));
    EXPECT_THAT(error_of(path), HasSubstr("not a judge ledger")) << content.size();
    EXPECT_EQ(*read_file(path), content);
  }
}

TEST(LedgerSchema, AnEmptyFileBecomesALedger) {
  const auto folder = scratch_folder();
  ASSERT_TRUE(write_file(folder.path() / "empty", ""));
  EXPECT_EQ(error_of(folder.path() / "empty"), "no error");
}

TEST(LedgerSchema, PathsThatCannotBeSaySo) {
  const auto folder = scratch_folder();
  ASSERT_TRUE(write_file(folder.path() / "file", "x"));
  EXPECT_THAT(error_of(folder.path()), HasSubstr("is a directory"));
  EXPECT_THAT(error_of(folder.path() / "file/ledger.sqlite"), HasSubstr("its folder cannot be made"));
  EXPECT_THAT(error_of("/proc/judge/ledger.sqlite"), HasSubstr("its folder cannot be made"));
  EXPECT_THAT(error_of("/proc/ledger.sqlite"), HasSubstr("cannot be opened or created"));
  EXPECT_THAT(error_of(""), HasSubstr("has no place"));
}

/// SQLite gives some names a meaning of their own; here they are files like others.
TEST(LedgerSchema, StrangeNamesAreFiles) {
  const auto folder = scratch_folder();
  const auto here = fs::current_path();
  fs::current_path(folder.path());
  for (const char* name : {":memory:", "file:x?mode=memory", "sp ace/\xff.sqlite"}) {
    EXPECT_EQ(error_of(name), "no error") << name;
    EXPECT_TRUE(fs::is_regular_file(folder.path() / name)) << name;
  }
  fs::current_path(here);
}

/// Runs `body` in a child process as a user without privileges, for whom file modes count; its text, through a pipe.
std::string as_nobody(const std::function<std::string()>& body) {
  int ends[2];
  if (::pipe(ends) != 0) return "no pipe";
  const pid_t child = ::fork();
  if (child == 0) {
    const bool dropped = ::geteuid() != 0 || (::setgid(65534) == 0 && ::setuid(65534) == 0);
    const std::string text = dropped ? body() : "cannot drop privileges";
    (void)!::write(ends[1], text.data(), text.size());
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text(4096, '\0');
  const ssize_t size = ::read(ends[0], text.data(), text.size());
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

TEST(LedgerSchema, AFileThatMayNotBeWrittenSaysSo) {
  const auto folder = scratch_folder();
  const auto path = folder.path() / "l.sqlite";
  { ASSERT_TRUE(Ledger::open(path)->append(accepted("a", 1))); }
  fs::permissions(folder.path(), fs::perms(0555));
  fs::permissions(path, fs::perms(0444));
  EXPECT_THAT(as_nobody([&] { return error_of(path); }), HasSubstr("cannot be written"));
  EXPECT_THAT(as_nobody([&] { return error_of(folder.path() / "new"); }), HasSubstr("cannot be opened or created"));
  EXPECT_THAT(as_nobody([&] { return error_of(folder.path() / "sub/new"); }), HasSubstr("its folder cannot be made"));
  fs::permissions(path, fs::perms(0644));  // the file may be written, but its folder, where the log goes, may not
  EXPECT_THAT(as_nobody([&] { return error_of(path); }), HasSubstr(path.string()));
  fs::permissions(folder.path(), fs::perms(0755));
}

/// What a reader who may write nothing finds on the board of vector-addition, or why it finds none.
std::string board_read_at(const fs::path& path) {
  const auto ledger = Ledger::open_to_read(path);
  if (!ledger) return ledger.error().message;
  const auto board = ledger->board({"vector-addition", "GPU-1", {}});
  return board ? fmt::format("{} on the board", board->size()) : board.error().message;
}

TEST(LedgerSchema, AReaderChangesNothing) {
  const auto folder = scratch_folder();
  const auto path = folder.path() / "old.sqlite";
  make_database(path, k_version_1);
  insert_into_version_1(path, 1, accepted("a", 1));
  const std::string before = *read_file(path, FileKind::binary);
  EXPECT_EQ(board_read_at(path), "1 on the board");
  EXPECT_EQ(*read_file(path, FileKind::binary), before);

  ASSERT_TRUE(Ledger::open(path));
  const auto refused = Ledger::open_to_read(path)->append(accepted("b", 1));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("cannot be written"));
}

TEST(LedgerSchema, AReaderNeedsNoRightToWrite) {
  const auto folder = scratch_folder();
  const auto present = folder.path() / "a%20?b#.sqlite", old = folder.path() / "old.sqlite";
  { ASSERT_TRUE(Ledger::open(present)->append(accepted("a", 1))); }
  make_database(old, k_version_1);
  insert_into_version_1(old, 1, accepted("a", 1));
  fs::permissions(folder.path(), fs::perms(0555));
  for (const auto& path : {present, old}) {
    fs::permissions(path, fs::perms(0444));
    EXPECT_EQ(as_nobody([&] { return board_read_at(path); }), "1 on the board");
  }
  const auto writer = *Ledger::open(present);
  EXPECT_EQ(as_nobody([&] { return board_read_at(present); }), "1 on the board") << "while another has it open";
  fs::permissions(folder.path(), fs::perms(0755));
}

TEST(LedgerSchema, ADamagedRowIsSkippedAndSaid) {
  const auto folder = scratch_folder();
  const auto path = folder.path() / "l.sqlite";
  {
    auto ledger = *Ledger::open(path);
    ASSERT_TRUE(ledger.append(accepted("a", 1)));
  }
  make_database(path, "DROP TRIGGER records_never_change; UPDATE records SET document = substr(document, 1, 50)");
  const auto ledger = *Ledger::open(path);
  const auto board = ledger.board({"vector-addition", "GPU-1", {}});
  ASSERT_TRUE(board) << board.error().message;
  EXPECT_TRUE(board->empty());
  EXPECT_TRUE(ledger.history("vector-addition")->empty());
  ASSERT_EQ(ledger.skipped().size(), 1u);
  EXPECT_THAT(*ledger.skipped().begin(), HasSubstr("record 1 is skipped: not JSON"));
}

/// Documents are large: what a board or a list reads for each row comes from an index.
TEST(LedgerSchema, BoardsAndListsReadIndexes) {
  const auto folder = scratch_folder();
  const auto path = folder.path() / "l.sqlite";
  ASSERT_TRUE(Ledger::open(path));
  const auto plan = [&](std::string_view sql) {
    std::string text;
    const auto done =
        raw(path)->run("EXPLAIN QUERY PLAN " + std::string(sql), {}, [&](const Row& row) { text += row.text(3); });
    EXPECT_TRUE(done) << done.error().message;
    return text;
  };
  EXPECT_THAT(plan(statements::tallies(statements::OfProblem::one_version)),
              testing::AllOf(HasSubstr("USING COVERING INDEX records_by_board"), testing::Not(HasSubstr("B-TREE"))));
  EXPECT_THAT(plan(statements::names), HasSubstr("COVERING INDEX records_by_attempt"));
  EXPECT_THAT(plan(statements::judged_problems), HasSubstr("COVERING INDEX records_by_board"));
}

}  // namespace
}  // namespace judge

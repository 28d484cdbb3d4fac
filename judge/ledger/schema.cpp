#include "judge/ledger/schema.hpp"

#include <array>

namespace judge {

namespace {

/// PRAGMA application_id of every ledger: "JUDG".
constexpr std::int64_t k_application_id = 0x4a554447;

/// k_migrations[n] turns version n into version n + 1. Ledgers of every version are out there: never change an entry,
/// add one.
///
/// Tables only grow. The triggers also refuse INSERT OR REPLACE, which deletes without asking the delete trigger.
constexpr std::array<const char*, 4> k_migrations{
    // 1: records. `document` is the whole record (judge.record/1); the other columns repeat what queries ask for.
    R"sql(
      CREATE TABLE records (
        id INTEGER PRIMARY KEY,
        run_id TEXT NOT NULL,
        time TEXT NOT NULL,
        problem TEXT NOT NULL,
        problem_hash TEXT NOT NULL,
        attempt TEXT NOT NULL,
        content_hash TEXT NOT NULL,
        device_id TEXT NOT NULL,
        runtime INTEGER NOT NULL,
        verdict INTEGER NOT NULL,
        device_median_ns REAL,
        document TEXT NOT NULL
      );
      CREATE INDEX records_by_board
        ON records (problem, device_id, content_hash, problem_hash, verdict, device_median_ns);
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
    )sql",
    // 2: each device's peak rates; the latest row of a device counts.
    R"sql(
      CREATE TABLE ceilings (
        id INTEGER PRIMARY KEY,
        device_id TEXT NOT NULL,
        time TEXT NOT NULL,
        bytes_per_s REAL NOT NULL,
        flops_per_s REAL NOT NULL
      );
      CREATE INDEX ceilings_by_device ON ceilings (device_id);
      CREATE TRIGGER ceilings_never_change BEFORE UPDATE ON ceilings
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
      CREATE TRIGGER ceilings_never_go BEFORE DELETE ON ceilings
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
      CREATE TRIGGER ceilings_are_never_replaced BEFORE INSERT ON ceilings
        WHEN EXISTS (SELECT 1 FROM ceilings WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
    )sql",
    // 3: the rates of tensor cores. NULL: from before they were measured, so the device is measured anew.
    R"sql(
      ALTER TABLE ceilings ADD COLUMN fp16_flops_per_s REAL;
      ALTER TABLE ceilings ADD COLUMN int8_flops_per_s REAL;
    )sql",
    // 4: what was measured at other sizes or with other macros: never on a board. `document` is all of it.
    R"sql(
      CREATE TABLE studies (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        time TEXT NOT NULL,
        problem TEXT NOT NULL,
        problem_hash TEXT NOT NULL,
        device_id TEXT NOT NULL,
        document TEXT NOT NULL
      );
      CREATE INDEX studies_by_problem ON studies (problem, device_id);
      CREATE TRIGGER studies_never_change BEFORE UPDATE ON studies
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
      CREATE TRIGGER studies_never_go BEFORE DELETE ON studies
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
      CREATE TRIGGER studies_are_never_replaced BEFORE INSERT ON studies
        WHEN EXISTS (SELECT 1 FROM studies WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
    )sql",
};

/// The version of a ledger, 0 for an empty file. Errors: not a ledger, or one of a later version.
Result<std::int64_t> identify(const SqliteDatabase& database) {
  // One statement, so that a ledger which another process is just making is seen before or after, never in between.
  JUDGE_TRY(auto header, database.prepare("SELECT (SELECT application_id FROM pragma_application_id), "
                                          "(SELECT user_version FROM pragma_user_version), "
                                          "(SELECT count(*) FROM sqlite_schema)"));
  JUDGE_TRY(const bool row, header.step());
  const std::string path = database.path().string();
  if (!row) return fail("{}: is not a judge ledger; name another file with --ledger", path);
  const std::int64_t application = header.integer(0), version = header.integer(1), tables = header.integer(2);
  if (application == 0 && version == 0 && tables == 0) return 0;
  if (application != k_application_id)
    return fail("{}: is a database of another program, not a judge ledger; name another file with --ledger", path);
  if (version > ledger_schema_version())
    return fail(
        "{}: was written by a newer judge (ledger version {}, this judge knows up to {}); nothing was changed, "
        "use the newer judge or name another file with --ledger",
        path, version, ledger_schema_version());
  return version;
}

Result<void> migrate(const SqliteDatabase& database) {
  JUDGE_TRY(const std::int64_t version, identify(database));  // again: another process may have been faster
  for (auto next = static_cast<std::size_t>(version); next < k_migrations.size(); ++next)
    JUDGE_CHECK(database.execute(k_migrations[next]));
  const std::string stamp =
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", k_application_id, ledger_schema_version());
  return database.execute(stamp.c_str());
}

}  // namespace

int ledger_schema_version() { return static_cast<int>(k_migrations.size()); }

Result<void> prepare_ledger(const SqliteDatabase& database) {
  JUDGE_TRY(const std::int64_t version, identify(database));
  if (database.is_read_only())
    return fail("{}: cannot be written by this user; name another file with --ledger", database.path().string());

  // With a write-ahead log, killing the process loses nothing that was appended, and a power cut at worst the last
  // appends, never the file: NORMAL spares an fsync at each. Without one (some network file systems), only FULL is
  // safe.
  JUDGE_TRY(const bool write_ahead, database.use_write_ahead_log());
  JUDGE_CHECK(database.execute(write_ahead ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL"));
  if (version == ledger_schema_version()) return {};

  JUDGE_CHECK(database.execute("BEGIN IMMEDIATE"));
  if (const auto done = migrate(database); !done) {
    (void)database.execute("ROLLBACK");
    return done;
  }
  return database.execute("COMMIT");
}

}  // namespace judge

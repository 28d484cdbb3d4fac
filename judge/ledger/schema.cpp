#include "judge/ledger/schema.hpp"

#include <array>

namespace judge {

namespace {

/// What turns one version into the next, in a file and on a server.
struct Migration {
  const char* sqlite;
  const char* postgres;
};

/// k_migrations[n] turns version n into version n + 1. Ledgers of every version are out there: never change an entry,
/// add one.
///
/// Tables only grow. SQLite's triggers also refuse INSERT OR REPLACE, which deletes without asking the delete trigger. On a server the
/// tables' owner gives up its right to change them, too.
constexpr std::array<Migration, 5> k_migrations{{
    // 1: records. `document` is the whole record (judge.record/1); the other columns repeat what queries ask for.
    {R"sql(
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
     R"sql(
        CREATE TABLE records (
          id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          run_id BYTEA NOT NULL,
          time BYTEA NOT NULL,
          problem BYTEA NOT NULL,
          problem_hash BYTEA NOT NULL,
          attempt BYTEA NOT NULL,
          content_hash BYTEA NOT NULL,
          device_id BYTEA NOT NULL,
          runtime BIGINT NOT NULL,
          verdict BIGINT NOT NULL,
          device_median_ns DOUBLE PRECISION,
          document BYTEA NOT NULL
        );
        CREATE INDEX records_by_board
          ON records (problem, device_id, content_hash, problem_hash, verdict, device_median_ns) INCLUDE (id);
        CREATE INDEX records_by_attempt ON records (problem, attempt) INCLUDE (id);
        CREATE INDEX records_by_content ON records (problem, content_hash);
        CREATE INDEX records_by_run ON records (run_id);
        CREATE FUNCTION judge_never() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$;
        CREATE TRIGGER records_never_change_or_go BEFORE UPDATE OR DELETE OR TRUNCATE ON records
          FOR EACH STATEMENT EXECUTE FUNCTION judge_never();
        REVOKE UPDATE, DELETE, TRUNCATE ON records FROM CURRENT_USER;
      )sql"},
    // 2: each device's peak rates; the latest row of a device counts.
    {R"sql(
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
     R"sql(
        CREATE TABLE ceilings (
          id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          device_id BYTEA NOT NULL,
          time BYTEA NOT NULL,
          bytes_per_s DOUBLE PRECISION NOT NULL,
          flops_per_s DOUBLE PRECISION NOT NULL
        );
        CREATE INDEX ceilings_by_device ON ceilings (device_id);
        CREATE TRIGGER ceilings_never_change_or_go BEFORE UPDATE OR DELETE OR TRUNCATE ON ceilings
          FOR EACH STATEMENT EXECUTE FUNCTION judge_never();
        REVOKE UPDATE, DELETE, TRUNCATE ON ceilings FROM CURRENT_USER;
      )sql"},
    // 3: the rates of tensor cores. NULL: from before they were measured, so the device is measured anew.
    {R"sql(
        ALTER TABLE ceilings ADD COLUMN fp16_flops_per_s REAL;
        ALTER TABLE ceilings ADD COLUMN int8_flops_per_s REAL;
      )sql",
     R"sql(
        ALTER TABLE ceilings ADD COLUMN fp16_flops_per_s DOUBLE PRECISION;
        ALTER TABLE ceilings ADD COLUMN int8_flops_per_s DOUBLE PRECISION;
      )sql"},
    // 4: who a record is, in every ledger that it is copied to, and if it is added once more, since an answer was lost. NULL: from before.
    {R"sql(
        ALTER TABLE records ADD COLUMN key TEXT;
        CREATE UNIQUE INDEX records_by_key ON records (key);
        CREATE TRIGGER records_are_added_once BEFORE INSERT ON records
          WHEN EXISTS (SELECT 1 FROM records WHERE key = NEW.key)
          BEGIN SELECT RAISE(IGNORE); END;
      )sql",
     R"sql(
        ALTER TABLE records ADD COLUMN key BYTEA;
        CREATE UNIQUE INDEX records_by_key ON records (key);
      )sql"},
    // 5: what was measured at other sizes or with other macros, which no board has. `document` is all of it, `key` the hash of the row.
    {R"sql(
        CREATE TABLE studies (
          id INTEGER PRIMARY KEY,
          key TEXT NOT NULL,
          kind TEXT NOT NULL,
          time TEXT NOT NULL,
          problem TEXT NOT NULL,
          problem_hash TEXT NOT NULL,
          device_id TEXT NOT NULL,
          document TEXT NOT NULL
        );
        CREATE INDEX studies_by_problem ON studies (problem, device_id);
        CREATE UNIQUE INDEX studies_by_key ON studies (key);
        CREATE TRIGGER studies_never_change BEFORE UPDATE ON studies
          BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
        CREATE TRIGGER studies_never_go BEFORE DELETE ON studies
          BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
        CREATE TRIGGER studies_are_never_replaced BEFORE INSERT ON studies
          WHEN EXISTS (SELECT 1 FROM studies WHERE id = NEW.id)
          BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
        CREATE TRIGGER studies_are_added_once BEFORE INSERT ON studies
          WHEN EXISTS (SELECT 1 FROM studies WHERE key = NEW.key)
          BEGIN SELECT RAISE(IGNORE); END;
      )sql",
     R"sql(
        CREATE TABLE studies (
          id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          key BYTEA NOT NULL,
          kind BYTEA NOT NULL,
          time BYTEA NOT NULL,
          problem BYTEA NOT NULL,
          problem_hash BYTEA NOT NULL,
          device_id BYTEA NOT NULL,
          document BYTEA NOT NULL
        );
        CREATE INDEX studies_by_problem ON studies (problem, device_id);
        CREATE UNIQUE INDEX studies_by_key ON studies (key);
        CREATE TRIGGER studies_never_change_or_go BEFORE UPDATE OR DELETE OR TRUNCATE ON studies
          FOR EACH STATEMENT EXECUTE FUNCTION judge_never();
        REVOKE UPDATE, DELETE, TRUNCATE ON studies FROM CURRENT_USER;
      )sql"},
}};

/// The version of a ledger, 0 where nothing is. Errors: not a ledger, or one of a later version.
Result<std::int64_t> known_version(Database& database) {
  JUDGE_TRY(const std::int64_t version, database.version());
  if (version > ledger_schema_version())
    return fail(
        "{}: was written by a newer judge (ledger version {}, this judge knows up to {}); nothing was changed, "
        "use the newer judge or name another {} with --ledger",
        database.place(), version, ledger_schema_version(), database.kind() == Database::Kind::sqlite ? "file" : "database");
  return version;
}

Result<void> migrate(Database& database) {
  JUDGE_TRY(const std::int64_t version, known_version(database));  // again: another process may have been faster
  if (version == ledger_schema_version()) return {};
  for (auto next = static_cast<std::size_t>(version); next < k_migrations.size(); ++next) {
    const Migration& migration = k_migrations[next];
    JUDGE_CHECK(database.execute(database.kind() == Database::Kind::sqlite ? migration.sqlite : migration.postgres));
  }
  return database.set_version(ledger_schema_version());
}

}  // namespace

int ledger_schema_version() { return static_cast<int>(k_migrations.size()); }

Result<void> prepare_ledger(Database& database, Database::Access access) {
  JUDGE_TRY(const std::int64_t version, known_version(database));
  JUDGE_CHECK(database.get_ready(access));
  if (version == ledger_schema_version()) return {};
  if (access == Database::Access::read)
    return fail(
        "{}: was written by an older judge (ledger version {}, this judge reads {}); `judge run`, by a user who may change its "
        "tables, brings it to that version",
        database.place(), version, ledger_schema_version());

  JUDGE_CHECK(database.begin_migration());
  if (const auto done = migrate(database); !done) {
    [[maybe_unused]] const auto undone = database.execute("ROLLBACK");  // a lost connection has undone it
    return done;
  }
  return database.execute("COMMIT");
}

}  // namespace judge

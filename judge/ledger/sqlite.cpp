#include "judge/ledger/sqlite.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <thread>

namespace judge {

namespace {

/// PRAGMA application_id of every ledger: "JUDG".
constexpr std::int64_t k_application_id = 0x4a554447;

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

class SqliteRow final : public Row {
 public:
  explicit SqliteRow(sqlite3_stmt* statement) : m_statement(statement) {}
  bool is_null(int column) const override { return sqlite3_column_type(m_statement, column) == SQLITE_NULL; }
  std::int64_t integer(int column) const override { return sqlite3_column_int64(m_statement, column); }
  double real(int column) const override { return sqlite3_column_double(m_statement, column); }
  std::string_view text(int column) const override {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
    if (!bytes) return {};
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
  }

 private:
  sqlite3_stmt* m_statement;
};

int bind(sqlite3_stmt* statement, int place, const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return sqlite3_bind_int64(statement, place, *integer);
  if (const auto* real = std::get_if<double>(&value)) return sqlite3_bind_double(statement, place, *real);
  if (const auto* text = std::get_if<std::string_view>(&value))
    return sqlite3_bind_text64(statement, place, text->data() ? text->data() : "", text->size(), SQLITE_STATIC, SQLITE_UTF8);
  return sqlite3_bind_null(statement, place);
}

/// Of an absolute path.
std::string uri_of(std::string_view path) {
  std::string uri = "file:";
  for (const char c : path)
    if (c == '%' || c == '?' || c == '#') uri += fmt::format("%{:02x}", static_cast<unsigned char>(c));
    else uri += c;
  return uri;
}

}  // namespace

void SqliteDatabase::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Result<void> SqliteDatabase::connect(const char* name, int flags) {
  sqlite3* raw = nullptr;
  const int status = sqlite3_open_v2(name, &raw, flags | SQLITE_OPEN_FULLMUTEX, nullptr);
  m_database.reset(raw);
  if (status != SQLITE_OK) return failure(status);
  sqlite3_extended_result_codes(raw, 1);
  sqlite3_busy_timeout(raw, static_cast<int>(m_patience.count()));
  return {};
}

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open(const std::filesystem::path& path,
                                                             std::chrono::milliseconds patience) {
  std::unique_ptr<SqliteDatabase> database(new SqliteDatabase(path, patience));
  JUDGE_CHECK(database->connect(path.c_str(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE));
  return database;
}

// A reader that may write joins the writers' log and removes it if it is the last, but changes nothing. One that may not reads the log
// that is there; where none is, nobody is writing, and SQLite, which would make one, is told that the file is immutable.
Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open_to_read(const std::filesystem::path& path,
                                                                     std::chrono::milliseconds patience) {
  std::unique_ptr<SqliteDatabase> database(new SqliteDatabase(path, patience));
  if (::access(path.c_str(), W_OK) == 0 && ::access(path.parent_path().c_str(), W_OK | X_OK) == 0) {
    JUDGE_CHECK(database->connect(path.c_str(), SQLITE_OPEN_READWRITE));
    JUDGE_CHECK(database->execute("PRAGMA query_only = 1"));
    return database;
  }
  std::error_code error;
  const bool has_log =
      std::filesystem::exists(path.string() + "-wal", error) || std::filesystem::exists(path.string() + "-journal", error);
  const std::string name = uri_of(path.string()) + (has_log ? "" : "?immutable=1");
  JUDGE_CHECK(database->connect(name.c_str(), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI));
  return database;
}

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::make_empty(std::chrono::milliseconds patience) {
  return open(":memory:", patience);
}

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::copy() {
  std::unique_ptr<SqliteDatabase> database(new SqliteDatabase(place(), m_patience));
  JUDGE_CHECK(database->connect(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE));
  sqlite3_backup* backup = sqlite3_backup_init(database->m_database.get(), "main", m_database.get(), "main");
  if (!backup) return database->failure(sqlite3_errcode(database->m_database.get()));
  int status = SQLITE_BUSY;
  const auto deadline = std::chrono::steady_clock::now() + m_patience;
  while ((status == SQLITE_BUSY || status == SQLITE_LOCKED) && std::chrono::steady_clock::now() < deadline)
    status = sqlite3_backup_step(backup, -1);
  sqlite3_backup_finish(backup);
  if (status != SQLITE_DONE) return failure(status);
  return database;
}

Result<void> SqliteDatabase::run(std::string_view sql, std::span<const Value> values, const Visitor& visitor) {
  sqlite3_stmt* raw = nullptr;
  int status = sqlite3_prepare_v2(m_database.get(), sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
  const std::unique_ptr<sqlite3_stmt, Finalize> statement(raw);
  if (status != SQLITE_OK) return failure(status);
  // SQLite takes $1 for a name and counts names as they appear.
  for (std::size_t i = 0; i < values.size(); ++i)
    if (status = bind(raw, static_cast<int>(i) + 1, values[i]); status != SQLITE_OK) return failure(status);
  const SqliteRow row(raw);
  while ((status = sqlite3_step(raw)) == SQLITE_ROW) visitor(row);
  if (status != SQLITE_DONE) return failure(status);
  return {};
}

Result<void> SqliteDatabase::execute(const std::string& sql) {
  const int status = sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) return failure(status);
  return {};
}

Result<std::int64_t> SqliteDatabase::version() {
  std::int64_t application = 0, version = 0, tables = 0;
  // One statement, so that a ledger which another process is just making is seen before or after, never in between.
  JUDGE_CHECK(
      run("SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version), "
          "(SELECT count(*) FROM sqlite_schema)",
          {}, [&](const Row& row) {
            application = row.integer(0);
            version = row.integer(1);
            tables = row.integer(2);
          }));
  if (application == 0 && version == 0 && tables == 0) return 0;
  if (application != k_application_id)
    return fail("{}: is a database of another program, not a judge ledger; name another file with --ledger", place());
  return version;
}

Result<void> SqliteDatabase::get_ready(Access access) {
  if (access == Access::read) return {};
  if (sqlite3_db_readonly(m_database.get(), "main") == 1)
    return fail("{}: cannot be written by this user; name another file with --ledger", place());
  // With a write-ahead log, killing the process loses nothing that was appended, and a power cut at worst the last
  // appends, never the file: NORMAL spares an fsync at each. Without one (some network file systems), only FULL is
  // safe.
  JUDGE_TRY(const bool write_ahead, use_write_ahead_log());
  return execute(write_ahead ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL");
}

Result<void> SqliteDatabase::begin_migration() { return execute("BEGIN IMMEDIATE"); }

Result<void> SqliteDatabase::set_version(std::int64_t version) {
  return execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", k_application_id, version));
}

Result<bool> SqliteDatabase::use_write_ahead_log() {
  // Two processes that change the mode at once can be told "busy" without the busy timeout being honoured.
  const auto deadline = std::chrono::steady_clock::now() + m_patience;
  for (;;) {
    bool is_on = false;
    const auto done = run("PRAGMA journal_mode = WAL", {}, [&](const Row& row) { is_on = row.text(0) == "wal"; });
    if (done) return is_on;
    const bool busy = (sqlite3_errcode(m_database.get()) & 0xff) == SQLITE_BUSY;
    if (!busy || std::chrono::steady_clock::now() > deadline) return std::unexpected(done.error());
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

std::unexpected<Error> SqliteDatabase::failure(int status) const {
  const std::string& path = place();
  const std::string said = m_database ? sqlite3_errmsg(m_database.get()) : sqlite3_errstr(status);
  switch (status & 0xff) {
    case SQLITE_NOTADB: return fail("{}: is not a judge ledger; name another file with --ledger", path);
    case SQLITE_CORRUPT:
      return fail("{}: the ledger is damaged ({}); move it away, or name another file with --ledger", path, said);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return fail("{}: another process has held the ledger for {} s; try again when it has ended", path,
                  std::chrono::duration<double>(m_patience).count());
    case SQLITE_READONLY:
    case SQLITE_PERM: return fail("{}: cannot be written ({}); name another file with --ledger", path, said);
    case SQLITE_CANTOPEN: return fail("{}: cannot be opened or created; name another file with --ledger", path);
    case SQLITE_FULL: return fail("{}: the disk is full; nothing was added to the ledger", path);
    case SQLITE_IOERR:
      return fail(
          "{}: the ledger cannot be read or written ({}): is the disk full? Nothing was added; --ledger names another file",
          path, said);
    default: return fail("{}: {}", path, said);
  }
}

}  // namespace judge

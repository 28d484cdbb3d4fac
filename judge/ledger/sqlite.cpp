#include "judge/ledger/sqlite.hpp"

#include <sqlite3.h>

#include <thread>

namespace judge {

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void SqliteDatabase::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

SqliteStatement& SqliteStatement::bind(std::int64_t value) {
  m_bind_status |= sqlite3_bind_int64(m_statement.get(), ++m_bound, value);
  return *this;
}

SqliteStatement& SqliteStatement::bind(double value) {
  m_bind_status |= sqlite3_bind_double(m_statement.get(), ++m_bound, value);
  return *this;
}

SqliteStatement& SqliteStatement::bind(std::string_view value) {
  m_bind_status |= sqlite3_bind_text64(m_statement.get(), ++m_bound, value.data() ? value.data() : "", value.size(),
                                       SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}

SqliteStatement& SqliteStatement::bind_null() {
  m_bind_status |= sqlite3_bind_null(m_statement.get(), ++m_bound);
  return *this;
}

Result<bool> SqliteStatement::step() {
  if (m_bind_status != SQLITE_OK) return m_database->failure(SQLITE_MISUSE);
  const int status = sqlite3_step(m_statement.get());
  if (status == SQLITE_ROW) return true;
  if (status == SQLITE_DONE) return false;
  return m_database->failure(status);
}

void SqliteStatement::reset() {
  sqlite3_reset(m_statement.get());  // its status is that of the last step(), which has been told already
  m_bound = 0;
  m_bind_status = SQLITE_OK;
}

bool SqliteStatement::is_null(int column) const { return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL; }

std::int64_t SqliteStatement::integer(int column) const { return sqlite3_column_int64(m_statement.get(), column); }
double SqliteStatement::real(int column) const { return sqlite3_column_double(m_statement.get(), column); }

std::string_view SqliteStatement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), column));
  if (!bytes) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))};
}

Result<SqliteDatabase> SqliteDatabase::open(const std::filesystem::path& path, std::chrono::milliseconds patience) {
  SqliteDatabase database(path, patience);
  sqlite3* raw = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;
  const int status = sqlite3_open_v2(path.c_str(), &raw, flags, nullptr);
  database.m_database.reset(raw);
  if (status != SQLITE_OK) return database.failure(status);
  sqlite3_extended_result_codes(raw, 1);
  sqlite3_busy_timeout(raw, static_cast<int>(patience.count()));
  return database;
}

Result<SqliteStatement> SqliteDatabase::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  const int bytes = static_cast<int>(sql.size());
  const int status = sqlite3_prepare_v2(m_database.get(), sql.data(), bytes, &statement, nullptr);
  if (status != SQLITE_OK) return failure(status);
  return SqliteStatement(statement, *this);
}

Result<void> SqliteDatabase::execute(const char* sql) const {
  const int status = sqlite3_exec(m_database.get(), sql, nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) return failure(status);
  return {};
}

Result<std::int64_t> SqliteDatabase::integer(std::string_view sql) const {
  JUDGE_TRY(auto statement, prepare(sql));
  JUDGE_TRY(const bool row, statement.step());
  if (!row) return fail("{}: {} gives no value", m_path.string(), sql);
  return statement.integer(0);
}

Result<bool> SqliteDatabase::use_write_ahead_log() const {
  // Two processes that change the mode at once can be told "busy" without the busy timeout being honoured.
  const auto deadline = std::chrono::steady_clock::now() + m_patience;
  for (;;) {
    JUDGE_TRY(auto statement, prepare("PRAGMA journal_mode = WAL"));
    const auto row = statement.step();
    if (row) return *row && statement.text(0) == "wal";
    const bool busy = (sqlite3_errcode(m_database.get()) & 0xff) == SQLITE_BUSY;
    if (!busy || std::chrono::steady_clock::now() > deadline) return std::unexpected(row.error());
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

bool SqliteDatabase::is_read_only() const { return sqlite3_db_readonly(m_database.get(), "main") == 1; }
std::int64_t SqliteDatabase::last_inserted_id() const { return sqlite3_last_insert_rowid(m_database.get()); }

std::unexpected<Error> SqliteDatabase::failure(int status) const {
  const std::string path = m_path.string();
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
    default: return fail("{}: {}", path, said);
  }
}

}  // namespace judge

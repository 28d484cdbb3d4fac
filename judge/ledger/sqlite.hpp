#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "judge/util/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace judge {

class SqliteDatabase;

/// One prepared statement. Bind, step through its rows, read columns (from 0) of the row at hand.
class SqliteStatement {
 public:
  /// Values for ?1, ?2, ... in order; an empty optional is NULL. Strings are copied. Errors surface at step().
  SqliteStatement& bind(std::int64_t value);
  SqliteStatement& bind(double value);
  SqliteStatement& bind(std::string_view value);
  template <class T>
  SqliteStatement& bind(const std::optional<T>& value) {
    return value ? bind(*value) : bind_null();
  }
  SqliteStatement& bind_null();

  /// True while there is a row. Errors: what the database says, with its path.
  Result<bool> step();

  /// Ready for other values and another run.
  void reset();

  std::int64_t integer(int column) const;
  double real(int column) const;
  bool is_null(int column) const;
  /// Of a text; valid until the next step() or reset().
  std::string_view text(int column) const;

 private:
  friend class SqliteDatabase;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  SqliteStatement(sqlite3_stmt* statement, const SqliteDatabase& database) : m_statement(statement), m_database(&database) {}

  std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
  const SqliteDatabase* m_database;
  int m_bound = 0;
  int m_bind_status = 0;
};

/// One connection. Statements must not outlive it, nor its moving away.
class SqliteDatabase {
 public:
  /// Opens `path` for reading and writing, or creates it. What waits for another process's lock does so up to
  /// `patience`.
  static Result<SqliteDatabase> open(const std::filesystem::path& path, std::chrono::milliseconds patience);

  Result<SqliteStatement> prepare(std::string_view sql) const;

  /// Runs any number of statements that need no values and give no rows.
  Result<void> execute(const char* sql) const;

  /// The one integer that a statement gives: "PRAGMA user_version".
  Result<std::int64_t> integer(std::string_view sql) const;

  /// Turns write-ahead logging on, where the file system can do it; says whether it is on.
  Result<bool> use_write_ahead_log() const;

  bool is_read_only() const;
  std::int64_t last_inserted_id() const;
  const std::filesystem::path& path() const { return m_path; }

  /// An Error out of an SQLite result code: the file, what is the matter with it, what to do.
  std::unexpected<Error> failure(int status) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit SqliteDatabase(std::filesystem::path path, std::chrono::milliseconds patience)
      : m_path(std::move(path)), m_patience(patience) {}

  std::filesystem::path m_path;
  std::chrono::milliseconds m_patience;
  std::unique_ptr<sqlite3, Close> m_database;
};

}  // namespace judge

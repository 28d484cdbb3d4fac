#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "judge/ledger/database.hpp"

struct sqlite3;

namespace judge {

/// One file.
class SqliteDatabase final : public Database {
 public:
  /// Opens `path` for reading and writing, or creates it. What waits for another process's lock does so up to
  /// `patience`.
  static Result<std::unique_ptr<SqliteDatabase>> open(const std::filesystem::path& path, std::chrono::milliseconds patience);

  /// Opens the file that is there for reading: nothing in it changes. Where this user may not write, nothing is made beside it either.
  static Result<std::unique_ptr<SqliteDatabase>> open_to_read(const std::filesystem::path& path,
                                                              std::chrono::milliseconds patience);
  /// A copy in memory, which may be changed; of the same place in messages.
  Result<std::unique_ptr<SqliteDatabase>> copy();
  /// Nothing, in memory.
  static Result<std::unique_ptr<SqliteDatabase>> make_empty(std::chrono::milliseconds patience);

  using Database::run;
  Kind kind() const override { return Kind::sqlite; }
  Result<void> run(std::string_view sql, std::span<const Value> values, const Visitor& visitor) override;
  Result<void> execute(const std::string& sql) override;
  Result<std::int64_t> version() override;
  Result<void> get_ready(Access access) override;
  Result<void> begin_migration() override;
  Result<void> set_version(std::int64_t version) override;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  SqliteDatabase(const std::filesystem::path& path, std::chrono::milliseconds patience)
      : Database(path.string()), m_patience(patience) {}

  Result<void> connect(const char* name, int flags);

  /// Turns write-ahead logging on, where the file system can do it; says whether it is on.
  Result<bool> use_write_ahead_log();
  /// An Error out of an SQLite result code: the file, what is the matter with it, what to do.
  std::unexpected<Error> failure(int status) const;

  std::chrono::milliseconds m_patience;
  std::unique_ptr<sqlite3, Close> m_database;
};

}  // namespace judge

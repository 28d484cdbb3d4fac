#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "judge/ledger/database.hpp"

struct pg_conn;
struct pg_result;

namespace judge {

struct Libpq;

/// Is it postgresql://... or postgres://..., and no file?
bool is_on_postgres(const std::filesystem::path& place);

/// Of a connection string what messages may show: user, host and database, and no password.
std::string shown_place(std::string_view connection);

/// One database on a server (and in it, what search_path names first). Every text of the ledger is BYTEA there: PostgreSQL's TEXT
/// refuses a byte 0 and what is no UTF-8, and names of files have both.
class PostgresDatabase final : public Database {
 public:
  /// `connection` as libpq reads it: what it leaves out is looked up in PGHOST, PGPASSWORD, ~/.pgpass, PGSERVICE etc. A statement
  /// that meets a lost connection or a restarting server is run again, for `patience`; after that the next ones try once. No statement
  /// waits longer for its answer.
  static Result<std::unique_ptr<PostgresDatabase>> open(const std::string& connection, std::chrono::milliseconds patience);

  using Database::run;
  Kind kind() const override { return Kind::postgres; }
  Result<void> run(std::string_view sql, std::span<const Value> values, const Visitor& visitor) override;
  Result<void> execute(const std::string& sql) override;
  Result<std::int64_t> version() override;
  Result<void> get_ready(Access access) override;
  Result<void> begin_migration() override;
  Result<void> set_version(std::int64_t version) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Finish {
    const Libpq* libpq;
    void operator()(pg_conn* connection) const;
  };
  struct Clear {
    const Libpq* libpq;
    void operator()(pg_result* result) const;
  };
  using Answer = std::unique_ptr<pg_result, Clear>;

  PostgresDatabase(const Libpq& libpq, const std::string& connection, std::chrono::milliseconds patience)
      : Database(shown_place(connection)),
        m_libpq(&libpq),
        m_parameters(connection),
        m_patience(patience),
        m_connection(nullptr, {&libpq}) {}

  Result<void> connect();
  bool reconnect(Clock::time_point deadline);
  /// Null: the connection is lost, or there was no answer in time, and then there is no connection either.
  Answer ask(const std::string& sql, std::span<const Value> values);
  bool is_lost(const pg_result* answer) const;
  bool is_in_transaction() const;
  std::unexpected<Error> failure(const pg_result* answer) const;

  const Libpq* m_libpq;
  std::string m_parameters;
  std::chrono::milliseconds m_patience;
  bool m_is_away = false;  ///< the last statement has waited in vain
  std::unique_ptr<pg_conn, Finish> m_connection;
};

}  // namespace judge

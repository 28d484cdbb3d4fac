#pragma once

#include <sys/types.h>

#include <string>

#include "judge/util/files.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// A PostgreSQL server of these tests' own, in a temporary folder, with a Unix socket there and no other address; no fsync. It ends with
/// this process.
class PostgresServer {
 public:
  /// The folder of initdb and postgres; empty where they are not installed.
  static std::string programs();
  static Result<PostgresServer> start();

  PostgresServer(PostgresServer&& other) noexcept;
  PostgresServer& operator=(PostgresServer&&) = delete;
  ~PostgresServer();

  /// A connection string of the superuser, or of another user, to the database "ledgers" or another one.
  std::string connection(const std::string& user = "judge", const std::string& database = "ledgers") const;

  /// As after a crash: all connections break, and the server is there again when this returns.
  Result<void> crash_and_restart();
  /// All connections break.
  void stop();
  Result<void> go_on();

 private:
  explicit PostgresServer(TemporaryDirectory folder) : m_folder(std::move(folder)) {}
  void signal_and_wait(int signal);

  TemporaryDirectory m_folder;
  pid_t m_pid = -1;
};

/// The one of this program.
PostgresServer& server();

}  // namespace judge

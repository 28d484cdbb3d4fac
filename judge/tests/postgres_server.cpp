/// The ledgers of these tests are on a server.

#include "judge/tests/postgres_server.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <vector>

#include "judge/ledger/postgres.hpp"
#include "judge/tests/ledger_records.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

std::optional<PostgresServer> g_server;

/// Starts a program as a user without privileges: PostgreSQL refuses root. Its output goes to a file in `folder`, where it works.
pid_t start_program(const fs::path& folder, std::vector<std::string> words) {
  const passwd* user = ::getpwnam("postgres");
  if (!user) user = ::getpwnam("nobody");
  const pid_t parent = ::getpid(), child = ::fork();
  if (child != 0) return child;
  ::setpgid(0, 0);
  if (::geteuid() == 0 && (!user || ::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0)) ::_exit(1);
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  if (::getppid() != parent || ::chdir(folder.c_str()) != 0) ::_exit(1);
  const int log = ::open("log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

std::string log_of(const fs::path& folder) { return read_file(folder / "log").value_or("no log"); }

}  // namespace

std::string PostgresServer::programs() {
  std::vector<fs::path> folders;
  std::error_code error;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", error)) folders.push_back(version.path() / "bin");
  folders.insert(folders.end(), {"/usr/bin", "/usr/local/bin", "/usr/local/pgsql/bin"});
  for (const auto& folder : folders)
    if (fs::exists(folder / "initdb", error) && fs::exists(folder / "postgres", error)) return folder;
  return "";
}

Result<PostgresServer> PostgresServer::start() {
  JUDGE_TRY(auto folder, TemporaryDirectory::create("pg"));
  PostgresServer server(std::move(folder));
  const fs::path& place = server.m_folder.path();
  if (const passwd* user = ::getpwnam("postgres");
      user && ::geteuid() == 0 && ::chown(place.c_str(), user->pw_uid, user->pw_gid) != 0)
    return fail("{}: cannot be given to the user postgres", place.string());
  const pid_t init = start_program(place, {programs() + "/initdb", "--pgdata=data", "--username=judge", "--auth=trust",
                                           "--no-sync", "--encoding=UTF8", "--locale=C"});
  int status = 0;
  ::waitpid(init, &status, 0);
  if (status != 0) return fail("initdb failed: {}", log_of(place));
  JUDGE_CHECK(server.go_on());
  JUDGE_TRY(auto database, PostgresDatabase::open(server.connection("judge", "postgres"), std::chrono::seconds(5)));
  JUDGE_CHECK(database->execute("CREATE DATABASE ledgers"));
  return server;
}

PostgresServer::PostgresServer(PostgresServer&& other) noexcept
    : m_folder(std::move(other.m_folder)), m_pid(std::exchange(other.m_pid, -1)) {}

PostgresServer::~PostgresServer() { stop(); }

std::string PostgresServer::connection(const std::string& user, const std::string& database) const {
  return fmt::format("postgresql://{}@/{}?host={}", user, database, m_folder.path().string());
}

void PostgresServer::signal_and_wait(int signal) {
  if (m_pid < 0) return;
  ::kill(m_pid, signal);
  ::waitpid(m_pid, nullptr, 0);
  m_pid = -1;
}

void PostgresServer::stop() { signal_and_wait(SIGQUIT); }

Result<void> PostgresServer::crash_and_restart() {
  stop();
  return go_on();
}

Result<void> PostgresServer::go_on() {
  const fs::path& place = m_folder.path();
  m_pid = start_program(
      place, {programs() + "/postgres", "-D", "data", "-k", place.string(), "-c", "listen_addresses=", "-c", "fsync=off", "-c",
              "full_page_writes=off", "-c", "max_connections=60", "-c", "shared_buffers=32MB"});
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (std::chrono::steady_clock::now() < deadline) {
    if (PostgresDatabase::open(connection("judge", "postgres"), std::chrono::seconds(1))) return {};
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return fail("the server does not start: {}", log_of(place));
}

PostgresServer& server() { return *g_server; }

fs::path fresh_place(const TemporaryDirectory&) {
  static int count = 0;
  const std::string name = fmt::format("test_{}_{}", ::getpid(), ++count);
  auto database = *PostgresDatabase::open(server().connection(), std::chrono::seconds(5));
  const auto made = database->execute("CREATE SCHEMA " + name);
  EXPECT_TRUE(made) << made.error().message;
  return server().connection() + "&options=-csearch_path%3D" + name;
}

std::string integrity_of(const fs::path&) { return "ok"; }  // what a server finds wrong, it says when asked

}  // namespace judge

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (judge::PostgresServer::programs().empty()) {
    std::puts("skipped: no PostgreSQL server is installed (Debian: apt-get install postgresql)");
    return 77;
  }
  auto started = judge::PostgresServer::start();
  if (!started) {
    std::puts(started.error().message.c_str());
    return 1;
  }
  judge::g_server.emplace(*std::move(started));
  const int status = RUN_ALL_TESTS();
  judge::g_server.reset();
  return status;
}

#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <thread>

#include "judge/model/exit_status.hpp"
#include "judge/serve/serve_options.hpp"
#include "judge/util/child_setting.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// judge-server on a port of its own, on the emulated runtime.
class Server : public testing::Test {
 protected:
  void SetUp() override {
    const ServeOptions options{.common = {.root = JUDGE_SOURCE_DIR,
                                          .cache = JUDGE_BINARY_DIR "/tests/cache",
                                          .ledger = m_folder.path() / "ledger.sqlite",
                                          .runtime = RuntimeKind::emulated},
                               .port = 0,
                               .solutions = m_folder.path() / "mine",
                               .data = m_folder.path() / "data",
                               .request_ms = 400};
    std::vector<std::string> words{JUDGE_BINARY_DIR "/libexec/judge/judge-server", server_arguments(options).front()};
    const auto argv = pointers_to(words);
    int out[2], errors[2];
    ASSERT_EQ(pipe2(out, O_CLOEXEC), 0);
    ASSERT_EQ(pipe2(errors, O_CLOEXEC), 0);
    m_pid = fork();
    if (m_pid == 0) {
      dup2(out[1], 1);
      dup2(errors[1], 2);
      execv(argv[0], argv.data());
      _exit(127);
    }
    close(out[1]);
    close(errors[1]);
    m_errors = errors[0];
    std::string said;
    for (char c = 0; c != '\n' && read(out[0], &c, 1) == 1;) said += c;
    close(out[0]);
    ASSERT_TRUE(said.contains(':')) << said;
    m_port = std::stoi(said.substr(said.rfind(':') + 1));
  }
  void TearDown() override {
    if (m_pid > 0) {
      kill(m_pid, SIGTERM);
      waitpid(m_pid, nullptr, 0);
    }
    close(m_errors);
  }

  /// Sends a request and returns the connection.
  int ask(const std::string& first_line, const std::string& body = {}) const {
    const int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(static_cast<std::uint16_t>(m_port))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(connection, reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
    std::string text = fmt::format("{} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", first_line, m_port);
    if (!body.empty())
      text += fmt::format("Origin: http://127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n", m_port,
                          body.size());
    text += "\r\n" + body;
    EXPECT_EQ(write(connection, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    return connection;
  }
  static std::string some_of_the_reply(int connection) {
    char bytes[4096];
    pollfd wait{connection, POLLIN, 0};
    if (poll(&wait, 1, 10'000) <= 0) return {};
    return {bytes, static_cast<std::size_t>(std::max<ssize_t>(read(connection, bytes, sizeof bytes), 0))};
  }

  std::vector<pid_t> processes_of_the_engine() const {
    std::vector<pid_t> found;
    std::error_code ignored;
    for (const auto& thread : fs::directory_iterator(fmt::format("/proc/{}/task", m_pid), ignored)) {
      std::ifstream children(thread.path() / "children");
      for (pid_t child = 0; children >> child;) found.push_back(child);
    }
    return found;
  }

  TemporaryDirectory m_folder = TemporaryDirectory::create("server-test-").value();
  pid_t m_pid = -1;
  int m_port = 0, m_errors = -1;
};

TEST_F(Server, EndsWhenItCanAcceptNoMoreAlsoWithAPageOpen) {
  const int stream = ask("GET /events");
  ASSERT_THAT(some_of_the_reply(stream), HasSubstr("200 OK"));
  const auto pid_fd = static_cast<int>(syscall(SYS_pidfd_open, m_pid, 0));
  bool is_shut = false;
  for (int number = 0; number < 256 && !is_shut; ++number) {
    const auto its = static_cast<int>(syscall(SYS_pidfd_getfd, pid_fd, number, 0));
    int listens = 0;
    socklen_t size = sizeof listens;
    if (its >= 0 && getsockopt(its, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens)
      is_shut = shutdown(its, SHUT_RDWR) == 0;  // accept() fails from now on
    if (its >= 0) close(its);
  }
  close(pid_fd);
  if (!is_shut) GTEST_SKIP() << "this kernel does not let a process have another one's sockets";
  int status = 0;
  bool has_ended = false;
  for (int i = 0; i < 1000 && !has_ended; ++i) {
    std::this_thread::sleep_for(10ms);
    has_ended = waitpid(m_pid, &status, WNOHANG) == m_pid;
  }
  ASSERT_TRUE(has_ended) << "it lives on, and nobody can reach it";
  m_pid = -1;
  EXPECT_EQ(WEXITSTATUS(status), k_exit_error);
  EXPECT_THAT(some_of_the_reply(m_errors), HasSubstr("no further connection could be accepted"));
  close(stream);
}

TEST_F(Server, ARequestThatComesByteByByteHasToBeThereInTime) {
  const auto begin = std::chrono::steady_clock::now();
  const int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(static_cast<std::uint16_t>(m_port))};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(connect(connection, reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
  const std::string_view head = "GET / HTTP/1.1\r\nX: ";
  ASSERT_EQ(send(connection, head.data(), head.size(), MSG_NOSIGNAL), static_cast<ssize_t>(head.size()));
  bool is_dropped = false;
  for (int i = 0; i < 200 && !is_dropped; ++i) {
    char byte = 'x';
    std::this_thread::sleep_for(20ms);
    is_dropped = send(connection, &byte, 1, MSG_NOSIGNAL) < 0 || recv(connection, &byte, 1, MSG_DONTWAIT) == 0;
  }
  EXPECT_TRUE(is_dropped);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 400ms) << "as long as it may take";
  close(connection);
}

TEST_F(Server, TheEnginesProcessesHaveNoneOfItsConnections) {
  const int stream = ask("GET /events");
  ASSERT_THAT(some_of_the_reply(stream), HasSubstr("200 OK"));
  const int order = ask("POST /api/submit",
                        R"({"problem": "vector-addition", "kind": "try", "file": "va_mine", "base": "", "text": "no C++"})");
  ASSERT_THAT(some_of_the_reply(order), HasSubstr("200 OK"));
  const auto programs_of = [this] {
    std::set<pid_t> programs;
    std::error_code error;
    const auto servers = fs::read_symlink(fmt::format("/proc/{}/exe", m_pid), error);
    for (const pid_t process : processes_of_the_engine())
      if (const auto its = fs::read_symlink(fmt::format("/proc/{}/exe", process), error); !error && its != servers)
        programs.insert(process);
    return programs;
  };
  // It is a copy of the server first, and then becomes another program.
  std::set<pid_t> programs;
  for (int i = 0; i < 3000 && (programs = programs_of()).empty(); ++i) std::this_thread::sleep_for(10ms);
  ASSERT_FALSE(programs.empty());
  for (const pid_t process : programs) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fmt::format("/proc/{}/fd", process), error))
      EXPECT_FALSE(fs::read_symlink(entry.path(), error).string().starts_with("socket:")) << entry.path();
  }
  close(order);
  close(stream);
}

}  // namespace
}  // namespace judge

#include "judge/tests/exam/leftovers.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fmt/format.h>

namespace judge {

namespace {

using namespace std::chrono_literals;

/// The fourth field of /proc/PID/stat; the second, in parentheses, may hold spaces and parentheses itself.
pid_t parent_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string stat;
  std::getline(file, stat);
  const auto end = stat.rfind(')');
  return end == std::string::npos ? 0 : static_cast<pid_t>(std::stol(stat.substr(std::min(end + 4, stat.size() - 1))));
}

std::vector<pid_t> children() {
  std::vector<pid_t> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const auto process = static_cast<pid_t>(std::stol(name));
    if (parent_of(process) == ::getpid()) found.push_back(process);
  }
  return found;
}

std::string describe(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/cmdline", process));
  std::string words, word;
  while (std::getline(file, word, '\0')) words += " " + word;
  return fmt::format("{}{}", process, words);
}

void reap() {
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

}  // namespace

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

std::vector<std::string> end_orphans() {
  const auto deadline = std::chrono::steady_clock::now() + 5s;
  reap();
  while (!children().empty() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(10ms);
    reap();
  }
  std::vector<std::string> ended;
  for (auto left = children(); !left.empty(); left = children()) {
    for (const pid_t process : left) {
      ended.push_back(describe(process));
      ::kill(process, SIGKILL);
      ::waitpid(process, nullptr, 0);
    }
  }
  return ended;
}

}  // namespace judge

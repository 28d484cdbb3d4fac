#include "judge/util/processor_time.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace judge {

namespace fs = std::filesystem;

namespace {

// /proc/PID/stat (proc(5)): the name may hold anything, and ends at the last bracket.
std::uint64_t ticks_if_in_group(const fs::path& process, pid_t group) {
  std::ifstream file(process / "stat");
  std::string line;
  std::getline(file, line);
  const auto name_end = line.rfind(')');
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(line.substr(name_end + 1));
  std::string skipped;
  pid_t its_group = 0;
  fields >> skipped >> skipped >> its_group;
  if (its_group != group) return 0;
  for (int i = 0; i < 8; ++i) fields >> skipped;  // session, terminal, flags, faults
  std::uint64_t user = 0, system = 0, user_of_children = 0, system_of_children = 0;
  fields >> user >> system >> user_of_children >> system_of_children;
  return fields ? user + system + user_of_children + system_of_children : 0;
}

}  // namespace

std::chrono::milliseconds processor_time_of_group(pid_t group) {
  std::uint64_t ticks = 0;
  std::error_code error;
  for (fs::directory_iterator process("/proc", error), end; !error && process != end; process.increment(error)) {
    const char first = process->path().filename().native().front();
    if (first >= '1' && first <= '9') ticks += ticks_if_in_group(process->path(), group);
  }
  return std::chrono::milliseconds(ticks * 1000 / static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK)));
}

double processor_time_ns(pid_t process) {
  clockid_t clock = 0;
  timespec used{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) * 1e9 + static_cast<double>(used.tv_nsec);
}

// The first line of /proc/stat (proc(5)): user, nice, system, idle, iowait, of all processors. Of these idle times are measured; the others count ticks
// of the clock, and who runs just around a tick alone is charged with all the time between two.
double processor_time_of_machine_ns() {
  std::ifstream file("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, waits = 0;
  timespec now{};
  if (!(file >> name >> user >> nice >> system >> idle >> waits) || ::clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
  const double elapsed_ns = static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
  return elapsed_ns * static_cast<double>(::sysconf(_SC_NPROCESSORS_ONLN)) -
         (idle + waits) * 1e9 / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

// The kernel's Documentation/scheduler/sched-stats.rst: time on processors, time waiting for one, both ns.
ThreadTime thread_time(pid_t process, pid_t thread) {
  std::ifstream file(fmt::format("/proc/{}/task/{}/schedstat", process, thread));
  ThreadTime time;
  return file >> time.ran_ns >> time.waited_ns ? time : ThreadTime{};
}

}  // namespace judge

#include "judge/tests/differential/run_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

namespace judge::differential {

namespace {

constexpr unsigned time_limit_s = 120;   // of one process
constexpr int met_an_error = 3;          // what run_all() of program.cuh returns then

int run_here(const LibraryRun& run, unsigned first) {
  alarm(time_limit_s);
  if (run.runtime != "-" && !dlopen(run.runtime.c_str(), RTLD_NOW | RTLD_GLOBAL)) {
    fmt::print(stderr, "{}\n", dlerror());
    return 2;
  }
  void* const library = dlopen(run.library.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const function = library ? dlsym(library, "differential") : nullptr;
  if (!function) {
    fmt::print(stderr, "{}\n", dlerror());
    return 2;
  }
  return reinterpret_cast<int (*)(const char*, unsigned, long)>(function)(run.results.c_str(), first, run.shown);
}

std::string read_from(const std::string& path, std::size_t begin) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str().size() > begin ? text.str().substr(begin) : "";
}

/// The kernel of the last line of `text`.
std::optional<unsigned> last_kernel(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  std::istringstream line(text.substr(text.rfind('\n') + 1));
  unsigned long long seed;
  unsigned kernel;
  if (line >> seed >> kernel) return kernel;
  return std::nullopt;
}

}  // namespace

int run_library(const LibraryRun& run) {
  for (unsigned first = 0;;) {
    const std::size_t before = read_from(run.results, 0).size();
    const pid_t child = fork();
    if (child == 0) _exit(run_here(run, first));
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
      fmt::print(stderr, "no process for {}: {}\n", run.library, std::strerror(errno));
      return 2;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) != met_an_error) return WEXITSTATUS(status);
    const std::string written = read_from(run.results, before);
    const std::optional<unsigned> kernel = last_kernel(written);
    if (!kernel) {
      fmt::print(stderr, "{} ended before its first kernel, wait status {}\n", run.library, status);
      return 1;
    }
    if (WIFSIGNALED(status) && !written.ends_with('\n'))
      std::ofstream(run.results, std::ios::app) << "signal-" << WTERMSIG(status) << "\n";
    first = *kernel + 1;
  }
}

}  // namespace judge::differential

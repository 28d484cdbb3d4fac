#include "judge/tests/differential/run_library.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

#include "judge/runtime/emulated_extension.hpp"

namespace judge::differential {

namespace {

constexpr unsigned time_limit_s = 120;  // until the first kernel; program.cuh gives each its own
constexpr int met_an_error = 3;         // what run_all() of program.cuh returns then

int results_descriptor = -1;

/// A fault of the kernel, or what the checker found in it, where it was built with --check: the kernel's line says so.
/// A barrier that some threads have left for good is none: kernels may do that.
void report_fault(const JudgeEmulatedFault* fault) {
  if (!fault->is_fatal && std::strstr(fault->note, "had left the kernel")) return;
  char text[64];
  const int length = std::snprintf(text, sizeof text, "fault-of-kind-%d\n", fault->kind);
  if (write(results_descriptor, text, static_cast<std::size_t>(length)) != length) _exit(2);
  std::fprintf(stderr, "%s: a fault of kind %d, %s, thread %u %u %u and %u %u %u: %s\n", fault->kernel, fault->kind,
               fault->is_write ? "a write" : "a read", fault->thread[0], fault->thread[1], fault->thread[2],
               fault->other_thread[0], fault->other_thread[1], fault->other_thread[2], fault->note);
  _exit(met_an_error);
}

bool load_runtime(const LibraryRun& run) {
  void* const runtime = dlopen(run.runtime.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!runtime) {
    fmt::print(stderr, "{}\n", dlerror());
    return false;
  }
  results_descriptor = open(run.results.c_str(), O_WRONLY | O_APPEND | O_CREAT, 0666);
  if (void* const set = dlsym(runtime, "judgeEmulatedSetFaultHandler"))
    reinterpret_cast<decltype(&judgeEmulatedSetFaultHandler)>(set)(report_fault);
  return true;
}

int run_here(const LibraryRun& run, unsigned first) {
  alarm(time_limit_s);
  if (run.runtime != "-" && !load_runtime(run)) return 2;
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

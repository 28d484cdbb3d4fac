// Sweeps of memory.cu: accesses one after the other in a child process, further and further away, until one faults.
#pragma once

#include <cuda_runtime.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace {

constexpr long KiB = 1024, MiB = 1024 * KiB;

/// Ends the child that cannot even begin.
void require(cudaError_t error) {
  if (!error) return;
  std::printf("(%s) ", cudaGetErrorName(error));
  std::fflush(stdout);
  std::_Exit(3);
}

struct Progress {
  long tried = 0, passed = 0, non_zero = 0;
  int error = 0;
  char error_name[64] = "";
  char note[160] = "";
};

Progress& progress() {
  static auto* shared = static_cast<Progress*>(
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  return *shared;
}

/// Runs `work` in a child and says how the child ended, or "".
std::string in_child(const std::function<void()>& work) {
  progress() = {};
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    work();
    std::fflush(stdout);
    std::_Exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return std::string("ended by ") + strsignal(WTERMSIG(status));
  return WEXITSTATUS(status) ? "exit status " + std::to_string(WEXITSTATUS(status)) : "";
}

/// Launches one access, this many bytes from the place that is swept from.
using Access = std::function<void(long distance, int* out)>;

struct Range {
  long from, to, step;
};

/// Tries all distances of the ranges until one faults.
std::string sweep(const std::function<Access()>& prepare, const std::vector<Range>& ranges) {
  return in_child([&] {
    const Access access = prepare();
    int* out = nullptr;
    require(cudaHostAlloc(&out, sizeof *out, cudaHostAllocMapped));
    for (const Range& range : ranges)
      for (long at = range.from; range.step > 0 ? at < range.to : at > range.to; at += range.step) {
        Progress& now = progress();
        now.tried = at;
        access(at, out);
        cudaError_t error = cudaGetLastError();
        if (!error) error = cudaDeviceSynchronize();
        if (error) {
          now.error = error;
          std::snprintf(now.error_name, sizeof now.error_name, "%s", cudaGetErrorName(error));
          return;
        }
        ++now.passed;
        now.non_zero += *out != 0;
      }
  });
}

void begin_table(const char* title) {
  std::printf("\n## %s\n\n| what | access | passed | of those not 0 | first fault at byte | error | setting |\n"
              "|---|---|---|---|---|---|---|\n", title);
}

void row(const std::string& what, const char* mode, const std::function<Access()>& prepare,
         const std::vector<Range>& ranges) {
  const std::string ended = sweep(prepare, ranges);
  const Progress& end = progress();
  const std::string first = end.error || !ended.empty() ? std::to_string(end.tried) : "none up to " + std::to_string(end.tried);
  std::printf("| %s | %s | %ld | %ld | %s | %s%s | %s |\n", what.c_str(), mode, end.passed, end.non_zero, first.c_str(),
              end.error_name, ended.c_str(), end.note);
  std::fflush(stdout);
}

}  // namespace

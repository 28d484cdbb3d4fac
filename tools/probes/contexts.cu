// How fast processes get CUDA contexts, by how many make one at a time and on how many GPUs: the facts behind docs/batch.md.
//
//     nvcc -std=c++17 -o /tmp/contexts-probe tools/probes/contexts.cu -lcuda && /tmp/contexts-probe
//
// Prints a Markdown table, in one minute with one GPU, two with four. Each context is made in a process of its own: cuInit(), and the primary context of the one GPU that
// CUDA_VISIBLE_DEVICES leaves it, as in the judge's players. So many processes at a time make one after another, for five seconds.
#include <cuda.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds k_each{5};

double seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

/// In a child: one context, and its time in seconds into the pipe.
[[noreturn]] void make_one(int gpu, const char* queues, int out) {
  ::setenv("CUDA_VISIBLE_DEVICES", std::to_string(gpu).c_str(), 1);
  if (queues) ::setenv("CUDA_DEVICE_MAX_CONNECTIONS", queues, 1);
  const auto start = Clock::now();
  CUcontext context = nullptr;
  const bool is_made = cuInit(0) == CUDA_SUCCESS && cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS;
  const double time = is_made ? seconds(Clock::now() - start) : -1;
  if (::write(out, &time, sizeof time) != sizeof time) std::_Exit(1);
  std::_Exit(0);
}

struct Row {
  std::vector<double> times;
  double lasted = 0;
};

Row run(int processes, int gpus, const char* queues) {
  int pipe[2];
  if (::pipe(pipe)) std::exit(1);
  Row row;
  const auto start = Clock::now();
  int running = 0;
  std::vector<pid_t> slots(static_cast<std::size_t>(processes), 0);
  for (;;) {
    for (int i = 0; i < processes; ++i)
      if (slots[static_cast<std::size_t>(i)] == 0 && Clock::now() - start < k_each) {
        const pid_t child = ::fork();
        if (child == 0) make_one(i % gpus, queues, pipe[1]);
        slots[static_cast<std::size_t>(i)] = child;
        ++running;
      }
    if (running == 0) break;
    const pid_t ended = ::wait(nullptr);
    std::replace(slots.begin(), slots.end(), ended, pid_t{0});
    --running;
    double time = -1;
    if (::read(pipe[0], &time, sizeof time) != sizeof time || time < 0) std::exit((std::puts("no context"), 1));
    row.times.push_back(time);
  }
  row.lasted = seconds(Clock::now() - start);
  std::sort(row.times.begin(), row.times.end());
  ::close(pipe[0]);
  ::close(pipe[1]);
  return row;
}

}  // namespace

int main() {
  // Counted in a child: a process with a driver cannot fork into others with one.
  int gpus = 0;
  if (const pid_t child = ::fork(); child == 0) {
    std::_Exit(cuInit(0) == CUDA_SUCCESS && cuDeviceGetCount(&gpus) == CUDA_SUCCESS ? gpus : 0);
  } else {
    int status = 0;
    ::waitpid(child, &status, 0);
    gpus = WEXITSTATUS(status);
  }
  if (gpus == 0) return std::puts("no GPU"), 1;
  std::puts("| GPUs | processes at a time | queues | a context takes, s (median) | contexts a second |\n|---|---|---|---|---|");
  for (const char* queues : {static_cast<const char*>(nullptr), "1"})
    for (int used = 1; used <= gpus; used *= 2)
      for (const int each : {1, 3, 6}) {
        const Row row = run(each * used, used, queues);
        std::printf("| %d | %d | %s | %.2f | %.1f |\n", used, each * used, queues ? queues : "8", row.times[row.times.size() / 2],
                    static_cast<double>(row.times.size()) / row.lasted);
        std::fflush(stdout);
      }
}

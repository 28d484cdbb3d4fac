#include "judge/player/checked_play.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>

#include "judge/model/problem.hpp"
#include "judge/player/checked_allocations.hpp"
#include "judge/player/host_access.hpp"
#include "judge/player/sandbox.hpp"
#include "judge/runtime/dynamic_call.hpp"
#include "judge/runtime/runtime.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace {

using Kind = protocol::CheckEvent::Kind;
using Clock = std::chrono::steady_clock;
constexpr rlim_t k_file_limit_bytes = 1 << 30;

// Of a process's own: /proc/self/status, "VmData:	  123456 kB".
std::uint64_t data_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (std::uint64_t kilobytes = 0; word == "VmData:" && status >> kilobytes) return kilobytes << 10;
  return 0;
}

// What the driver and the sanitizer hold already is not the attempt's.
void limit_sizes(std::uint64_t more_bytes) {
  const rlimit small_files{k_file_limit_bytes, k_file_limit_bytes}, no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::setrlimit(RLIMIT_FSIZE, &small_files);
  const std::uint64_t bytes = data_bytes() + more_bytes;
  const rlimit limit{bytes, bytes};
  if (more_bytes) ::setrlimit(RLIMIT_DATA, &limit);
}

/// Where CheckEvents go, once the attempt's own output goes nowhere.
class Reporter {
 public:
  static Result<Reporter> create() {
    const int fd = ::fcntl(2, F_DUPFD_CLOEXEC, 3), nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (fd < 0 || nowhere < 0) return fail("no descriptors: {}", std::strerror(errno));
    ::dup2(nowhere, 1);
    ::dup2(nowhere, 2);
    ::close(nowhere);
    return Reporter(fd);
  }

  int fd() const { return m_fd; }

  void say(const protocol::CheckEvent& event) const {
    const std::string line = protocol::check_line(event);
    (void)!::write(m_fd, line.data(), line.size());
  }

 private:
  explicit Reporter(int fd) : m_fd(fd) {}
  int m_fd;
};

/// The buffers of the cases. Those of earlier ones are kept while there is room, so that an address tells whose it is
/// whenever it is read.
class Buffers {
 public:
  explicit Buffers(const Runtime& runtime) : m_runtime(&runtime) {
    std::size_t free_bytes = 0, total_bytes = 0;
    if (!runtime.cuda.cudaMemGetInfo(&free_bytes, &total_bytes)) m_most_bytes = free_bytes / 8;
  }

  Result<char*> place(const protocol::CheckArgument& argument) {
    while (!m_kept.empty() && m_bytes + argument.bytes > m_most_bytes && m_kept.front().is_past) free_oldest();
    const std::size_t bytes = std::max<std::size_t>(argument.bytes, 1);
    const auto memory = argument.memory;
    JUDGE_TRY(void* const pointer, allocate(bytes, memory));
    m_kept.push_back({static_cast<char*>(pointer), bytes, memory, false});
    m_bytes += bytes;
    if (argument.input_file.empty()) return static_cast<char*>(pointer);
    JUDGE_TRY(const std::string input, read_file(argument.input_file, FileKind::binary));
    if (input.size() != argument.bytes)
      return fail("{}: holds {} bytes instead of {}", argument.input_file, input.size(), argument.bytes);
    JUDGE_CUDA(*m_runtime, cudaMemcpy(pointer, input.data(), input.size(), cuda::MemcpyKind::any));
    return static_cast<char*>(pointer);
  }

  void call_is_over() {
    for (auto& kept : m_kept) kept.is_past = true;
  }

 private:
  struct Kept {
    char* pointer = nullptr;
    std::size_t bytes = 0;
    MemoryPlace memory = MemoryPlace::device;
    bool is_past = false;
  };

  Result<void*> allocate(std::size_t bytes, MemoryPlace memory) const {
    void* pointer = nullptr;
    if (memory == MemoryPlace::pageable) return std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (memory == MemoryPlace::pinned) JUDGE_CUDA(*m_runtime, cudaHostAlloc(&pointer, bytes, 0));
    else JUDGE_CUDA(*m_runtime, cudaMalloc(&pointer, bytes));
    return pointer;
  }

  void free_oldest() {
    const Kept& oldest = m_kept.front();
    if (oldest.memory == MemoryPlace::pageable) std::free(oldest.pointer);
    else if (oldest.memory == MemoryPlace::pinned) m_runtime->cuda.cudaFreeHost(oldest.pointer);
    else m_runtime->cuda.cudaFree(oldest.pointer);
    m_bytes -= m_kept.front().bytes;
    m_kept.pop_front();
  }

  const Runtime* m_runtime;
  std::size_t m_most_bytes = 0, m_bytes = 0;
  std::deque<Kept> m_kept;
};

Result<void*> load_solve(const protocol::CheckJob& job) {
  void* handle = ::dlopen(job.attempt_library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return fail("{}", ::dlerror());
  void* solve = ::dlsym(handle, job.symbol.c_str());
  if (!solve) return fail("the library exports no {}", job.symbol);
  return solve;
}

Result<DynamicCall> bind(Buffers& buffers, const protocol::CheckCase& test, const Reporter& reporter) {
  DynamicCall call;
  forget_buffers();
  for (const auto& argument : test.arguments) {
    if (argument.buffer.empty()) {
      JUDGE_CHECK(call.add_scalar(argument.type, argument.bits));
      continue;
    }
    JUDGE_TRY(char* const pointer, buffers.place(argument));
    reporter.say({.said = Kind::buffer,
                  .name = argument.buffer,
                  .address = reinterpret_cast<std::uint64_t>(pointer),
                  .bytes = argument.bytes});
    if (argument.memory == MemoryPlace::device) watch_buffer(argument.buffer, pointer, argument.bytes);
    call.add_pointer(pointer);
  }
  return call;
}

Result<void> use_device(const Runtime& runtime) {
  void* pointer = nullptr;
  JUDGE_CUDA(runtime, cudaMalloc(&pointer, 1));
  JUDGE_CUDA(runtime, cudaMemset(pointer, 0, 1));
  JUDGE_CUDA(runtime, cudaDeviceSynchronize());
  JUDGE_CUDA(runtime, cudaFree(pointer));
  return {};
}

// One case after the other, until the device fails or time is up.
Result<void> call_cases(const Runtime& runtime, const protocol::CheckJob& job, Clock::time_point deadline,
                        const Reporter& reporter) {
  JUDGE_TRY(void* const solve, load_solve(job));
  Buffers buffers(runtime);
  for (const auto& test : job.cases) {
    if (Clock::now() > deadline) {
      reporter.say({.said = Kind::late, .name = test.name});
      return {};
    }
    JUDGE_TRY(auto call, bind(buffers, test, reporter));
    set_solve_runs(true);
    call(solve);
    set_solve_runs(false);
    buffers.call_is_over();
    JUDGE_CUDA(runtime, cudaDeviceSynchronize());
    reporter.say({.said = Kind::called, .name = test.name});
  }
  return {};
}

}  // namespace

// In the order of a player where that works: rights before the driver starts threads, system calls once there is a context.
Result<void> play_checked(const protocol::CheckJob& job, ShutIn shut_in, const std::string& folder) {
  const auto deadline = Clock::now() + std::chrono::milliseconds(job.patience_ms);
  if (shut_in == ShutIn::early) JUDGE_CHECK(drop_rights(Sandboxed::checked, folder));
  JUDGE_TRY(const Runtime runtime, load_runtime_from(job.runtime, job.runtime_library));
  JUDGE_CUDA(runtime, cudaFree(nullptr));
  if (shut_in == ShutIn::late) JUDGE_CHECK(drop_privileges());
  JUDGE_CHECK(drop_system_calls(Sandboxed::checked));
  JUDGE_TRY(const Reporter reporter, Reporter::create());
  limit_sizes(job.host_memory_limit_bytes);
  report_allocations(reporter.fd(), runtime.handle);
  if (runtime.kind == RuntimeKind::cuda) report_host_accesses(reporter.fd());
  reporter.say({.said = Kind::started});
  if (const auto called = job.cases.empty() ? use_device(runtime) : call_cases(runtime, job, deadline, reporter); !called)
    reporter.say({.said = Kind::error, .text = called.error().message});
  else reporter.say({.said = Kind::done});
  return {};
}

}  // namespace judge

#include "judge/player/replay.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <utility>

#include "judge/model/problem.hpp"
#include "judge/player/host_access.hpp"
#include "judge/player/replay_allocations.hpp"
#include "judge/player/sandbox.hpp"
#include "judge/runtime/dynamic_call.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

using Kind = protocol::ReplayEvent::Kind;
using Clock = std::chrono::steady_clock;
constexpr rlim_t k_file_limit_bytes = 1 << 30;

// Of a process's own: /proc/self/status, "VmData:	  123456 kB".
std::uint64_t data_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (std::uint64_t kilobytes = 0; word == "VmData:" && status >> kilobytes) return kilobytes << 10;
  return 0;
}

// What the driver and the watcher hold already is not the attempt's.
void limit_sizes(std::uint64_t more_bytes) {
  const rlimit small_files{k_file_limit_bytes, k_file_limit_bytes}, no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::setrlimit(RLIMIT_FSIZE, &small_files);
  const std::uint64_t bytes = data_bytes() + more_bytes;
  const rlimit limit{bytes, bytes};
  if (more_bytes) ::setrlimit(RLIMIT_DATA, &limit);
}

/// Where ReplayEvents go, once the attempt's own output goes nowhere.
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

  void say(const protocol::ReplayEvent& event) const {
    const std::string line = protocol::replay_line(event);
    (void)!::write(m_fd, line.data(), line.size());
  }

 private:
  explicit Reporter(int fd) : m_fd(fd) {}
  int m_fd;
};

/// A buffer's input, as the judge has written it to a file; empty for outputs.
class Input {
 public:
  Input() = default;
  static Result<Input> open(const std::string& file, std::uint64_t bytes) {
    const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return fail("{}: {}", file, std::strerror(errno));
    struct stat status {};
    ::fstat(fd, &status);
    Input input;
    if (static_cast<std::uint64_t>(status.st_size) == bytes && bytes)
      input.m_data = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    ::close(fd);
    input.m_bytes = bytes;
    if (static_cast<std::uint64_t>(status.st_size) != bytes || input.m_data == MAP_FAILED)
      return fail("{}: holds {} bytes instead of {}, or cannot be mapped", file, status.st_size, bytes);
    return input;
  }
  Input(Input&& other) noexcept { *this = std::move(other); }
  Input& operator=(Input&& other) noexcept {
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
    return *this;
  }
  ~Input() {
    if (m_data && m_data != MAP_FAILED) ::munmap(m_data, m_bytes);
  }

  const void* data() const { return m_data; }
  std::size_t bytes() const { return m_bytes; }

 private:
  void* m_data = nullptr;
  std::size_t m_bytes = 0;
};

/// The buffers of the cases. Those of earlier ones are kept while there is room, so that an address tells whose it is
/// whenever it is read.
class Buffers {
 public:
  explicit Buffers(const Runtime& runtime) : m_runtime(&runtime) {
    std::size_t free_bytes = 0, total_bytes = 0;
    if (!runtime.cuda.cudaMemGetInfo(&free_bytes, &total_bytes)) m_most_bytes = free_bytes / 8;
  }

  Result<char*> place(const protocol::ReplayArgument& argument) {
    const std::size_t bytes = std::max<std::size_t>({argument.bytes, argument.slab_bytes, 1});
    while (!m_kept.empty() && m_bytes + bytes > m_most_bytes && m_kept.front().is_past) free_oldest();
    const auto memory = argument.memory;
    JUDGE_TRY(void* const pointer, allocate(bytes, memory));
    m_kept.push_back({static_cast<char*>(pointer), bytes, memory, false});
    m_bytes += bytes;
    return static_cast<char*>(pointer);
  }

  void case_is_over() {
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
    if (memory == MemoryPlace::pageable) {
      pointer = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
      if (!pointer) return fail("not enough host memory for a buffer of {} bytes", bytes);
      return pointer;
    }
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

Result<void*> function_of(const std::string& library, const std::string& name) {
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return fail("{}", ::dlerror());
  void* function = ::dlsym(handle, name.c_str());
  if (!function) return fail("the library exports no {}", name);
  return function;
}

/// Twice as much memory as the L2 holds, and a kernel of the judge's that reads it.
class Flush {
 public:
  Result<void> prepare(const Runtime& runtime, const std::string& library) {
    JUDGE_TRY(void* const read, function_of(library, "judge_read"));
    int device = 0, l2_bytes = 0;
    JUDGE_CUDA(runtime, cudaGetDevice(&device));
    JUDGE_CUDA(runtime, cudaDeviceGetAttribute(&l2_bytes, cuda::attribute_l2_cache_bytes, device));
    m_bytes = 2ull * static_cast<unsigned>(std::max(l2_bytes, 1 << 20));
    JUDGE_CUDA(runtime, cudaMalloc(&m_memory, m_bytes));
    m_read = reinterpret_cast<decltype(m_read)>(read);
    return {};
  }

  Result<void> run() const {
    if (m_read && m_read(m_memory, m_bytes)) return fail("the L2 cannot be flushed");
    return {};
  }

 private:
  int (*m_read)(const void*, unsigned long long) = nullptr;
  void* m_memory = nullptr;
  unsigned long long m_bytes = 0;
};

/// What is told and asked while a job is done.
struct Stage {
  const Runtime& runtime;
  const protocol::ReplayJob& job;
  const Reporter& reporter;
  Flush flush{};

  // Waits for what was begun before, and for what `call` begins. Only what lies between the two is profiled.
  Result<void> run_watched(bool is_profiled, const auto& call) const {
    const auto switch_profiler = [&](const char* function) {
      if (void* const found = is_profiled ? ::dlsym(runtime.handle, function) : nullptr)
        reinterpret_cast<cuda::Error (*)()>(found)();
    };
    JUDGE_CUDA(runtime, cudaDeviceSynchronize());
    switch_profiler("cudaProfilerStart");
    call();
    JUDGE_CUDA(runtime, cudaDeviceSynchronize());
    switch_profiler("cudaProfilerStop");
    return {};
  }
};

/// One argument of a case: its memory, and what stands in it before each call.
struct Placed {
  const protocol::ReplayArgument* argument = nullptr;
  char* memory = nullptr;
  Input input{};
};

Result<std::vector<Placed>> place(const Stage& stage, Buffers& buffers, const protocol::ReplayCase& test) {
  std::vector<Placed> placed;
  forget_buffers();
  for (const auto& argument : test.arguments) {
    placed.push_back({.argument = &argument});
    if (argument.buffer.empty()) continue;
    Placed& one = placed.back();
    JUDGE_TRY(one.memory, buffers.place(argument));
    stage.reporter.say({.said = Kind::buffer,
                        .name = argument.buffer,
                        .address = reinterpret_cast<std::uint64_t>(one.memory),
                        .bytes = argument.bytes});
    if (argument.memory == MemoryPlace::device) watch_buffer(argument.buffer, one.memory, argument.bytes);
    if (!argument.input_file.empty()) {
      JUDGE_TRY(one.input, Input::open(argument.input_file, argument.bytes));
    }
  }
  return placed;
}

Result<DynamicCall> bind(const Runtime& runtime, const std::vector<Placed>& placed, std::size_t turn) {
  DynamicCall call;
  for (const auto& [argument, memory, input] : placed) {
    if (!memory) {
      JUDGE_CHECK(call.add_scalar(argument->type, argument->bits));
      continue;
    }
    const auto& offsets = argument->offsets;
    char* const window = memory + (offsets.empty() ? 0 : offsets[turn % offsets.size()]);
    if (input.data()) JUDGE_CUDA(runtime, cudaMemcpy(window, input.data(), input.bytes(), cuda::MemcpyKind::any));
    call.add_pointer(window);
  }
  return call;
}

Result<void> call_case(const Stage& stage, Buffers& buffers, const protocol::ReplayCase& test, void* solve) {
  JUDGE_TRY(const auto placed, place(stage, buffers, test));
  for (int turn = 0; turn < stage.job.warm_ups + stage.job.calls; ++turn) {
    JUDGE_TRY(auto call, bind(stage.runtime, placed, static_cast<std::size_t>(turn)));
    JUDGE_CHECK(stage.flush.run());
    JUDGE_CHECK(stage.run_watched(turn >= stage.job.warm_ups, [&] {
      set_solve_runs(true);
      call(solve);
      set_solve_runs(false);
    }));
  }
  return {};
}

// One case after the other, until the device fails or time is up.
Result<void> call_cases(Stage& stage, Clock::time_point deadline) {
  if (!stage.job.flush_library.empty()) JUDGE_CHECK(stage.flush.prepare(stage.runtime, stage.job.flush_library));
  JUDGE_TRY(void* const solve, function_of(stage.job.attempt_library, stage.job.symbol));
  Buffers buffers(stage.runtime);
  for (const auto& test : stage.job.cases) {
    if (Clock::now() > deadline) {
      stage.reporter.say({.said = Kind::late, .name = test.name});
      return {};
    }
    JUDGE_CHECK(call_case(stage, buffers, test, solve));
    buffers.case_is_over();
    stage.reporter.say({.said = Kind::called, .name = test.name});
  }
  return {};
}

// With a kernel, where the job has one: a profiler that sees none has failed.
Result<void> try_device(Stage& stage) {
  void* pointer = nullptr;
  JUDGE_CUDA(stage.runtime, cudaMalloc(&pointer, 1));
  JUDGE_CUDA(stage.runtime, cudaMemset(pointer, 0, 1));
  if (!stage.job.flush_library.empty()) JUDGE_CHECK(stage.flush.prepare(stage.runtime, stage.job.flush_library));
  Result<void> flushed;
  JUDGE_CHECK(stage.run_watched(true, [&] { flushed = stage.flush.run(); }));
  JUDGE_CUDA(stage.runtime, cudaFree(pointer));
  return flushed;
}

// Files that are read from here on, and the folders of libraries that an attempt's may need.
Rights rights_of(const protocol::ReplayJob& job, const std::string& folder) {
  Rights rights{.who = Sandboxed::replay,
                .writable_folder = folder,
                .readable = job.readable,
                .profiles = job.watcher == protocol::ReplayJob::Watcher::profiler};
  for (const auto& library : {job.attempt_library, job.flush_library}) rights.readable.push_back(library);
  rights.readable.push_back(fs::path(job.runtime_library).parent_path());
  for (const auto& test : job.cases)
    for (const auto& argument : test.arguments) rights.readable.push_back(argument.input_file);
  add_library_folders(rights);
  return rights;
}

}  // namespace

// In the order of a player where that works: rights before the driver starts threads, system calls once there is a context.
Result<void> replay(const protocol::ReplayJob& job, protocol::ShutIn shut_in, const std::string& folder) {
  const auto deadline = Clock::now() + std::chrono::milliseconds(job.patience_ms);
  const Rights rights = rights_of(job, folder);
  if (shut_in == protocol::ShutIn::early) JUDGE_CHECK(drop_rights(rights));
  JUDGE_TRY(const Runtime runtime, load_runtime_from(job.runtime, job.runtime_library));
  JUDGE_CUDA(runtime, cudaFree(nullptr));
  if (shut_in == protocol::ShutIn::late) JUDGE_CHECK(drop_rights(rights));
  JUDGE_CHECK(drop_system_calls(rights));
  JUDGE_TRY(const Reporter reporter, Reporter::create());
  limit_sizes(job.host_memory_limit_bytes);
  report_allocations(reporter.fd(), runtime.handle);
  if (runtime.kind == RuntimeKind::cuda) report_host_accesses(reporter.fd());
  reporter.say({.said = Kind::started});
  Stage stage{runtime, job, reporter};
  if (const auto done = job.cases.empty() ? try_device(stage) : call_cases(stage, deadline); !done)
    reporter.say({.said = Kind::error, .text = done.error().message});
  else reporter.say({.said = Kind::done});
  return {};
}

}  // namespace judge

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judge/model/attempt.hpp"
#include "judge/model/problem.hpp"
#include "judge/util/described_json.hpp"

/// What `judge` asks of judge-replay, the small program that NVIDIA's tools watch, in a file; and what that says.
namespace judge::protocol {

/// When judge-replay gives up rights.
enum class ShutIn {
  early,  ///< before the runtime is loaded, and the tool before it starts that: all their threads and the driver's are shut in
  late,   ///< once there is a context, and for its own thread alone: for drivers that make none under Landlock
};

struct ReplayArgument {
  std::string buffer;  ///< the parameter's name; empty = a scalar
  std::uint64_t bytes = 0;
  MemoryPlace memory = MemoryPlace::device;
  std::string input_file;              ///< holds so many bytes; empty = an output, which nobody has written yet
  std::uint64_t slab_bytes = 0;        ///< of the allocation that it lies in; 0 = one of its own, exactly as large
  std::vector<std::uint64_t> offsets;  ///< in that slab, for one call after the other, and again from the first; empty = 0
  DType type = DType::i32;             ///< of a scalar
  std::uint64_t bits = 0;              ///< the scalar's bytes, low first

  static constexpr auto fields() {
    return field_list(field("buffer", &ReplayArgument::buffer), field("bytes", &ReplayArgument::bytes),
                      field("memory", &ReplayArgument::memory), field("input_file", &ReplayArgument::input_file),
                      field("slab_bytes", &ReplayArgument::slab_bytes), field("offsets", &ReplayArgument::offsets),
                      field("type", &ReplayArgument::type), field("bits", &ReplayArgument::bits));
  }
};

struct ReplayCase {
  std::string name;
  std::vector<ReplayArgument> arguments;

  static constexpr auto fields() {
    return field_list(field("name", &ReplayCase::name), field("arguments", &ReplayCase::arguments));
  }
};

struct ReplayJob {
  /// Who watches. A profiler looks at what lies between cudaProfilerStart() and cudaProfilerStop(): each call but the first ones.
  enum class Watcher : int { sanitizer = 0, profiler = 1 };

  Watcher watcher = Watcher::sanitizer;
  RuntimeKind runtime = RuntimeKind::emulated;
  std::string runtime_library, attempt_library;
  std::string symbol;                         ///< "solve", or its mangled name
  std::string flush_library;                  ///< its judge_read() empties the L2 before each call; empty = it is left as it is
  std::uint64_t host_memory_limit_bytes = 0;  ///< what the attempt may allocate; 0 = no limit
  std::int64_t patience_ms = 0;               ///< no case is begun later
  std::vector<std::string> readable;          ///< folders of the watcher and of CUDA, wherever they lie
  int warm_ups = 0, calls = 1;                ///< of each case: so many that no profiler sees, and so many more
  std::vector<ReplayCase> cases;

  static constexpr auto fields() {
    return field_list(
        field("watcher", &ReplayJob::watcher), field("runtime", &ReplayJob::runtime),
        field("runtime_library", &ReplayJob::runtime_library), field("attempt_library", &ReplayJob::attempt_library),
        field("symbol", &ReplayJob::symbol), field("flush_library", &ReplayJob::flush_library),
        field("host_memory_limit_bytes", &ReplayJob::host_memory_limit_bytes), field("patience_ms", &ReplayJob::patience_ms),
        field("readable", &ReplayJob::readable), field("warm_ups", &ReplayJob::warm_ups), field("calls", &ReplayJob::calls),
        field("cases", &ReplayJob::cases));
  }
};

constexpr auto names_of(ReplayJob::Watcher) {
  using enum ReplayJob::Watcher;
  return named<ReplayJob::Watcher>({{sanitizer, "sanitizer"}, {profiler, "profiler"}});
}

/// Each line that judge-replay writes to stderr is this and a JSON value.
inline constexpr const char* k_replay_line = "judge-replay: ";

/// One such value.
struct ReplayEvent {
  enum class Kind : int {
    started = 0,
    buffer = 1,       ///< placed at `address` for the next case
    called = 2,       ///< a case, without an error
    allocation = 3,   ///< solve() got `bytes` at `address` by the function `name`, called at `offset` in its library
    error = 4,        ///< `text`; no further case is called
    late = 5,         ///< a case that was not begun
    host_access = 6,  ///< solve()'s host code, at `offset` in its library, touched `bytes` behind the begin of a buffer
    done = 7,
  };
  Kind said = Kind::done;
  std::string name, text;
  std::uint64_t address = 0, bytes = 0, offset = 0;
  bool is_write = false;

  static constexpr auto fields() {
    using enum Form;
    return field_list(field("said", &ReplayEvent::said), field<optional>("name", &ReplayEvent::name),
                      field<optional>("text", &ReplayEvent::text), field<optional>("address", &ReplayEvent::address),
                      field<optional>("bytes", &ReplayEvent::bytes), field<optional>("offset", &ReplayEvent::offset),
                      field<optional>("is_write", &ReplayEvent::is_write));
  }
};

constexpr auto names_of(ReplayEvent::Kind) {
  using enum ReplayEvent::Kind;
  return named<ReplayEvent::Kind>({{started, "started"},
                                   {buffer, "buffer"},
                                   {called, "called"},
                                   {allocation, "allocation"},
                                   {error, "error"},
                                   {late, "late"},
                                   {host_access, "host-access"},
                                   {done, "done"}});
}

inline std::string replay_line(const ReplayEvent& event) { return k_replay_line + json_text(encode(event)) + "\n"; }

}  // namespace judge::protocol

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judge/model/attempt.hpp"
#include "judge/model/problem.hpp"
#include "judge/util/described_json.hpp"

/// The job that `judge` gives to judge-checked, the small program under compute-sanitizer, in a file; and its answers.
namespace judge::protocol {

struct CheckArgument {
  std::string buffer;  ///< the parameter's name; empty = a scalar
  std::uint64_t bytes = 0;
  MemoryPlace memory = MemoryPlace::device;
  std::string input_file;   ///< has this many bytes; empty = an output, which is uninitialised
  DType type = DType::i32;  ///< of a scalar
  std::uint64_t bits = 0;   ///< the scalar's bytes, low first

  static constexpr auto fields() {
    return std::tuple(field("buffer", &CheckArgument::buffer), field("bytes", &CheckArgument::bytes),
                      field("memory", &CheckArgument::memory), field("input_file", &CheckArgument::input_file),
                      field("type", &CheckArgument::type), field("bits", &CheckArgument::bits));
  }
};

struct CheckCase {
  std::string name;
  std::vector<CheckArgument> arguments;

  static constexpr auto fields() {
    return std::tuple(field("name", &CheckCase::name), field("arguments", &CheckCase::arguments));
  }
};

struct CheckJob {
  RuntimeKind runtime = RuntimeKind::emulated;
  std::string runtime_library, attempt_library;
  std::string symbol;                         ///< "solve", or its mangled name
  std::uint64_t host_memory_limit_bytes = 0;  ///< what the attempt may allocate; 0 = no limit
  std::int64_t patience_ms = 0;               ///< after this no further case begins
  std::vector<CheckCase> cases;

  static constexpr auto fields() {
    return std::tuple(field("runtime", &CheckJob::runtime), field("runtime_library", &CheckJob::runtime_library),
                      field("attempt_library", &CheckJob::attempt_library), field("symbol", &CheckJob::symbol),
                      field("host_memory_limit_bytes", &CheckJob::host_memory_limit_bytes),
                      field("patience_ms", &CheckJob::patience_ms), field("cases", &CheckJob::cases));
  }
};

/// Each line that judge-checked writes to stderr is this and a JSON value.
inline constexpr const char* k_check_line = "judge-checked: ";

/// One such value.
struct CheckEvent {
  enum class Kind : int {
    started = 0,
    buffer = 1,      ///< placed at `address` for the next case
    called = 2,      ///< a case, without an error
    allocation = 3,  ///< solve() got `bytes` at `address` by the function `name`, called at `offset` in its library
    error = 4,       ///< `text`; no further case is called
    late = 5,        ///< a case that was not begun
    host_access =
        6,  ///< solve()'s host code, at `offset` in the attempt's library, accessed a buffer, `bytes` from its beginning
    done = 7,
  };
  Kind said = Kind::done;
  std::string name, text;
  std::uint64_t address = 0, bytes = 0, offset = 0;
  bool is_write = false;

  static constexpr auto fields() {
    using enum Form;
    return std::tuple(field("said", &CheckEvent::said), field<optional>("name", &CheckEvent::name),
                      field<optional>("text", &CheckEvent::text), field<optional>("address", &CheckEvent::address),
                      field<optional>("bytes", &CheckEvent::bytes), field<optional>("offset", &CheckEvent::offset),
                      field<optional>("is_write", &CheckEvent::is_write));
  }
};

constexpr auto names_of(CheckEvent::Kind) {
  using enum CheckEvent::Kind;
  return named<CheckEvent::Kind>({{started, "started"},
                                  {buffer, "buffer"},
                                  {called, "called"},
                                  {allocation, "allocation"},
                                  {error, "error"},
                                  {late, "late"},
                                  {host_access, "host-access"},
                                  {done, "done"}});
}

inline std::string check_line(const CheckEvent& event) { return k_check_line + json_text(encode(event)) + "\n"; }

}  // namespace judge::protocol

#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// What `judge` asks of judge-checked, the small program that compute-sanitizer watches, in a file; and what that says.
namespace judge::protocol {

struct CheckArgument {
  std::string buffer;          ///< the parameter's name; empty = a scalar
  std::uint64_t bytes = 0;
  int memory = 0;              ///< MemoryPlace
  std::string input_file;      ///< holds so many bytes; empty = an output, which nobody has written yet
  int type = 0;                ///< DType of a scalar
  std::uint64_t bits = 0;      ///< the scalar's bytes, low first
};

struct CheckCase {
  std::string name;
  std::vector<CheckArgument> arguments;
};

struct CheckJob {
  int runtime = 0;                             ///< RuntimeKind
  std::string runtime_library, attempt_library;
  std::string symbol;                          ///< "solve", or its mangled name
  std::uint64_t host_memory_limit_bytes = 0;   ///< what the attempt may allocate; 0 = no limit
  std::int64_t patience_ms = 0;                ///< no case is begun later
  std::vector<CheckCase> cases;
};

/// Each line that judge-checked writes to stderr is this and a JSON value.
inline constexpr const char* k_check_line = "judge-checked: ";

/// One such value. `said`: "started", "buffer" (placed at `address` for the next case), "called" (a case, without an error),
/// "allocation" (solve() got `bytes` at `address` by the function `name`, called at `offset` in its library), "error"
/// (`text`; no further case is called), "late" (a case that was not begun), "host-access" (solve()'s host code, at
/// `offset` in the attempt's library, touched `bytes` behind the begin of a buffer) or "done".
struct CheckEvent {
  std::string said, name, text;
  std::uint64_t address = 0, bytes = 0, offset = 0;
  bool is_write = false;
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CheckArgument, buffer, bytes, memory, input_file, type, bits)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CheckCase, name, arguments)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CheckJob, runtime, runtime_library, attempt_library, symbol, host_memory_limit_bytes,
                                   patience_ms, cases)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(CheckEvent, said, name, text, address, bytes, offset, is_write)

}  // namespace judge::protocol

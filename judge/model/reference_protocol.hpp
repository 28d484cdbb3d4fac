#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judge/model/dtype.hpp"
#include "judge/util/described.hpp"

/// What the judge and judge-reference say to each other, over a channel (util/channel.hpp). The judge asks, each request has one
/// answer; in its place may come a Crash, as a raw message, or the end of the process.
namespace judge::reference_protocol {

enum class Function : int { reference = 0, reference_f32 = 1, generate = 2, check = 3 };
constexpr int function_count = 4;

constexpr auto names_of(Function) {
  return named<Function>({{Function::reference, "reference"},
                          {Function::reference_f32, "reference_f32"},
                          {Function::generate, "generate"},
                          {Function::check, "check"}});
}

/// First request: load a built reference.cpp. Answer: Loaded.
struct Load {
  std::string library;

  static constexpr auto fields() { return field_list(field("library", &Load::library)); }
};
struct Loaded {
  std::string error;      ///< empty = fine
  std::vector<bool> has;  ///< by Function

  static constexpr auto fields() { return field_list(field("error", &Loaded::error), field("has", &Loaded::has)); }
};

/// One parameter. The memory of a buffer comes after the message, as a descriptor: its last `bytes` bytes are the buffer.
struct Argument {
  DType type = DType::i32;           ///< of a scalar
  std::uint64_t bits = 0;            ///< the scalar's bytes, low first
  std::uint64_t bytes = 0;           ///< of a buffer; 0 = a scalar
  bool is_read_only = false;         ///< the function must not write to it
  std::uint64_t original_bytes = 0;  ///< for check(), of an in-place buffer as it was before the call; 0 = none

  static constexpr auto fields() {
    return field_list(field("type", &Argument::type), field("bits", &Argument::bits), field("bytes", &Argument::bytes),
                      field("is_read_only", &Argument::is_read_only), field("original_bytes", &Argument::original_bytes));
  }
};

/// Call a function. The descriptors of all arguments follow in order, then those of the originals. Answer: Returned.
struct Call {
  Function function = Function::reference;
  std::string case_name;   ///< for generate()
  std::uint64_t seed = 0;  ///< for generate()
  std::vector<Argument> arguments;
  bool memory_comes_again = false;  ///< so it may stay mapped

  static constexpr auto fields() {
    return field_list(field("function", &Call::function), field("case_name", &Call::case_name), field("seed", &Call::seed),
                      field("arguments", &Call::arguments), field("memory_comes_again", &Call::memory_comes_again));
  }
};
struct Returned {
  std::string judge_error;                ///< the call was not possible; empty = it was
  std::string threw;                      ///< what() of an exception that came out; empty = none did
  bool accepted = false;                  ///< what check() returned
  std::string message;                    ///< what check() said
  int written_before = -1;                ///< the argument whose bytes before its first were written to; -1 = none
  std::int64_t written_before_bytes = 0;  ///< how far before
  std::int64_t threads = 1;               ///< of the process by now: a loop of OpenMP's leaves its own

  static constexpr auto fields() {
    return field_list(field("judge_error", &Returned::judge_error), field("threw", &Returned::threw),
                      field("accepted", &Returned::accepted), field("message", &Returned::message),
                      field("written_before", &Returned::written_before),
                      field("written_before_bytes", &Returned::written_before_bytes), field("threads", &Returned::threads));
  }
};

/// What a signal handler of judge-reference saw; the process ends with it.
struct Crash {
  enum class Place : std::int32_t { unknown = 0, beside_buffer = 1, null = 2, stack = 3 };

  std::int32_t signal = 0;       ///< SIGALRM: the judge asked where it is
  Place place = Place::unknown;  ///< of the bad access, for SIGSEGV and SIGBUS
  std::int32_t is_write = 0;
  std::int32_t argument = -1;  ///< the buffer that the access is beside
  std::int32_t is_original = 0;
  std::int64_t offset_bytes = 0;     ///< of the access from that buffer's first byte
  std::uint64_t library_offset = 0;  ///< of the code in the reference's library; 0 = not known
};

}  // namespace judge::reference_protocol

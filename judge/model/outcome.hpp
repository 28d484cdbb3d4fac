#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "judge/model/dtype.hpp"
#include "judge/util/described.hpp"

namespace judge {

// Every description here is of a kept format (model/record_json.hpp): what is added to one is a Form::optional field, and no name is
// ever changed.

/// A bad memory access, deadlock or misuse that the emulated runtime located. Lines are 0 if not known.
struct Fault {
  enum class Kind : int {
    illegal_access = 1,  ///< outside every buffer, or past the guard of one
    misaligned_access = 2,
    write_to_input = 3,
    deadlock = 4,  ///< threads wait at a barrier that the others do not reach
    divergent_barrier = 5,
    division_by_zero = 6,
    trap = 7,  ///< __trap() or a failed assert()
    stack_overflow = 8,
    unsupported = 9,  ///< a feature that the emulated runtime does not have
    // Reported only by the checker:
    race = 10,  ///< two threads, one location, at least one write, and no order
    uninitialised_read = 11,
    leak = 12,              ///< memory that solve() allocated and did not free
    unchecked_launch = 13,  ///< a launch failed and solve() did not read the error
    host_access = 14,       ///< host code uses a device pointer
    failed_call = 15,       ///< the same for another function of the CUDA runtime
    stream_race = 16,       ///< two operations on two streams, or one and host code, use the same bytes without an order
    lockstep = 17,          ///< the answer is right only if the lanes of a warp run in lockstep
    block_order = 18,       ///< the answer is right in one order of blocks and wrong in another
    lost_update = 19,       ///< threads change one place without an atomic, and changes are lost where they run side by side
    leans_on_zeros = 20,    ///< right only because an output arrives zeroed; `note` has details
    unfinished_copy = 21,   ///< a read of what an asynchronous copy brings, before anybody waited for it
    warps_apart = 22,       ///< the answer depends on how far the warps of a block run apart
    stale_memory = 23,      ///< the answer depends on what allocated memory held before
    early_copy = 24,        ///< the answer depends on when an asynchronous copy arrives
    early_launch = 25,      ///< the answer depends on when a dependent launch begins
    slow_here =
        26,  ///< solve() takes too long on the emulated runtime at full size, as smaller sizes foretell; that case was not judged
    stream_order = 27,  ///< the answer depends on which of several streams the device works on first
    absent_lane = 28,   ///< a shuffle reads a lane that takes no part
  };
  enum class Space : int { unknown = 0, global = 1, shared = 2, local = 3 };
  /// The earlier one of the two accesses of a race.
  struct Access {
    bool is_write = false;
    std::array<unsigned, 3> block{}, thread{};
    std::string file;
    int line = 0, column = 0;
    std::string source;  ///< that line of the file; empty if it is not at hand

    static constexpr auto fields() {
      return field_list(field("is_write", &Access::is_write), field("block", &Access::block), field("thread", &Access::thread),
                        field("file", &Access::file), field("line", &Access::line), field("column", &Access::column),
                        field("source", &Access::source));
    }
  };
  Kind kind = Kind::illegal_access;
  bool is_write = false;
  bool in_kernel = true;  ///< false: on the host side of solve()
  std::string kernel;
  std::array<unsigned, 3> block{}, thread{};
  bool thread_is_unknown = false;  ///< some thread of the block. Not in records
  std::string file;
  int line = 0, column = 0;
  std::string source;  ///< that line of the file; empty if it is not at hand
  Space space = Space::unknown;
  bool is_update = false;         ///< of a race: both threads read the place, change it and write it back. Not in records
  bool in_one_warp = false;       ///< of a race: both threads are lanes of one warp. Not in records
  bool overwrites_tile = false;   ///< of a race: a loop writes again what an earlier round of it still reads. Not in records
  std::optional<Access> other;    ///< of a race; of a divergent barrier the one in the other place
  std::string buffer;             ///< the parameter's name; empty if none is near
  std::size_t buffer_bytes = 0;   ///< of that, or of `thing`
  std::int64_t offset_bytes = 0;  ///< of the access from the first byte of either: negative = before it
  std::string thing;              ///< the accessed object, if it is no parameter: "memory from cudaMalloc() in line 23"
  std::string note;               ///< further information, a sentence
  bool passes_on_gpu = false;     ///< a GPU does not detect it, so the answer decides. Not in records

  static constexpr auto fields() {
    using enum Form;
    return field_list(
        field("kind", &Fault::kind), field("is_write", &Fault::is_write), field("in_kernel", &Fault::in_kernel),
        field("kernel", &Fault::kernel), field("block", &Fault::block), field("thread", &Fault::thread),
        judge::left_out(&Fault::thread_is_unknown), field("file", &Fault::file), field("line", &Fault::line),
        field<optional>("column", &Fault::column), field<optional>("source", &Fault::source),
        field<optional>("space", &Fault::space), judge::left_out(&Fault::is_update), judge::left_out(&Fault::in_one_warp),
        judge::left_out(&Fault::overwrites_tile), field<optional>("other", &Fault::other), field("buffer", &Fault::buffer),
        field("buffer_bytes", &Fault::buffer_bytes), field("offset_bytes", &Fault::offset_bytes),
        field<optional>("thing", &Fault::thing), field("note", &Fault::note), judge::left_out(&Fault::passes_on_gpu));
  }
};

constexpr auto names_of(Fault::Kind) {
  return named<Fault::Kind>({{Fault::Kind::illegal_access, "illegal-access"},
                             {Fault::Kind::misaligned_access, "misaligned-access"},
                             {Fault::Kind::write_to_input, "write-to-input"},
                             {Fault::Kind::deadlock, "deadlock"},
                             {Fault::Kind::divergent_barrier, "divergent-barrier"},
                             {Fault::Kind::division_by_zero, "division-by-zero"},
                             {Fault::Kind::trap, "trap"},
                             {Fault::Kind::stack_overflow, "stack-overflow"},
                             {Fault::Kind::unsupported, "unsupported"},
                             {Fault::Kind::race, "race"},
                             {Fault::Kind::uninitialised_read, "uninitialised-read"},
                             {Fault::Kind::leak, "leak"},
                             {Fault::Kind::unchecked_launch, "unchecked-launch"},
                             {Fault::Kind::host_access, "host-access"},
                             {Fault::Kind::failed_call, "failed-call"},
                             {Fault::Kind::stream_race, "stream-race"},
                             {Fault::Kind::lockstep, "lockstep"},
                             {Fault::Kind::block_order, "block-order"},
                             {Fault::Kind::lost_update, "lost-update"},
                             {Fault::Kind::leans_on_zeros, "leans-on-zeros"},
                             {Fault::Kind::unfinished_copy, "unfinished-copy"},
                             {Fault::Kind::warps_apart, "warps-apart"},
                             {Fault::Kind::stale_memory, "stale-memory"},
                             {Fault::Kind::early_copy, "early-copy"},
                             {Fault::Kind::early_launch, "early-launch"},
                             {Fault::Kind::slow_here, "slow-here"},
                             {Fault::Kind::stream_order, "stream-order"},
                             {Fault::Kind::absent_lane, "absent-lane"}});
}

constexpr auto names_of(Fault::Space) {
  return named<Fault::Space>({{Fault::Space::unknown, ""},
                              {Fault::Space::global, "global"},
                              {Fault::Space::shared, "shared"},
                              {Fault::Space::local, "local"}});
}

/// A fault that does not decide the verdict and is shown with it: an out-of-bounds read just beside a buffer, which a GPU does
/// not detect (the read got poison and the call continued), and everything that the checker found.
using Finding = Fault;

/// How an answer depends on the content of its output before the call.
enum class OldContent : int {
  unused = 0,    ///< not known to depend
  added_to = 1,  ///< it is that content plus the right answer
  used = 2,      ///< it depends on it in another way
};

constexpr auto names_of(OldContent) {
  return named<OldContent>({{OldContent::unused, ""}, {OldContent::added_to, "added-to"}, {OldContent::used, "used"}});
}

/// One wrong output buffer.
struct Mismatch {
  std::string buffer;
  DType type = DType::f32;
  std::vector<std::int64_t> shape;
  std::int64_t wrong = 0;                       ///< elements that fail the comparison ...
  std::int64_t total = 0;                       ///< ... of how many
  std::int64_t unwritten = 0;                   ///< of the wrong ones, those that still hold the poison
  std::int64_t first_index = 0;                 ///< flat index of the first wrong element; -1 for a norm or custom check
  double expected = 0, got = 0;                 ///< at the first wrong element
  OldContent old_content = OldContent::unused;  ///< determined in the first call of a case
  double largest_absolute_error = 0;            ///< over elements where both are finite
  double largest_relative_error = 0;
  std::string note;  ///< the message of a custom check, or the norms

  static constexpr auto fields() {
    return field_list(field("buffer", &Mismatch::buffer), field("type", &Mismatch::type), field("shape", &Mismatch::shape),
                      field("wrong", &Mismatch::wrong), field("total", &Mismatch::total),
                      field("unwritten", &Mismatch::unwritten), field("first_index", &Mismatch::first_index),
                      field("expected", &Mismatch::expected), field("got", &Mismatch::got),
                      field<Form::optional>("old_content", &Mismatch::old_content),
                      field("largest_absolute_error", &Mismatch::largest_absolute_error),
                      field("largest_relative_error", &Mismatch::largest_relative_error), field("note", &Mismatch::note));
  }
};

/// The result of one case of one attempt. Exactly one of these ends each case.
namespace outcome {
struct Passed {
  std::vector<Finding> findings;
};
struct WrongAnswer {
  Mismatch mismatch;
  std::vector<Finding> findings;
};
struct InputChanged {
  std::string buffer;
  std::int64_t first_index = 0, changed = 0, total = 0;
};
struct OutOfBoundsWrite {
  std::string buffer;
  std::int64_t offset_bytes = 0;
  std::size_t buffer_bytes = 0;
  bool on_gpu = false;  ///< where nothing names the thread
};
struct Faulted {
  Fault fault;
};  ///< emulated runtime
struct CudaError {
  int code = 0;
  std::string name, text, call;
};  ///< `call`: the launch or function that failed, if known
struct ForbiddenCall {
  std::string function;
};  ///< "cudaDeviceReset", "cudaFree(C)": it would destroy the caller's buffers
struct Crashed {
  int signal = 0;
  std::string note;
};  ///< signal 0: the process is alive but unusable; `note` says why
struct Exited {
  int status = 0;
};
struct TimedOut {
  std::chrono::milliseconds limit{};
  std::string note;
};
struct TooMuchOutput {
  std::size_t limit_bytes = 0;
};
struct TooMuchMemory {
  bool device = false;
  std::size_t limit_bytes = 0, asked_bytes = 0;
  bool device_is_host = false;  ///< device memory counts as host memory: on the emulated runtime
  std::size_t calls =
      0;  ///< it asked for so much in each call and did not free it: so many calls would not have room; 0 = that is not why
};
struct NotLoaded {
  std::string message;
  bool unsupported = false;
};  ///< dlopen failed, no solve
struct Cheated {
  std::string message;
};
struct JudgeFailed {
  std::string message;
};
}  // namespace outcome
using Outcome =
    std::variant<outcome::Passed, outcome::WrongAnswer, outcome::InputChanged, outcome::OutOfBoundsWrite, outcome::Faulted,
                 outcome::CudaError, outcome::ForbiddenCall, outcome::Crashed, outcome::Exited, outcome::TimedOut,
                 outcome::TooMuchOutput, outcome::TooMuchMemory, outcome::NotLoaded, outcome::Cheated, outcome::JudgeFailed>;

}  // namespace judge

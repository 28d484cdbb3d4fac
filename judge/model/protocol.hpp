#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "judge/model/attempt.hpp"
#include "judge/model/measurement.hpp"
#include "judge/model/problem.hpp"
#include "judge/model/recording.hpp"
#include "judge/util/described.hpp"

/// The messages between referee and player: described values, sent as MessagePack over a socket pair (util/channel.hpp). The
/// referee sends a Request, and the player answers each one once. A player may also die, hang or send false answers.
///
/// Each request is followed by a ticket, eight random bytes as a raw message. The player leaves it in the channel until it has
/// carried out the request, and returns it with the Answer. So while an attempt runs, the number is not in its process's memory,
/// and an answer that the attempt itself sends is detected.
namespace judge::protocol {

constexpr int version = 13;

/// The text that begins the name of a launch among calls of the CUDA runtime.
inline constexpr const char* k_launch_words = "the launch ";

/// The exit status of a player that ends by itself.
enum class Ending : int {
  stopped = 0,
  failed = 2,
  connection_lost = 78,  ///< the attempt closed or replaced the player's end of the channel
  ticket_taken = 79,     ///< the attempt read messages for the player
};

/// `type` names the struct that `body` holds.
struct Request {
  enum class Type : int {
    start = 0,
    load = 1,
    open = 2,
    call = 3,
    empty = 4,
    stop = 5,
    shut_in = 6,
    play_back = 7
  };  // stop: end in good order, no body and no answer
  Type type = Type::stop;
  nlohmann::json body;

  static constexpr auto fields() { return field_list(field("type", &Request::type), field("body", &Request::body)); }
};

constexpr auto names_of(Request::Type) {
  using enum Request::Type;
  return named<Request::Type>({{start, "start"},
                               {load, "load"},
                               {open, "open"},
                               {call, "call"},
                               {empty, "empty"},
                               {stop, "stop"},
                               {shut_in, "shut_in"},
                               {play_back, "play_back"}});
}

struct Answer {
  std::uint64_t ticket = 0;
  nlohmann::json body;

  static constexpr auto fields() { return field_list(field("ticket", &Answer::ticket), field("body", &Answer::body)); }
};

/// In which order the emulated runtime runs the threads of a block between two barriers, and what else has no order.
enum class ThreadOrder : int {
  loops = 0,             ///< in loops over all of them, where the compiler could make such loops
  fibers = 1,            ///< each on a stack of its own, up to its next barrier
  last_block_first = 2,  ///< the same, beginning with the last block of a grid
  late_writes = 3,       ///< of code for lockstep: no thread of a block writes while another can still read
  // Of code for lockstep: the warps of a block advance together, but these get ahead of the others: by a share of the accesses since
  // the last barrier; `far`: what comes from global memory also reaches the others later.
  low_warps_ahead = 4,
  high_warps_ahead = 5,
  even_warps_ahead = 6,
  low_warps_far_ahead = 7,
  high_warps_far_ahead = 8,
  even_warps_far_ahead = 9,
  // As `loops`, but shared memory is zeros where a call's first blocks on a GPU find it: a switch between processes has cleared it there.
  cleared_shared = 10,
  blocks_side_by_side =
      11,  ///< of code for lockstep: several blocks at a time, at one pace, and their warps as with low_warps_ahead
  // As `fibers`, and asynchronous copies write shared memory at once; of code for lockstep: as low_warps_ahead, and they write some accesses later.
  early_copies = 12,
  early_launches = 13,   ///< as `fibers`, and a dependent launch runs as soon as the kernel before allows it
  blocks_in_turns = 14,  ///< as `fibers`, and several blocks at a time go on in turns, each for a few barriers
  // Of code for lockstep: the warps of a block advance together, but behind each barrier some start late, or all others.
  some_warps_late = 15,
  other_warps_late = 16,
  last_thread_first = 17,   ///< as `fibers`, and behind each barrier the last thread of a block begins
  some_streams_ahead = 18,  ///< as `loops`; where the host waits, all that some streams can do is done before what it waits for
  // As `loops`, and a shuffle that reads a lane which takes no part gets NaN or -1 instead of 0; a large number; a negative one.
  absent_lanes = 19,
  absent_lanes_are_large = 20,
  absent_lanes_are_negative = 21,
};

constexpr auto names_of(ThreadOrder) {
  return named<ThreadOrder>({{ThreadOrder::loops, "loops"},
                             {ThreadOrder::fibers, "fibers"},
                             {ThreadOrder::last_block_first, "last-block-first"},
                             {ThreadOrder::late_writes, "late-writes"},
                             {ThreadOrder::low_warps_ahead, "low-warps-ahead"},
                             {ThreadOrder::high_warps_ahead, "high-warps-ahead"},
                             {ThreadOrder::even_warps_ahead, "even-warps-ahead"},
                             {ThreadOrder::low_warps_far_ahead, "low-warps-far-ahead"},
                             {ThreadOrder::high_warps_far_ahead, "high-warps-far-ahead"},
                             {ThreadOrder::even_warps_far_ahead, "even-warps-far-ahead"},
                             {ThreadOrder::cleared_shared, "cleared-shared"},
                             {ThreadOrder::blocks_side_by_side, "blocks-side-by-side"},
                             {ThreadOrder::early_copies, "early-copies"},
                             {ThreadOrder::early_launches, "early-launches"},
                             {ThreadOrder::blocks_in_turns, "blocks-in-turns"},
                             {ThreadOrder::some_warps_late, "some-warps-late"},
                             {ThreadOrder::other_warps_late, "other-warps-late"},
                             {ThreadOrder::last_thread_first, "last-thread-first"},
                             {ThreadOrder::some_streams_ahead, "some-streams-ahead"},
                             {ThreadOrder::absent_lanes, "absent-lanes"},
                             {ThreadOrder::absent_lanes_are_large, "absent-lanes-are-large"},
                             {ThreadOrder::absent_lanes_are_negative, "absent-lanes-are-negative"}});
}

/// First request: load the runtime and make its context. Before it comes a descriptor, of the ClockPage. Answer: Ready.
struct Start {
  int version = protocol::version;
  RuntimeKind runtime = RuntimeKind::emulated;
  std::string runtime_library;
  bool gpu_layout = false;                 ///< of the emulated runtime: lay memory out as a GPU does, without guards
  ThreadOrder order = ThreadOrder::loops;  ///< of the emulated runtime

  static constexpr auto fields() {
    return field_list(field("version", &Start::version), field("runtime", &Start::runtime),
                      field("runtime_library", &Start::runtime_library), field("gpu_layout", &Start::gpu_layout),
                      field("order", &Start::order));
  }
};

/// With shut_in: get ready for calls and, if an attempt is named, give up what it must not have. Answer: Ready, the last one that is the
/// player's alone.
/// With load: load it. Answer: Ready.
struct Load {
  std::string attempt_library;                  ///< empty = none is to be loaded; other slabs may be opened later
  std::string symbol;                           ///< "solve", or its mangled name
  std::string bracket_library;                  ///< judge/device/bracket.cu, built; may be empty (no blocked bracket then)
  std::uint64_t device_memory_limit_bytes = 0;  ///< what the attempt may allocate; 0 = no limit
  /// In memory or swapped out, without the slabs; 0 = no limit. The referee counts it.
  std::uint64_t host_memory_limit_bytes = 0;

  static constexpr auto fields() {
    return field_list(field("attempt_library", &Load::attempt_library), field("symbol", &Load::symbol),
                      field("bracket_library", &Load::bracket_library),
                      field("device_memory_limit_bytes", &Load::device_memory_limit_bytes),
                      field("host_memory_limit_bytes", &Load::host_memory_limit_bytes));
  }
};

struct Ready {
  std::string error;  ///< empty = fine

  static constexpr auto fields() { return field_list(field("error", &Ready::error)); }
};

/// A slab: the memory of one buffer parameter, for every case. For a parameter in host memory the slab is a copy: the player has
/// host memory of the same size, copies it from the slab before each call and back after it.
/// Answer to a list of these: Ready. Those that were open before are closed; of an empty list the player holds nothing then.
struct Slab {
  std::string name;  ///< the parameter's
  MemoryPlace memory = MemoryPlace::device;
  std::string ipc_handle;  ///< 64 bytes
  std::uint64_t bytes = 0;

  static constexpr auto fields() {
    return field_list(field("name", &Slab::name), field("memory", &Slab::memory), field("ipc_handle", &Slab::ipc_handle),
                      field("bytes", &Slab::bytes));
  }
};
struct OpenSlabs {
  std::vector<Slab> slabs;

  static constexpr auto fields() { return field_list(field("slabs", &OpenSlabs::slabs)); }
};

/// One argument of a call: a window of a slab, or a scalar.
struct CallArgument {
  int slab = -1;  ///< -1 = scalar
  std::uint64_t offset = 0, bytes = 0;
  std::uint64_t red_before = 0, red_after = 0;  ///< bytes of the red zones just before and just after it
  bool read_only = false;
  bool holds_input = false;  ///< false: uninitialised before the call
  DType type = DType::i32;   ///< of a scalar
  std::uint64_t bits = 0;    ///< the scalar's bytes, low first

  static constexpr auto fields() {
    return field_list(
        field("slab", &CallArgument::slab), field<Form::sparse>("offset", &CallArgument::offset),
        field<Form::sparse>("bytes", &CallArgument::bytes), field<Form::sparse>("red_before", &CallArgument::red_before),
        field<Form::sparse>("red_after", &CallArgument::red_after), field<Form::sparse>("read_only", &CallArgument::read_only),
        field<Form::sparse>("holds_input", &CallArgument::holds_input), field("type", &CallArgument::type),
        field<Form::sparse>("bits", &CallArgument::bits));
  }
};

/// A launch or an allocation that the emulated runtime refuses in a call, or that failed in a dry one.
struct RefusedLaunch {
  std::string kernel;        ///< its name as the compiler has it, or the function that allocates; empty = none
  std::uint64_t number = 0;  ///< among those of this kernel or function in this call, from 1
  int error = 0;

  static constexpr auto fields() {
    return field_list(field<Form::sparse>("kernel", &RefusedLaunch::kernel),
                      field<Form::sparse>("number", &RefusedLaunch::number),
                      field<Form::sparse>("error", &RefusedLaunch::error));
  }
};

/// Call solve() once. Answer: Returned. Before an attempt is loaded: the same without solve().
struct Call {
  std::vector<CallArgument> arguments;
  Bracket bracket = Bracket::none;  ///< to time it with; none = wall time alone
  bool cold_l2 = true;
  bool by_operation = false;      ///< time each of its operations as well
  std::uint64_t sample_seed = 0;  ///< chooses the positions at which outputs are sampled when the clock has stopped
  std::uint32_t watched = 0;      ///< number of this call in the clock page, where the referee lets it go; 0 = the player does
  /// On the emulated runtime: host code finds decoys in the place of device memory, which costs time.
  bool gives_decoys = false;
  /// On the emulated runtime: buffers have addresses of their own, without memory, and no kernel runs. Launches are checked.
  bool dry = false;
  RefusedLaunch refused;    ///< on the emulated runtime
  bool records = false;     ///< on a GPU: write down what solve() puts on the device
  bool plays_back = false;  ///< do what was recorded instead of calling solve()

  static constexpr auto fields() {
    return field_list(field("arguments", &Call::arguments), field("bracket", &Call::bracket), field("cold_l2", &Call::cold_l2),
                      field<Form::sparse>("in_pieces", &Call::by_operation),
                      field<Form::sparse>("sample_seed", &Call::sample_seed), field<Form::sparse>("watched", &Call::watched),
                      field<Form::sparse>("gives_decoys", &Call::gives_decoys), field<Form::sparse>("dry", &Call::dry),
                      field<Form::sparse>("refused", &Call::refused), field<Form::sparse>("records", &Call::records),
                      field<Form::sparse>("plays_back", &Call::plays_back));
  }
};

/// Memory that calls allocated in one source location and did not free.
struct Kept {
  std::string function;                ///< "cudaMalloc"
  std::uint64_t count = 0, bytes = 0;  ///< of all of it
  std::uint64_t call_offset = 0;       ///< of the call in the attempt's library; 0 = not known

  static constexpr auto fields() {
    return field_list(field("function", &Kept::function), field("count", &Kept::count), field("bytes", &Kept::bytes),
                      field("call_offset", &Kept::call_offset));
  }
};

/// What a call did, from the runtime functions that it called.
struct Trace {
  int launches = 0;
  int side_streams = 0;               ///< streams other than the default that work was put on
  int trailing_syncs = 0;             ///< synchronisations after the last operation
  int blocking_calls = 0;             ///< synchronisations, allocations and host copies before the last operation, frees
  std::string first_blocking;         ///< the first of these by name
  std::uint64_t allocated_bytes = 0;  ///< the most that was allocated at once by the attempt
  std::uint64_t kept_bytes = 0;       ///< still allocated when solve() returned
  std::uint64_t refused_bytes = 0;    ///< size of an allocation that the memory limit or the device refused
  std::vector<Kept> kept;             ///< the parts of kept_bytes, from this call and earlier ones; at most 64
  std::string unchecked_launch;       ///< the first failed launch whose error solve() did not read; empty = none
  std::uint64_t unchecked_launch_offset = 0;              ///< of the launch in the attempt's library; 0 = not known
  std::uint64_t launched_blocks = 0, watched_blocks = 0;  ///< so far, of an attempt built for the checker
  std::string changed_late;        ///< a buffer in host memory that changed after solve() had returned; empty = none
  std::string touched_by_host;     ///< an argument whose device memory host code touched in a call that sees it; empty = none
  std::string forbidden_call;      ///< a function that no attempt may call, such as cudaDeviceReset; empty = none
  bool changed_behaviour = false;  ///< solve() queued work after the bracket was completed
  bool spin_expired = false;       ///< the call waited for work that the bracket blocked
  bool crowded = false;            ///< other work was on the device when the bracket was to take it

  static constexpr auto fields() {
    return field_list(
        field<Form::sparse>("launches", &Trace::launches), field<Form::sparse>("side_streams", &Trace::side_streams),
        field<Form::sparse>("trailing_syncs", &Trace::trailing_syncs),
        field<Form::sparse>("blocking_calls", &Trace::blocking_calls),
        field<Form::sparse>("first_blocking", &Trace::first_blocking),
        field<Form::sparse>("allocated_bytes", &Trace::allocated_bytes), field<Form::sparse>("kept_bytes", &Trace::kept_bytes),
        field<Form::sparse>("refused_bytes", &Trace::refused_bytes), field<Form::sparse>("kept", &Trace::kept),
        field<Form::sparse>("unchecked_launch", &Trace::unchecked_launch),
        field<Form::sparse>("unchecked_launch_offset", &Trace::unchecked_launch_offset),
        field<Form::sparse>("launched_blocks", &Trace::launched_blocks),
        field<Form::sparse>("watched_blocks", &Trace::watched_blocks),
        field<Form::sparse>("changed_late", &Trace::changed_late),
        field<Form::sparse>("touched_by_host", &Trace::touched_by_host),
        field<Form::sparse>("forbidden_call", &Trace::forbidden_call),
        field<Form::sparse>("changed_behaviour", &Trace::changed_behaviour),
        field<Form::sparse>("spin_expired", &Trace::spin_expired), field<Form::sparse>("crowded", &Trace::crowded));
  }
};

struct Returned {
  std::string judge_error;        ///< why the call was not possible; empty = it was possible
  int error = 0;                  ///< CUDA error code of a failure after which the device is unusable
  bool error_is_pending = false;  ///< `error` is of a runtime call that failed without other effects
  std::string error_name, error_text;
  std::string error_call;          ///< the runtime function that first failed, if known
  std::uint64_t error_offset = 0;  ///< of that call in the attempt's library; 0 = not known
  double wall_ns = 0;
  double device_ns = 0;  ///< raw, with the empty bracket; 0 = not timed
  Trace trace;
  std::vector<Operation> operations;  ///< raw, with the empty bracket; mangled names
  std::uint64_t output_sum = 0;       ///< of samples of the outputs in device memory, just after the clock stopped
  RefusedLaunch failed_launch;        ///< of a dry call: the first one, unless solve() could know of it and went on
  /// Of a dry call: it ended where a result of the device's would reach the host, and so has the player.
  bool is_cut_short = false;
  Recording recording;  ///< if it was asked for

  static constexpr auto fields() {
    return field_list(
        field<Form::sparse>("judge_error", &Returned::judge_error), field<Form::sparse>("error", &Returned::error),
        field<Form::sparse>("error_is_pending", &Returned::error_is_pending),
        field<Form::sparse>("error_name", &Returned::error_name), field<Form::sparse>("error_text", &Returned::error_text),
        field<Form::sparse>("error_call", &Returned::error_call), field<Form::sparse>("error_offset", &Returned::error_offset),
        field<Form::sparse>("wall_ns", &Returned::wall_ns), field<Form::sparse>("device_ns", &Returned::device_ns),
        field<Form::sparse>("trace", &Returned::trace), field<Form::sparse>("pieces", &Returned::operations),
        field<Form::sparse>("output_sum", &Returned::output_sum),
        field<Form::sparse>("failed_launch", &Returned::failed_launch),
        field<Form::sparse>("is_cut_short", &Returned::is_cut_short), field<Form::sparse>("recording", &Returned::recording));
  }
};

/// Take a recording of an attempt that this process does not load, and its kernels, to be played back in calls. Behind the request comes a
/// descriptor, of a file that holds fat binaries of these sizes one behind the other. Answer: Ready.
struct PlayBack {
  Recording recording;
  std::vector<std::uint64_t> image_bytes;

  static constexpr auto fields() {
    return field_list(field("recording", &PlayBack::recording), field("image_bytes", &PlayBack::image_bytes));
  }
};

/// Measure the empty bracket `repeats` times. Answer: Returned, with the time of the empty bracket in device_ns.
struct MeasureEmpty {
  Bracket bracket = Bracket::none;
  int repeats = 56;
  bool cold_l2 = true;

  static constexpr auto fields() {
    return field_list(field("bracket", &MeasureEmpty::bracket), field("repeats", &MeasureEmpty::repeats),
                      field("cold_l2", &MeasureEmpty::cold_l2));
  }
};

}  // namespace judge::protocol

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judge/model/dtype.hpp"
#include "judge/model/measurement.hpp"

/// What referee and player say to each other: plain values, sent as MessagePack over a socket pair (util/channel.hpp).
/// The referee asks, the player answers each request once; a player may also die, hang or lie.
///
/// Each request is followed by a ticket, eight random bytes as a raw message. The player leaves it in the channel until it has
/// done what was asked and gives it back with the answer: {"ticket": number, "body": answer}. So while an attempt runs, the
/// number lies in no memory of its process, and an answer of the attempt's own making is found out.
namespace judge::protocol {

constexpr int version = 6;

/// How the text of a launch begins, where a call of the CUDA runtime is named.
inline constexpr const char* k_launch_words = "the launch ";

/// The exit status of a player that ends by itself.
enum class Ending : int {
  stopped = 0,
  failed = 2,
  connection_lost = 78,             ///< the attempt closed or replaced the player's end of the channel
  ticket_taken = 79,                ///< the attempt read messages that were not for it
};

/// First request: load the runtime and make its context. Answer: Ready.
struct Start {
  int version = protocol::version;
  int runtime = 0;                  ///< RuntimeKind
  std::string runtime_library;
  bool gpu_layout = false;          ///< of the emulated runtime: lay memory out as a GPU does, without guards
  bool on_fibers = false;           ///< of the emulated runtime: run each thread to its next barrier on a stack of its own
};

/// Load an attempt. Answer: Ready.
struct Load {
  std::string attempt_library;
  std::string symbol;               ///< "solve", or its mangled name
  std::string bracket_library;      ///< judge/device/bracket.cu, built; may be empty (no blocked bracket then)
  std::uint64_t device_memory_limit_bytes = 0;  ///< what the attempt may allocate; 0 = no limit
};

struct Ready {
  std::string error;                ///< empty = fine
  bool judge_failed = false;        ///< not the attempt's fault
};

/// A slab: the memory that one buffer parameter lives in, in every case. Of a parameter in host memory the slab is a copy:
/// the player has host memory of the same size, fills it from the slab before each call and copies it back after.
/// Answer to a list of these: Ready.
struct Slab {
  std::string name;                 ///< the parameter's
  int memory = 0;                   ///< MemoryPlace
  std::string ipc_handle;           ///< 64 bytes
  std::uint64_t bytes = 0;
};
struct OpenSlabs {
  std::vector<Slab> slabs;
};

/// One argument of a call: a window of a slab, or a scalar.
struct CallArgument {
  int slab = -1;                    ///< -1 = scalar
  std::uint64_t offset = 0, bytes = 0;
  std::uint64_t red_before = 0, red_after = 0;   ///< bytes of the red zones just before and just after it
  bool read_only = false;
  bool holds_input = false;         ///< false: what solve() reads there before it wrote it is nobody's
  int type = 0;                     ///< DType of a scalar
  std::uint64_t bits = 0;           ///< the scalar's bytes, low first
};

/// Call solve() once. Answer: Returned.
struct Call {
  std::vector<CallArgument> arguments;
  int bracket = 0;                  ///< Bracket to time it with; none = wall time alone
  bool cold_l2 = true;
  bool in_pieces = false;           ///< time each piece of its work as well
  std::uint64_t sample_seed = 0;    ///< where outputs are sampled when the clock has stopped
};

/// Memory that calls allocated in one place and did not free.
struct Kept {
  std::string function;             ///< "cudaMalloc"
  std::uint64_t count = 0, bytes = 0;   ///< of all of it
  std::uint64_t call_offset = 0;    ///< of the call in the attempt's library; 0 = not known
};

/// What a call did, seen through the runtime functions it called.
struct Trace {
  int launches = 0;
  int side_streams = 0;             ///< streams other than the default that work was put on
  int trailing_syncs = 0;           ///< synchronisations after the last piece of work
  int blocking_calls = 0;           ///< synchronisations, allocations and host copies before the last piece of work, frees
  std::string first_blocking;       ///< the first of these by name
  std::uint64_t allocated_bytes = 0;         ///< the most that was allocated at once by the attempt
  std::uint64_t kept_bytes = 0;              ///< still allocated when solve() returned
  std::uint64_t refused_bytes = 0;           ///< an allocation that the memory limit or the device refused
  std::vector<Kept> kept;           ///< what makes up kept_bytes, from this call and those before it; at most 64 places
  std::string unchecked_launch;     ///< the first launch that failed and that nobody asked about; empty = none
  std::uint64_t unchecked_launch_offset = 0;   ///< of the launch in the attempt's library; 0 = not known
  std::uint64_t launched_blocks = 0, watched_blocks = 0;   ///< so far, of an attempt built to be checked
  std::string changed_late;         ///< a buffer in host memory that changed after solve() had returned; empty = none
  std::string forbidden_call;       ///< a function that no attempt may call, such as cudaDeviceReset; empty = none
  bool changed_behaviour = false;   ///< work came after the bracket had to be complete
  bool spin_expired = false;        ///< the call waited for work that the bracket held back
};

struct Returned {
  int error = 0;                    ///< CUDA error code: the device failed, and nothing works any more
  bool error_is_pending = false;    ///< of `error`: no, a call of the runtime failed, and what came after it was done
  std::string error_name, error_text;
  std::string error_call;           ///< the runtime function that first failed, if known
  std::uint64_t error_offset = 0;   ///< of that call in the attempt's library; 0 = not known
  double wall_ns = 0;
  double device_ns = 0;             ///< raw bracket, the empty bracket not yet taken off; 0 = not timed
  Trace trace;
  std::vector<Piece> pieces;        ///< raw, the empty bracket not yet taken off; names as they are mangled
  std::uint64_t output_sum = 0;     ///< of the outputs in device memory, sampled right after the clock stopped; on CUDA alone
};

/// Measure the empty bracket `repeats` times. Answer: Returned, its device_ns what the bracket reads around nothing.
struct MeasureEmpty {
  int bracket = 0;
  int repeats = 56;
  bool cold_l2 = true;
};

/// End in good order. No answer.
struct Stop {};

}  // namespace judge::protocol

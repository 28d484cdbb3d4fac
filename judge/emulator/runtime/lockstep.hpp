#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "judge/emulator/runtime/chip.hpp"
#include "judge/emulator/runtime/fiber.hpp"

/// The lanes of a warp in lockstep, as a GPU's mostly run: an attempt built by `judge-cucc --lockstep` calls the runtime
/// before each load and store. There a lane stops. When no lane of the warp can continue, the lanes that are furthest back
/// in the code make their access together and run to their next one. So all lanes read before one of them writes, divergent lanes
/// reconverge behind the branch or the loop, and lanes that call a function from the same place run through it together. See docs/decisions/0014-lockstep-and-streams.md.
namespace judge::emulated {

/// Gives the attempt's thread-local variables back the index of the thread that goes on. Set while a library is loaded that
/// was built for lockstep; null otherwise.
inline void (*restore_thread)(const unsigned thread[3]) = nullptr;
inline bool runs_in_lockstep() { return restore_thread != nullptr; }

/// Warps go on in turn, each until all its lanes wait for others or have left. With `writes_late` each warp of a block only until
/// it is about to write, and first of all those that will read; and blocks that are about to write what they have
/// read write together. So threads that change one place without an atomic lose all but one change, as they may on a GPU.
inline bool writes_late = false;

/// The warps of a block advance together instead, and some get ahead of the others. Each has a time that its accesses since the last
/// barrier took; the one with the least goes on. Behind a barrier a GPU's warps start together, and drift apart with what they do.
/// Or some start late behind each barrier, others behind each, and none drifts: then reads take little, as a warp issues many before
/// it needs the first, and a write waits for what was read before.
struct Skew {
  enum class Ahead { nobody, low_warps, high_warps, even_warps };
  enum class Late { nobody, some_warps, other_warps };  ///< the latter: those that the former leaves out
  static constexpr unsigned access_time = 64;           ///< of the warp that is ahead
  static constexpr unsigned drift = 16;                 ///< more, of the one that is furthest behind
  static constexpr unsigned load_delay = 512;  ///< with `far`, of that one: what it reads from global memory comes later
  static constexpr unsigned issue_time = 8;    ///< of an access, where some start late
  static constexpr unsigned shared_latency = 64, global_latency = 192;  ///< of what a write waits for there
  static constexpr unsigned shuffle_time = 48, function_time = 64;      ///< of what a warp does before its next access
  static constexpr unsigned late_start = 112;
  Ahead ahead = Ahead::nobody;
  bool far = false;
  Late late = Late::nobody;

  bool is_by_clocks() const { return ahead != Ahead::nobody || late != Late::nobody; }
  /// Of warp `index` of `warps`, this share of the times above, in 1/256.
  unsigned share(unsigned index, unsigned warps) const;
  /// A bit for each warp of the block that starts late behind its barrier of this number.
  std::uint32_t late_warps(std::uint64_t block, unsigned barrier) const;
};
inline Skew skew;

/// Several blocks of an ordinary launch run at a time and at one pace.
inline bool runs_blocks_side_by_side = false;

/// The attempt is about to access memory, in a kernel or on the host.
struct LockstepAccess {
  const void* code = nullptr;
  void* const* frame = nullptr;  ///< of the function that does
  std::uintptr_t address = 0;
  bool reads = false, writes = false;
  bool is_atomic_update =
      false;  ///< reads what it changes at once, as atomicAdd() does; atomicExch() and atomicCAS() write what was computed before
  // Known to the runner alone:
  bool is_of_buffer = false;    ///< of global memory that was allocated
  bool is_of_variable = false;  ///< a __device__ or __constant__ one, or what this runtime keeps beside them
};
void lockstep_access(const LockstepAccess& access);
/// It has called expf() or its like.
void lockstep_function();

struct AddressRange {
  std::uintptr_t begin = 0, end = 0;
  bool holds(std::uintptr_t address) const { return address - begin < end - begin; }
  bool holds(const void* address) const { return holds(reinterpret_cast<std::uintptr_t>(address)); }
};

/// Does this lie in the library that was built for lockstep: code, or a __device__ variable?
bool is_in_attempt(std::uintptr_t address);
/// Where it was loaded.
std::uintptr_t attempt_base();

/// Calls visit(index) for each bit that is set.
template <class Visit>
void for_each_bit(unsigned mask, Visit visit) {
  for (; mask; mask &= mask - 1) visit(static_cast<unsigned>(std::countr_zero(mask)));
}

/// Where a lane is: the return addresses of its calls, from the kernel inwards; the last is the access itself.
class CodePlace {
 public:
  /// `frame`: of the function with the access; every function of the attempt keeps a frame pointer.
  CodePlace(const void* code, void* const* frame);
  /// For tests: from the kernel inwards.
  explicit CodePlace(std::initializer_list<const void*> calls);
  CodePlace() = default;
  /// Does this come first in the code? By the outermost call in which the two differ.
  bool is_before(const CodePlace& other) const;
  bool operator==(const CodePlace& other) const;
  const void* access() const { return m_depth == 0 ? nullptr : m_calls[m_depth - 1]; }

 private:
  static constexpr unsigned most_calls = 14;
  std::array<const void*, most_calls> m_calls{};
  unsigned m_depth = 0;
};

/// Detects a lane that only waits for another thread's write: it repeats the same few accesses.
class WaitDetector {
 public:
  void access(const void* code, std::uintptr_t address);
  bool is_waiting() const { return m_repeated >= often; }
  void forget() { *this = {}; }

 private:
  static constexpr unsigned remembered = 8, often = 512;
  struct Access {
    const void* code = nullptr;
    std::uintptr_t address = 0;
  };
  std::array<Access, remembered> m_known{};
  unsigned m_next = 0, m_repeated = 0;
};

/// The parked lanes of the block that a runner runs.
class Lockstep {
 public:
  void start_block(unsigned threads, std::uint64_t block);
  void park(unsigned thread, Fiber* fiber, const LockstepAccess& access);
  bool is_empty() const { return m_parked == 0; }

  /// The warp whose turn it is; asked only while lanes are parked. One that only waits for another warp's write lets that warp run.
  unsigned pick_warp();
  /// Takes the lanes of this warp that go on next; one bit for each.
  unsigned take(unsigned warp);
  Fiber* fiber(unsigned thread) const { return m_lanes[thread].fiber; }
  /// All threads of the block met.
  void barrier_released();
  /// All threads of the grid did: none of them waited for another one only.
  void grid_released();
  /// Lanes of this warp met for a shuffle or a vote.
  void lanes_met(unsigned warp);
  /// Of a warp, since the last barrier of the grid.
  std::uint64_t time_of(unsigned warp) const { return m_elapsed + m_clocks[warp].time; }
  /// Counts the groups of lanes that went on.
  std::uint64_t turn() const { return m_turn; }
  /// Is every parked lane of the warp behind `code`?
  bool is_behind(unsigned warp, const void* code) const;

 private:
  static constexpr unsigned warps = chip::max_threads_per_block / chip::warp_threads;
  struct Lane {
    Fiber* fiber = nullptr;
    CodePlace place;
    bool writes = false, reads_global = false, reads_shared = false, reads_variable = false;
    bool is_fresh = true;  // it has made no access since the last barrier
    WaitDetector waits;
    std::uint64_t taken = 0;  // when it went on last
  };
  /// Of a warp, since the last barrier.
  struct Clock {
    std::uint64_t time = 0;
    bool has_read_global = false, has_read_shared = false;  // and has written nothing since, which may need what it read
    bool was_delayed = false;
    unsigned computes = 0;  // before its next access
  };
  unsigned pick_by_clocks();
  static bool waits_for_reads(Clock& clock);
  void start_late_warps();
  unsigned fresh_lanes(unsigned warp) const;
  void advance(unsigned warp, unsigned taken);
  unsigned furthest_back(unsigned warp, unsigned among) const;
  unsigned waiting_lanes(unsigned warp) const;
  bool is_about_to_write(unsigned warp) const;

  std::vector<Lane> m_lanes = std::vector<Lane>(chip::max_threads_per_block);
  std::array<unsigned, warps> m_masks{};  // of the parked lanes
  std::array<Clock, warps> m_clocks{};
  unsigned m_parked = 0, m_warps = 0, m_warp = 0;
  std::uint64_t m_turn = 0, m_elapsed = 0;  // the latter: of the clocks, from the grid's last barrier to the block's
  std::uint64_t m_block = 0;
  unsigned m_barriers = 0;  // of the block, so far
};

}  // namespace judge::emulated

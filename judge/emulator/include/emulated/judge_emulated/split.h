#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "judge_emulated/split_state.h"
#include "judge_emulated/threads.h"

// How a kernel with barriers runs without a stack for each thread. The lowering splits its body into regions that have no
// barrier in them; a region is a loop over the threads of the block, which the compiler can vectorise. What a thread
// must remember from one region to another lies in arrays with an element for each thread.
//
// As long as all threads go the same way, a block is nothing but one such loop after the other. Where threads part, each
// remembers the region it has to run next, and those in the first region, in the order of the source, run first: so they
// meet again as early as they can, as the lanes of a warp do on a GPU.
//
// What does not end well (a fault, a deadlock) is left to the fibers: the block starts again there, and is reported as
// theirs are.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((no_sanitize("alignment"))), apply_to = function)
#endif

namespace judge_emulated {

template <class T>
using Decayed = std::decay_t<T>;
template <class T>
[[gnu::always_inline]] static inline std::decay_t<T> decayed(T&& value) { return static_cast<T&&>(value); }

/// What a declaration without an initialiser does: nothing, but for classes whose constructors do something.
template <class T>
[[gnu::always_inline]] static inline void set_default(T& variable) {
  static_assert(std::is_trivially_copyable_v<T>, "kept in memory between barriers");
  if constexpr (!std::is_trivially_default_constructible_v<T>) {
    T initial;
    __builtin_memcpy(static_cast<void*>(&variable), &initial, sizeof(T));
  }
}

/// Sets a variable to its initial value.
template <class T>
[[gnu::always_inline]] static inline void set(T& variable, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>, "kept in memory between barriers");
  if constexpr (std::is_scalar_v<T>) variable = value;
  else __builtin_memcpy(static_cast<void*>(&variable), &value, sizeof(T));
}

template <class T>
using SlotBits = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;

template <class T>
[[gnu::always_inline]] static inline SlotBits<T> to_slot(const T& value) {
  static_assert(sizeof(T) <= 8, "warp operations take values of up to 8 bytes");
  SlotBits<T> bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return bits;
}

/// A lane's part in an operation whose mask or source differs from lane to lane.
template <class T>
struct LaneRequest {
  unsigned mask, argument, width;
  T value;
};
template <class T>
[[gnu::always_inline]] static inline LaneRequest<T> lane_request(unsigned mask, unsigned argument, unsigned width,
                                                                T value) {
  return {mask, argument, width, value};
}

/// A block that is run region by region.
class Split {
 public:
  explicit Split(const Block* block) : m_state(judgeEmulatedSplitBegin(block)) {}

  template <class T>
  T* make_array() {
    static_assert(std::is_trivially_copyable_v<T>, "kept in memory between barriers");
    return static_cast<T*>(judgeEmulatedSplitStorage(sizeof(T) * m_state->threads));
  }
  template <class T>
  void fill(T* array, const T& value) {
    for (unsigned thread = 0, threads = m_state->threads; thread < threads; ++thread) array[thread] = value;
  }
  /// With room for a warp on either side of the values, which shuffles may read.
  Slot make_slot() {
    constexpr std::size_t room = 8 * lanes_per_warp;
    auto* const values = static_cast<char*>(judgeEmulatedSplitStorage(8 * m_state->threads + 2 * room));
    return {values + room, judgeEmulatedSplitStorage(8 * m_state->threads + room)};
  }

  unsigned region() const { return m_state->region; }
  /// False: all threads have left the kernel.
  [[gnu::always_inline]] bool next() {
    return m_state->must_pick ? judgeEmulatedSplitPick() != 0 : m_state->region != finished;
  }

  /// All threads that ran go to the same region.
  [[gnu::always_inline]] void jump(unsigned target) {
    if (__builtin_expect(target < m_state->others_first || m_state->is_together, 1)) m_state->region = target;
    else judgeEmulatedSplitJump(target);
  }

  // `body` is called with a thread's linear index, its threadIdx and `arrays`: with what threads keep of copied variables,
  // which nothing else points to.

  template <Asks Asking, class Body, class... T>
  [[gnu::always_inline]] void run(Body body, T*... arrays) {
    for_threads<Asking>(body, arrays...);
  }

  /// The same for the threads of which `guard` is true. It reads no memory, so it may be asked before the others run. Where
  /// those that pass follow each other, as in `if (threadIdx.x < s)`, the loop over them has no condition in it.
  template <Asks Asking, class Guard, class Body, class... T>
  [[gnu::always_inline]] void run_where(Guard guard, Body body, T*... arrays) {
    const ThreadRow* const end = m_state->rows + m_state->row_count;
    for (const ThreadRow* row = m_state->rows; row != end; ++row) {
      const Passing passing = find_passing(*row, guard);
      if (passing.count == 0) continue;
      if (passing.follow_each_other)
        for_row<Asking>(row->first + passing.first, passing.count, {row->x + passing.first, row->y, row->z}, body,
                        arrays...);
      else
        for_row<Asking>(row->first, row->count, {row->x, row->y, row->z},
                        [=](unsigned thread, uint3 index, T*... own) __attribute__((always_inline)) {
                          if (guard(thread, index)) body(thread, index, own...);
                        },
                        arrays...);
    }
  }

  /// `body` tells where each thread goes.
  template <Asks Asking, class Body, class... T>
  [[gnu::always_inline]] void branch(Body body, T*... arrays) {
    for_threads<Asking>([=](unsigned thread, uint3 index, unsigned short* regions, T*... own)
                            __attribute__((always_inline)) { regions[thread] = body(thread, index, own...); },
                        m_state->regions, arrays...);
    judgeEmulatedSplitBranch();
  }

  /// The counter of a loop is one for all threads in the loop. So none may be left behind in it, which only a barrier or a
  /// warp operation that others do not take part in can bring about.
  [[gnu::always_inline]] void need_all_of(unsigned loop_begin, unsigned loop_end) {
    if (__builtin_expect(m_state->others_lowest < loop_end, 0)) judgeEmulatedSplitNeedAll(loop_begin, loop_end);
  }

  [[gnu::always_inline]] void barrier(unsigned target) {
    if (__builtin_expect(!m_state->is_together, 0)) judgeEmulatedSplitBarrier(nullptr, BarrierKind::sync, target);
    else m_state->region = target;
  }

  /// `body` gives each thread's predicate, 0 or 1.
  template <BarrierKind Kind, Asks Asking, class Body, class... T>
  [[gnu::always_inline]] void count_at_barrier(const Slot& slot, unsigned target, Body body, T*... arrays) {
    for_threads<Asking>([=](unsigned thread, uint3 index, std::uint32_t* values, T*... own)
                            __attribute__((always_inline)) { values[thread] = body(thread, index, own...); },
                        static_cast<std::uint32_t*>(slot.values), arrays...);
    judgeEmulatedSplitBarrier(&slot, Kind, target);
  }

  template <class T>
  [[gnu::always_inline]] T answer(const Slot& slot, unsigned thread) const {
    T value;
    __builtin_memcpy(static_cast<void*>(&value), static_cast<const SlotBits<T>*>(slot.answers) + thread, sizeof value);
    return value;
  }

  /// An operation of each warp, with the same arguments for all threads. `body` gives each thread's value.
  template <WarpOperation Operation, Asks Asking, class Body, class... T>
  [[gnu::always_inline]] void operate(const Slot& slot, unsigned target, int line, unsigned mask, unsigned argument,
                                      unsigned width, Body body, T*... arrays) {
    using Bits = SlotBits<decltype(body(0u, uint3{}, arrays...))>;
    Bits* const values = static_cast<Bits*>(slot.values);
    for_threads<Asking>([=](unsigned thread, uint3 index, Bits* to, T*... own)
                            __attribute__((always_inline)) { to[thread] = to_slot(body(thread, index, own...)); },
                        values, arrays...);
    if (__builtin_expect(mask == ~0u && width == lanes_per_warp && has_whole_warps(), 1)) {
      for_warps([=](unsigned first) __attribute__((always_inline)) {
        answer_whole_warp<Operation>(values + first, static_cast<Bits*>(slot.answers) + first, argument);
      });
      return jump(target);
    }
    for_ranges([&](unsigned thread) {
      const WarpRequest request{Operation, mask, values[thread], argument, width, line, nullptr};
      judgeEmulatedSplitAsk(thread, &request, &slot, sizeof(Bits));
    });
    judgeEmulatedSplitWarps(target);
  }

  template <WarpOperation Operation, Asks Asking, class Body, class... T>
  void operate_by_lane(const Slot& slot, unsigned target, int line, Body body, T*... arrays) {
    for_threads<Asking>(
        [&](unsigned thread, uint3 index, T*... own) {
          const auto mine = body(thread, index, own...);
          const auto bits = to_slot(mine.value);
          const WarpRequest request{Operation, mine.mask, bits, mine.argument, mine.width, line, nullptr};
          judgeEmulatedSplitAsk(thread, &request, &slot, sizeof bits);
        },
        arrays...);
    judgeEmulatedSplitWarps(target);
  }

  void synchronise_warps(const Slot& slot, unsigned target, int line, unsigned mask, unsigned, unsigned) {
    if (mask == ~0u && (m_state->is_together || has_whole_warps())) return jump(target);
    const WarpRequest request{WarpOperation::sync, mask, 0, 0, lanes_per_warp, line, nullptr};
    for_ranges([&](unsigned thread) { judgeEmulatedSplitAsk(thread, &request, &slot, 4); });
    judgeEmulatedSplitWarps(target);
  }

 private:
  /// Threads of a row of which a condition is true: how many, and where the first one stands in the row.
  struct Passing {
    unsigned count, first;
    bool follow_each_other;
  };
  template <class Guard>
  [[gnu::always_inline]] static inline Passing find_passing(const ThreadRow& row, Guard guard) {
    const auto passes = [&](unsigned i) __attribute__((always_inline)) {
      return guard(row.first + i, uint3{row.x + i, row.y, row.z});
    };
    unsigned count = 0, first = 0;
    for (unsigned i = 0; i < row.count; ++i) count += passes(i);
    if (count == 0) return {0, 0, true};
    while (!passes(first)) ++first;
    bool all_pass = true;
    for (unsigned i = first; i < first + count; ++i) all_pass &= passes(i);
    return {count, first, all_pass};
  }

  /// Calls `body` for the threads whose turn it is, row by row.
  template <Asks Asking, class Body, class... T>
  [[gnu::always_inline]] void for_threads(Body body, T*... arrays) {
    const ThreadRow* const end = m_state->rows + m_state->row_count;
    for (const ThreadRow* row = m_state->rows; row != end; ++row)
      for_row<Asking>(row->first, row->count, {row->x, row->y, row->z}, body, arrays...);
  }

  // No promise is made to the compiler about what the user's own accesses overlap with. `arrays` overlap with nothing: they
  // hold variables whose addresses nobody has.
  template <Asks Asking, class Body, class... T>
  [[gnu::always_inline]] static inline void for_row(unsigned first, unsigned count, uint3 index, Body body,
                                                    T* __restrict... arrays) {
    const unsigned x = index.x;
#if defined(__clang__)
#pragma clang loop vectorize(enable) interleave(disable)
#endif
    for (unsigned i = 0; i < count; ++i) {
      index.x = x + i;
      if constexpr (Asking == Asks::yes) threadIdx = index;
      body(first + i, index, arrays...);
    }
  }

  template <class Visit>
  [[gnu::always_inline]] void for_warps(Visit visit) const {
    for (unsigned r = 0; r < m_state->range_count; ++r)
      for (unsigned first = m_state->ranges[r].begin; first < m_state->ranges[r].end; first += lanes_per_warp)
        visit(first);
  }
  template <class Visit>
  void for_ranges(Visit visit) const {
    for (unsigned r = 0; r < m_state->range_count; ++r)
      for (unsigned thread = m_state->ranges[r].begin; thread < m_state->ranges[r].end; ++thread) visit(thread);
  }

  bool has_whole_warps() const {
    for (unsigned r = 0; r < m_state->range_count; ++r)
      if ((m_state->ranges[r].begin | m_state->ranges[r].end) % lanes_per_warp != 0) return false;
    return true;
  }

  /// Where a shuffle within a whole warp reads.
  template <WarpOperation Operation, class Bits>
  [[gnu::always_inline]] static inline void answer_whole_warp(const Bits* __restrict in, Bits* __restrict out,
                                                              unsigned argument) {
    constexpr int lanes = lanes_per_warp;
    if constexpr (Operation == WarpOperation::shuffle) {
      const Bits value = in[argument % lanes_per_warp];
      for (int lane = 0; lane < lanes; ++lane) out[lane] = value;
    } else if constexpr (Operation == WarpOperation::shuffle_down || Operation == WarpOperation::shuffle_up) {
      constexpr bool is_down = Operation == WarpOperation::shuffle_down;
      const int by = argument < lanes_per_warp ? static_cast<int>(argument) : 0;   // too far: each lane reads itself
      const Bits* const from = is_down ? in + by : in - by;
      for (int lane = 0; lane < lanes; ++lane) {
        const Bits theirs = from[lane], mine = in[lane];
        out[lane] = (is_down ? lane + by < lanes : lane >= by) ? theirs : mine;
      }
    } else if constexpr (Operation == WarpOperation::shuffle_xor) {
      for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
        const unsigned source = lane ^ argument;
        out[lane] = in[source < lanes_per_warp ? source : lane];
      }
    } else if constexpr (Operation == WarpOperation::match_any) {
      for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
        unsigned equal = 0;
        for (unsigned other = 0; other < lanes_per_warp; ++other) equal |= (in[other] == in[lane] ? 1u : 0u) << other;
        reinterpret_cast<std::uint32_t*>(out)[lane] = equal;
      }
    } else {
      unsigned voted = 0;
      for (unsigned lane = 0; lane < lanes_per_warp; ++lane) voted |= (in[lane] != 0 ? 1u : 0u) << lane;
      const unsigned answer = Operation == WarpOperation::ballot ? voted
                              : Operation == WarpOperation::any  ? voted != 0
                                                                 : voted == ~0u;
      for (int lane = 0; lane < lanes; ++lane) out[lane] = answer;
    }
  }

  SplitState* m_state;
};

}  // namespace judge_emulated

#if defined(__clang__)
#pragma clang attribute pop
#endif

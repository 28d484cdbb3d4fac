#pragma once

#include <array>
#include <cstddef>

#include "judge/emulator/runtime/chip.hpp"
#include "judge/emulator/runtime/warp.hpp"
#include "judge_emulated/split_state.h"

namespace judge::emulated {

/// The threads of a block that runs region by region, once they do not all go the same way. Threads in the first region,
/// in the order of the source, run first, so that they meet the others as early as they can.
class SplitBlock {
 public:
  SplitBlock();
  ~SplitBlock();
  SplitBlock(const SplitBlock&) = delete;

  judge_emulated::SplitState* begin(const unsigned size[3]);
  /// Have all threads left the kernel?
  bool is_over() const { return m_state.live == 0; }
  void* allocate(std::size_t bytes);
  /// Whether the address lies in what allocate() gives.
  bool holds(const void* address) const;

  // As the functions of split_state.h. Gone wrong: the threads wait for each other in vain.
  enum class Outcome { fine, gone_wrong };
  void branch();
  void jump(unsigned target);
  void wait_at_barrier(const judge_emulated::Slot* slot, judge_emulated::BarrierKind kind, unsigned target);
  void ask(unsigned thread, const judge_emulated::WarpRequest& request, const judge_emulated::Slot& slot, unsigned bytes);
  void answer_warps(unsigned target);
  Outcome need_all(unsigned begin, unsigned end);
  Outcome pick();

 private:
  enum class Wait : unsigned char { none, barrier, warp };
  struct Thread {
    unsigned char bytes = 0;
    judge_emulated::Slot slot{};
    judge_emulated::WarpRequest request{};
  };

  void make_rows();
  void part();
  void count_exits();
  template <class Visit>
  void for_each_running(Visit visit);
  template <class Visit>
  void for_each_alike(Visit visit);
  unsigned finished_lanes(unsigned warp) const;
  void release_barrier();
  void answer_lanes(unsigned index, unsigned candidates);
  void look_for_first_region();

  judge_emulated::SplitState m_state{};
  std::array<unsigned, 3> m_size{};  // of the block
  bool m_has_all_rows = false;       // m_state.rows are those of the whole block
  std::array<Wait, chip::max_threads_per_block> m_waits{};
  std::array<Thread, chip::max_threads_per_block> m_threads{};
  std::array<Warp, chip::max_threads_per_block / warp_lanes> m_warps;
  std::array<LaneWait, chip::max_threads_per_block> m_lanes;
  unsigned m_at_barrier = 0;
  judge_emulated::BarrierKind m_barrier_kind{};  // of the last to arrive
  char* m_memory = nullptr;
  std::size_t m_used_bytes = 0;
};

}  // namespace judge::emulated

// In which order threads and blocks run, as the player asks for it.
#include "judge/emulator/runtime/block_runner.hpp"
#include "judge/emulator/runtime/stream_work.hpp"
#include "judge/runtime/emulated_extension.hpp"

namespace judge::emulated {

static Skew skew_of(JudgeEmulatedOrder order) {
  using enum Skew::Ahead;
  switch (order) {
    case judge_emulated_blocks_side_by_side:
    case judge_emulated_early_copies:
    case judge_emulated_low_warps_ahead: return {.ahead = low_warps};
    case judge_emulated_high_warps_ahead: return {.ahead = high_warps};
    case judge_emulated_even_warps_ahead: return {.ahead = even_warps};
    case judge_emulated_low_warps_far_ahead: return {.ahead = low_warps, .far = true};
    case judge_emulated_high_warps_far_ahead: return {.ahead = high_warps, .far = true};
    case judge_emulated_even_warps_far_ahead: return {.ahead = even_warps, .far = true};
    case judge_emulated_some_warps_late: return {.late = Skew::Late::some_warps};
    case judge_emulated_other_warps_late: return {.late = Skew::Late::other_warps};
    default: return {};
  }
}

// Numbers in every type: each repeats its byte.
static unsigned char byte_of_absent_lane_in(JudgeEmulatedOrder order) {
  switch (order) {
    case judge_emulated_absent_lanes: return 0xff;
    case judge_emulated_absent_lanes_are_large: return 0x77;
    case judge_emulated_absent_lanes_are_negative: return 0xf7;
    default: return 0;
  }
}

}  // namespace judge::emulated

extern "C" {

void judgeEmulatedUseOrder(JudgeEmulatedOrder order) {
  if (order == judge_emulated_loops) return;
  judge::emulated::clears_shared_memory = order == judge_emulated_cleared_shared;
  judge::emulated::runs_some_streams_ahead = order == judge_emulated_some_streams_ahead;
  judge::emulated::byte_of_absent_lane = judge::emulated::byte_of_absent_lane_in(order);
  if (order == judge_emulated_cleared_shared || order == judge_emulated_some_streams_ahead ||
      judge::emulated::byte_of_absent_lane != 0)
    return;
  judge::emulated::splits_kernels() = false;
  judge::emulated::begins_with_last_block() = order == judge_emulated_last_block_first;
  judge::emulated::goes_on_with_last_thread = order == judge_emulated_last_thread_first;
  judge::emulated::writes_late = order == judge_emulated_late_writes;
  judge::emulated::skew = judge::emulated::skew_of(order);
  judge::emulated::copies_land_early = order == judge_emulated_early_copies;
  judge::emulated::launches_begin_early = order == judge_emulated_early_launches;
  judge::emulated::runs_blocks_in_turns = order == judge_emulated_blocks_in_turns;
  judge::emulated::runs_blocks_side_by_side = order == judge_emulated_blocks_side_by_side;
}
}

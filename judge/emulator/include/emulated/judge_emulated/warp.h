#pragma once

#include <cstring>

#include "judge_emulated/abi.h"
#include "judge_emulated/threads.h"

namespace judge_emulated {

[[JUDGE_NAMED_CALL]] static WarpAnswer warp(WarpRequest request) {
  const SavedThread saved;
  request.code = __builtin_return_address(0);
  const WarpAnswer answer = judgeEmulatedWarp(linear_thread(), &request);
  saved.restore();
  return answer;
}

template <class T>
static inline std::uint64_t to_bits(T value) {
  static_assert(sizeof(T) <= 8, "warp operations take values of up to 8 bytes");
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return bits;
}
template <class T>
static inline T from_bits(std::uint64_t bits) {
  T value;
  __builtin_memcpy(static_cast<void*>(&value), &bits, sizeof value);
  return value;
}

template <class T>
static inline T shuffle(WarpOperation operation, unsigned mask, T value, unsigned argument, int width, int line) {
  return from_bits<T>(
      warp({operation, mask, to_bits(value), argument, static_cast<unsigned>(width), line, nullptr}).value);
}
static inline std::uint64_t vote(WarpOperation operation, unsigned mask, std::uint64_t value, int line) {
  return warp({operation, mask, value, 0, 32, line, nullptr}).value;
}

}  // namespace judge_emulated

static inline void __syncwarp(unsigned mask = 0xffffffffu, int line = __builtin_LINE()) {
  judge_emulated::vote(judge_emulated::WarpOperation::sync, mask, 0, line);
}

template <class T>
static inline T __shfl_sync(unsigned mask, T value, int source, int width = 32, int line = __builtin_LINE()) {
  return judge_emulated::shuffle(judge_emulated::WarpOperation::shuffle, mask, value, source, width, line);
}
template <class T>
static inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, int line = __builtin_LINE()) {
  return judge_emulated::shuffle(judge_emulated::WarpOperation::shuffle_up, mask, value, delta, width, line);
}
template <class T>
static inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, int line = __builtin_LINE()) {
  return judge_emulated::shuffle(judge_emulated::WarpOperation::shuffle_down, mask, value, delta, width, line);
}
template <class T>
static inline T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32, int line = __builtin_LINE()) {
  return judge_emulated::shuffle(judge_emulated::WarpOperation::shuffle_xor, mask, value, lane_mask, width, line);
}

static inline unsigned __ballot_sync(unsigned mask, int predicate, int line = __builtin_LINE()) {
  return static_cast<unsigned>(judge_emulated::vote(judge_emulated::WarpOperation::ballot, mask, predicate != 0, line));
}
static inline int __any_sync(unsigned mask, int predicate, int line = __builtin_LINE()) {
  return static_cast<int>(judge_emulated::vote(judge_emulated::WarpOperation::any, mask, predicate != 0, line));
}
static inline int __all_sync(unsigned mask, int predicate, int line = __builtin_LINE()) {
  return static_cast<int>(judge_emulated::vote(judge_emulated::WarpOperation::all, mask, predicate != 0, line));
}
static inline unsigned __activemask(int line = __builtin_LINE()) {
  return static_cast<unsigned>(judge_emulated::vote(judge_emulated::WarpOperation::active_mask, 0xffffffffu, 0, line));
}
template <class T>
static inline unsigned __match_any_sync(unsigned mask, T value, int line = __builtin_LINE()) {
  return static_cast<unsigned>(
      judge_emulated::vote(judge_emulated::WarpOperation::match_any, mask, judge_emulated::to_bits(value), line));
}
template <class T>
static inline unsigned __match_all_sync(unsigned mask, T value, int* predicate, int line = __builtin_LINE()) {
  const judge_emulated::WarpAnswer answer = judge_emulated::warp(
      {judge_emulated::WarpOperation::match_all, mask, judge_emulated::to_bits(value), 0, 32, line, nullptr});
  *predicate = answer.predicate;
  return static_cast<unsigned>(answer.value);
}

#define JUDGE_WARP_REDUCE(name, type, operation)                                                     \
  static inline type name(unsigned mask, type value, int line = __builtin_LINE()) {                  \
    return static_cast<type>(judge_emulated::vote(judge_emulated::WarpOperation::operation, mask,    \
                                                  static_cast<std::uint64_t>(                        \
                                                      static_cast<std::int64_t>(value)), line));     \
  }
JUDGE_WARP_REDUCE(__reduce_add_sync, unsigned, add)
JUDGE_WARP_REDUCE(__reduce_add_sync, int, add)
JUDGE_WARP_REDUCE(__reduce_min_sync, unsigned, min_unsigned)
JUDGE_WARP_REDUCE(__reduce_min_sync, int, min_signed)
JUDGE_WARP_REDUCE(__reduce_max_sync, unsigned, max_unsigned)
JUDGE_WARP_REDUCE(__reduce_max_sync, int, max_signed)
JUDGE_WARP_REDUCE(__reduce_and_sync, unsigned, bit_and)
JUDGE_WARP_REDUCE(__reduce_or_sync, unsigned, bit_or)
JUDGE_WARP_REDUCE(__reduce_xor_sync, unsigned, bit_xor)
#undef JUDGE_WARP_REDUCE

#pragma once

#include "cub/util_type.cuh"

namespace cub {

/// Items from one arrangement to another, through shared memory.
template <class T, int BlockX, int Items, bool = false, int BlockY = 1, int BlockZ = 1, int = 0>
class BlockExchange {
 public:
  static constexpr int BLOCK_THREADS = BlockX * BlockY * BlockZ;
  struct TempStorage { detail::Room<T, BLOCK_THREADS * Items> items; };

  BlockExchange() : m_storage(detail::private_storage<BlockExchange, TempStorage>()) {}
  BlockExchange(TempStorage& storage) : m_storage(storage) {}

  template <class Out>
  void StripedToBlocked(const T (&in)[Items], Out (&out)[Items], JUDGE_CALL_SITE) { move(in, out, striped, blocked, at); }
  template <class Out>
  void BlockedToStriped(const T (&in)[Items], Out (&out)[Items], JUDGE_CALL_SITE) { move(in, out, blocked, striped, at); }
  template <class Out>
  void WarpStripedToBlocked(const T (&in)[Items], Out (&out)[Items], JUDGE_CALL_SITE) {
    move(in, out, warp_striped, blocked, at);
  }
  template <class Out>
  void BlockedToWarpStriped(const T (&in)[Items], Out (&out)[Items], JUDGE_CALL_SITE) {
    move(in, out, blocked, warp_striped, at);
  }
  template <class Out, class Offset>
  void ScatterToBlocked(const T (&in)[Items], Out (&out)[Items], Offset (&ranks)[Items], JUDGE_CALL_SITE) {
    move(in, out, [&](int i) { return static_cast<int>(ranks[i]); }, blocked, at);
  }
  template <class Out, class Offset>
  void ScatterToStriped(const T (&in)[Items], Out (&out)[Items], Offset (&ranks)[Items], JUDGE_CALL_SITE) {
    move(in, out, [&](int i) { return static_cast<int>(ranks[i]); }, striped, at);
  }
  /// Items with a negative rank are dropped.
  template <class Out, class Offset>
  void ScatterToStripedGuarded(const T (&in)[Items], Out (&out)[Items], Offset (&ranks)[Items], JUDGE_CALL_SITE) {
    move(in, out, [&](int i) { return static_cast<int>(ranks[i]); }, striped, at);
  }
  template <class Out, class Offset, class Flag>
  void ScatterToStripedFlagged(const T (&in)[Items], Out (&out)[Items], Offset (&ranks)[Items], Flag (&valid)[Items],
                               JUDGE_CALL_SITE) {
    move(in, out, [&](int i) { return valid[i] ? static_cast<int>(ranks[i]) : -1; }, striped, at);
  }
  // In place, as older versions have it.
  void StripedToBlocked(T (&items)[Items], JUDGE_CALL_SITE) { StripedToBlocked(items, items, at); }
  void BlockedToStriped(T (&items)[Items], JUDGE_CALL_SITE) { BlockedToStriped(items, items, at); }
  void WarpStripedToBlocked(T (&items)[Items], JUDGE_CALL_SITE) { WarpStripedToBlocked(items, items, at); }
  void BlockedToWarpStriped(T (&items)[Items], JUDGE_CALL_SITE) { BlockedToWarpStriped(items, items, at); }

 private:
  static int blocked(int i) { return detail::thread_rank() * Items + i; }
  static int striped(int i) { return detail::thread_rank() + i * BLOCK_THREADS; }
  static int warp_striped(int i) {
    const int rank = detail::thread_rank();
    return rank / 32 * 32 * Items + rank % 32 + i * 32;
  }
  template <class Out, class From, class To>
  void move(const T (&in)[Items], Out (&out)[Items], From from, To to, detail::CallSite at) {
    for (int i = 0; i < Items; ++i)
      if (from(i) >= 0) m_storage.items[from(i)] = in[i];
    __syncthreads(at.line);
    for (int i = 0; i < Items; ++i) out[i] = m_storage.items[to(i)];
  }

  TempStorage& m_storage;
};

}  // namespace cub

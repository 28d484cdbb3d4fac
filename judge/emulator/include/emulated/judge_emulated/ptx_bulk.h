#pragma once

#include "judge_emulated/bulk_copies.h"
#include "judge_emulated/ptx.h"

// PTX's mbarrier. The lowering (lowering/ptx_bulk.cpp) hands over pointers.
namespace judge_emulated {
namespace ptx {

static inline void* cluster_pointer(Bits address) { return judge_emulated::cluster_pointer(address.u64()); }

/// Arrives, and gives the state that test_wait takes. `dropped` will not arrive in later phases.
static inline unsigned long long mbarrier_arrive(void* at, Bits count, Bits bytes, unsigned dropped) {
  return change_mbarrier(at, count.u32(), dropped, static_cast<std::uint64_t>(bytes.u64())).bits;
}
static inline void mbarrier_expect(void* at, Bits bytes) { change_mbarrier(at, 0, 0, bytes.u32()); }
static inline void mbarrier_complete(void* at, Bits bytes) { change_mbarrier(at, 0, 0, std::uint64_t{0} - bytes.u32()); }
static inline bool mbarrier_wait(const void* at, Bits state) {
  return try_mbarrier(at, phase_is_over(MbarrierWord{state.u64()}.phase()));
}
static inline bool mbarrier_wait_parity(const void* at, Bits parity) { return try_mbarrier(at, parity_is_over(parity.u32())); }
static inline unsigned mbarrier_pending(Bits state) { return static_cast<unsigned>(MbarrierWord{state.u64()}.pending()); }

/// The thread's copies by cp.async come before the phase ends; the arrival that they make is one of those expected, or one more.
static inline void mbarrier_arrive_by_copies(void* at, bool is_expected) {
  judgeEmulatedHoldBarrier(linear_thread(), at);
  if (is_expected) change_mbarrier(at, 1, 0, 0);
}

/// A value for another block's shared memory, which its mbarrier counts: st.async.
template <class E, class... S>
static inline void store_async(void* at, void* barrier, S... sources) {
  store<E>(at, sources...);
  change_mbarrier(barrier, 0, 0, std::uint64_t{0} - sizeof...(S) * sizeof(E));
}

}  // namespace ptx
}  // namespace judge_emulated

#pragma once

#include "cuda_awbarrier_primitives.h"

namespace nvcuda {
namespace experimental {

class awbarrier {
 public:
  typedef judge_emulated::BlockBarrier::arrival_token arrival_token;
  friend void init(awbarrier* self, unsigned expected) { init(&self->m_barrier, static_cast<std::ptrdiff_t>(expected)); }
  arrival_token arrive() { return m_barrier.arrive(); }
  void wait(arrival_token token) { m_barrier.wait(static_cast<arrival_token&&>(token)); }
  bool timed_wait(arrival_token token, unsigned) { return m_barrier.try_wait(static_cast<arrival_token&&>(token)); }
  void arrive_and_wait() { m_barrier.arrive_and_wait(); }
  void arrive_and_drop() { m_barrier.arrive_and_drop(); }
  static unsigned max() { return static_cast<unsigned>(judge_emulated::BlockBarrier::max()); }

 private:
  judge_emulated::BlockBarrier m_barrier;
};

}  // namespace experimental
}  // namespace nvcuda

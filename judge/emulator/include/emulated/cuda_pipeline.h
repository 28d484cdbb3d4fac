#pragma once

#include "cuda_pipeline_primitives.h"

namespace nvcuda {
namespace experimental {

/// A thread's own pipeline of copies.
class pipeline {
 public:
  pipeline() = default;
  pipeline(const pipeline&) = delete;
  std::size_t commit() {
    __pipeline_commit();
    return m_stage++;
  }
  void commit_and_wait() {
    commit();
    __pipeline_wait_prior(0);
  }
  /// For the commit that gave this number.
  void wait(std::size_t stage) { __pipeline_wait_prior(m_stage > stage + 1 ? m_stage - stage - 1 : 0); }
  template <unsigned Prior>
  void wait_prior() { __pipeline_wait_prior(Prior); }

 private:
  std::size_t m_stage = 0;
};

template <class T>
void memcpy_async(T& to, const T& from, pipeline&) {
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16) __pipeline_memcpy_async(&to, &from, sizeof(T));
  else to = from;
}

}  // namespace experimental
}  // namespace nvcuda

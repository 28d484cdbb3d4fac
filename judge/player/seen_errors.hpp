#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "judge/model/protocol.hpp"
#include "judge/runtime/cuda_abi.hpp"

namespace judge {

/// Which runtime functions failed in a call of solve(), and whether solve() looked. Any thread may call.
class SeenErrors {
 public:
  struct FailedCall {
    std::string text, reason;  ///< text: empty = none
    std::uint64_t offset = 0;  ///< of the call in its library; 0 = not known
    cuda::Error error = cuda::success;
  };

  void begin_call();
  /// A launch that failed and that solve() did not ask about goes into `trace`.
  void end_call(protocol::Trace& trace);

  /// <<<>>> at `code`; the launch itself comes from the kernel's stub.
  void launching(const void* code);
  /// A runtime function failed with `error`: a launch, whose text begins with k_launch_words; another one, which was called at `code`
  /// (null = not known), and what is known of the reason.
  void failed(std::string call, cuda::Error error, std::string reason = {}, const void* code = nullptr);

  /// solve() has read the last error; it is cleared or kept.
  enum class LastError { forgotten, kept };
  void asked(LastError last);

  FailedCall first() const;
  /// The first call that failed with the error that cudaGetLastError() would give now; others may have failed with it since.
  FailedCall pending() const;

 private:
  mutable std::mutex m_mutex;
  bool m_in_call = false;
  const void* m_launch_code = nullptr;
  FailedCall m_first, m_pending, m_unchecked_launch;
};

}  // namespace judge

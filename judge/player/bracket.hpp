#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "judge/model/protocol.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

/// Times one call of solve() on the device. See docs/timing.md for why and how exact each way is.
///
///   blocked     A spin kernel holds the default stream; the start event, all that solve() puts on any stream, and the stop
///               event queue up behind it; then the host unblocks it. The bracket contains no launch latency. Every other stream of
///               the attempt waits for the start event, and the stop event waits for every stream. When solve() is about
///               to wait for its work, as most do at the end, the bracket is completed and unblocked just before.
///   host_paced  Start event, solve(), stop event on an idle device: launch latency and the host's own time count where the
///               device waits for them. For a solve() that synchronises in the middle.
///   host_clock  The host's clock from before solve() to the end of a device-wide synchronisation.
class Stopwatch {
 public:
  explicit Stopwatch(const Runtime& runtime) : m_runtime(&runtime) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  /// Finds the kernels that spin, touch, read and sample in judge/device/bracket.cu, built; without them there is no blocked bracket.
  Result<void> load_kernels(const std::string& bracket_library);

  enum class L2 { cold, warm };

  struct Timing {
    double wall_ns = 0;
    double device_ns = 0;  ///< raw; 0 without a bracket
    protocol::Trace trace;
    std::vector<Operation> operations;          ///< raw; empty unless asked for
    std::uint64_t output_sum = 0;               ///< of the outputs when the clock stopped; see protocol::Returned
    cuda::Error error = cuda::success;          ///< of the device, which is lost: what a synchronisation after the call says
    cuda::Error pending_error = cuda::success;  ///< of a call in solve() that failed and harmed nothing else
  };

  /// One buffer argument of the call.
  struct Window {
    const void* pointer = nullptr;
    std::size_t bytes = 0;
    bool is_output = false;
  };

  enum class Detail { whole, by_operation };

  /// Runs `solve` once on `windows`; `sample_seed` is protocol::Call's. Errors: the judge's own calls failed, which a sick
  /// context (after a bad launch) does not cause here.
  Result<Timing> time(Bracket bracket, L2 l2, std::span<const Window> windows, std::uint64_t sample_seed,
                      const std::function<void()>& solve, Detail detail = Detail::whole);

  /// The bracket around nothing, ns: the mean of the middle half of `repeats`, finer than the ticks that events come in.
  Result<double> empty_bracket_ns(Bracket bracket, L2 l2, int repeats);

 private:
  struct EventPair {
    cuda::Event start = nullptr, stop = nullptr;
  };
  struct Flags {  // in page-locked memory that the device sees
    volatile unsigned release = 0, expired = 0;
    volatile unsigned long long output_sum = 0;
  };

  Result<void> prepare();
  Result<void> warm_translations(std::span<const Window> windows);
  Result<void> flush_l2();
  Result<void> hold();
  void let_go();
  void sample_outputs();
  Result<void> open(Bracket bracket, L2 l2, std::span<const Window> windows);
  void complete();
  void join(cuda::Stream stream);
  void make_wait(cuda::Stream stream);

  const Runtime* m_runtime;
  int (*m_spin)(void*, void*, long long, long long) = nullptr;
  int (*m_touch)(const void*, unsigned long long) = nullptr;
  int (*m_read)(const void*, unsigned long long) = nullptr;
  const void* m_sample = nullptr;     // a kernel
  std::span<const Window> m_windows;  // of the call that is timed
  std::uint64_t m_sample_seed = 0;
  // The address of an event changes its times by some 50 ns on an H200, so calls use several pairs in turn. Their number is
  // prime, so that no pair always goes with the same draw.
  std::array<EventPair, 7> m_pairs;
  std::size_t m_calls = 0;
  EventPair m_pair;  // of the call that is being timed
  cuda::Event m_joint = nullptr;
  Flags* m_flags = nullptr;
  void* m_device_flags = nullptr;
  void* m_flush = nullptr;
  std::size_t m_flush_bytes = 0;
  bool m_start_recorded = false;
};

}  // namespace judge

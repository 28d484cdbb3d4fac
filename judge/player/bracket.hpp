#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "judge/model/clock_page.hpp"
#include "judge/model/protocol.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

/// Times one call of solve() on the device. See docs/timing.md for why and how exact each way is.
///
///   blocked     A kernel holds the whole device; behind it, on the default stream, the start event, all that solve() puts on any stream, and the stop
///               event queue up; then the host lets go. The bracket contains no launch latency. Every other stream of
///               the attempt waits for the start event, and the stop event waits for every stream. When solve() is about
///               to wait for its work, as most do at the end, the bracket is completed and unblocked just before.
///   host_paced  Start event, solve(), stop event on an idle device: launch latency and the host's own time count where the
///               device waits for them. For a solve() that synchronises in the middle.
///   host_clock  The host's clock from before solve() to the end of a device-wide synchronisation.
class Stopwatch {
 public:
  /// `page`: shared with the referee; null: none is, and the stopwatch has one of its own.
  explicit Stopwatch(const Runtime& runtime, ClockPage* page = nullptr) : m_runtime(&runtime), m_page(page) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  /// Finds the kernels that hold, touch and sample in judge/device/bracket.cu, built, unless that was done; without them there is no
  /// blocked bracket.
  Result<void> load_kernels(const std::string& bracket_library);

  /// Takes all that calls need of the device, once: memory, events, the code of the kernels. Else the first call does, beside what the
  /// attempt holds by then. Does not hold the device.
  Result<void> prepare();

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

  /// What the referee wants of a call; see protocol::Call.
  struct Wish {
    std::uint64_t sample_seed = 0;
    std::uint32_t watched_call = 0;  ///< its number, if the referee's clock watches it and lets it go; 0 = it does not
  };

  /// Runs `solve` once on `windows`. Errors: the judge's own calls failed, which a sick
  /// context (after a bad launch) does not cause here.
  Result<Timing> time(Bracket bracket, L2 l2, std::span<const Window> windows, Wish wish, const std::function<void()>& solve,
                      Detail detail = Detail::whole);

  /// The bracket around nothing, ns: the mean of the middle half of `repeats`, finer than the ticks that events come in.
  Result<double> empty_bracket_ns(Bracket bracket, L2 l2, int repeats);

 private:
  struct EventPair {
    cuda::Event start = nullptr, stop = nullptr;
  };
  // These are mirrored in judge/device/bracket.cu.
  struct Outputs {
    const void* bytes[k_most_outputs_looked_at] = {};
    unsigned long long counts[k_most_outputs_looked_at] = {};
    unsigned long long number = 0, seed = 0;
  };
  struct Samples {
    unsigned long long *sum = nullptr, *taken = nullptr;
    unsigned long long wanted = 0;
    void* host_sum = nullptr;
  };
  struct Hold {
    void* flags = nullptr;
    void *arrived = nullptr, *released = nullptr, *left = nullptr;
    const void* flush = nullptr;
    unsigned long long flush_quads = 0, number = 0;
    long long rest = 0, limit = 0, most_until_resident = 0, alone = 0;
    Outputs outputs;
  };

  Result<void> warm_translations(std::span<const Window> windows);
  Result<void> hold(L2 l2);
  void wait_until_resident() const;
  Outputs outputs() const;
  void launch_done();
  std::uint64_t* device_sum() const;
  void sample_outputs(std::size_t first = 0);
  Result<void> open(Bracket bracket, L2 l2, std::span<const Window> windows);
  void complete(std::span<const cuda::Stream> streams);
  void join(cuda::Stream stream);
  void make_wait(cuda::Stream stream);

  const Runtime* m_runtime;
  int (*m_load)() = nullptr;
  int (*m_hold)(const void*) = nullptr;
  unsigned (*m_blocks)() = nullptr;  // of what fills the device
  int (*m_touch)(const void*, unsigned long long) = nullptr;
  const void *m_sample = nullptr, *m_done = nullptr;  // kernels
  std::vector<Window> m_outputs;                      // of the call that is timed, that are not empty
  Wish m_wish;
  // The address of an event changes its times by some 50 ns on an H200, so calls use several pairs in turn. Their number is
  // prime, so that no pair always goes with the same draw.
  std::array<EventPair, 7> m_pairs;
  std::size_t m_calls = 0;
  EventPair m_pair;  // of the call that is being timed
  cuda::Event m_joint = nullptr;
  ClockPage* m_page;
  void* m_device_page = nullptr;  // null: not prepared yet
  void* m_flush = nullptr;
  std::size_t m_flush_bytes = 0;
  void* m_counters = nullptr;  // of 8 bytes: see there
  unsigned long long m_holds = 0, m_gatherings = 0, m_samples = 0;
  bool m_start_recorded = false;
};

}  // namespace judge

#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/output_sample.hpp"
#include "judge/referee/player.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

/// A player without a process, on the emulated runtime, for problems whose solve() is (input, output, N). It copies, unless it is
/// told to do otherwise.
class FakePlayer final : public Player {
 public:
  explicit FakePlayer(const Runtime& runtime) : m_runtime(&runtime) {}
  ~FakePlayer() override { close_slabs(); }

  /// What solve() does, and how its player ends in it, if it does.
  std::function<std::optional<Outcome>(float* input, float* output, int n, protocol::Returned&)> solve =
      [](float* input, float* output, int n, protocol::Returned&) {
        std::copy_n(input, n, output);
        return std::optional<Outcome>();
      };
  /// What it does in a call that plays back.
  std::function<std::optional<Outcome>(float* input, float* output, int n, protocol::Returned&)> plays_back = solve;
  /// What it answers to dry calls.
  std::function<Answer<Called>(const protocol::Call&)> dry = [](const protocol::Call&) { return Called{}; };
  std::optional<Outcome> start_failure, open_failure, load_failure, recording_failure, empty_failure;
  std::function<std::optional<Outcome>()> speaks = [] { return std::optional<Outcome>(); };  ///< unasked
  std::vector<Finding> findings;                                                             ///< reported in the next call
  std::function<void(float* output)> late;  ///< what is done when it has said that it is done
  bool forges_sample = false;               ///< what it says of its outputs is what they hold in the end
  std::function<void(std::chrono::milliseconds)> limited = [](std::chrono::milliseconds) {};  ///< told of each call's
  bool ended = false;
  std::string prints;
  double device_ns = 0, wall_ns = 1e3, watched_ns_of_each = 0, queueing_ns_of_each = 0, empty_ns = 0;
  ProcessorWait waited_in_each;
  std::vector<protocol::Call> calls;  ///< that were asked for
  std::vector<Recording> recordings;  ///< that it was given
  Recording recorded;                 ///< that it gives
  bool looks_for_early_work = false;  ///< in the call that is under way
  std::uint64_t adds_to_early_sum = 0;

  bool has_ended() const override { return ended; }
  void begin_to_end() override { ended = true; }
  Answer<void> wait_ready(std::chrono::milliseconds) override { return unless(start_failure); }
  Answer<void> open_slabs(const protocol::OpenSlabs& request, std::chrono::milliseconds) override {
    close_slabs();
    for (const auto& slab : request.slabs) {
      cuda::IpcMemHandle handle{};
      std::memcpy(&handle, slab.ipc_handle.data(), sizeof handle);
      void* pointer = nullptr;
      if (m_runtime->cuda.cudaIpcOpenMemHandle(&pointer, handle, cuda::ipc_lazy_enable_peer_access))
        return std::unexpected(Outcome(outcome::JudgeFailed{"the slab cannot be opened"}));
      m_slabs.push_back(static_cast<char*>(pointer));
    }
    return unless(open_failure);
  }
  Answer<void> stand_by(const protocol::Load&, std::chrono::milliseconds) override {
    solve = [](float*, float*, int, protocol::Returned&) { return std::optional<Outcome>(); };
    return {};
  }
  Answer<void> load(const protocol::Load&, std::chrono::milliseconds) override { return unless(load_failure); }
  Answer<void> take_recording(const Recording& recording, const std::vector<std::string>&, std::chrono::milliseconds) override {
    recordings.push_back(recording);
    return unless(recording_failure);
  }
  Answer<Called> call(const protocol::Call& request, std::chrono::milliseconds limit, const Watching& watching) override {
    if (request.dry) return dry(request);
    calls.push_back(request);
    looks_for_early_work = watching.looks_for_early_work;
    limited(limit);
    Called returned{
        {.wall_ns = wall_ns, .device_ns = device_ns}, watched_ns_of_each, queueing_ns_of_each, std::nullopt, waited_in_each};
    const auto pointer = [&](std::size_t i) {
      return reinterpret_cast<float*>(m_slabs.at(static_cast<std::size_t>(request.arguments[i].slab)) +
                                      request.arguments[i].offset);
    };
    const auto sum = [&] {
      std::uint64_t all = 0;
      for (const auto& argument : request.arguments)
        if (argument.slab >= 0 && !argument.read_only)
          all += output_sample(m_slabs.at(static_cast<std::size_t>(argument.slab)) + argument.offset, argument.bytes,
                               request.sample_seed);
      return all;
    };
    if (looks_for_early_work) returned.early_sum = sum() + adds_to_early_sum;
    const auto& does = request.plays_back ? plays_back : solve;
    if (const auto end = does(pointer(0), pointer(1), static_cast<int>(request.arguments[2].bits), returned))
      return std::unexpected(*end);
    if (request.records) returned.recording = recorded;
    watching.when_done();
    if (late && forges_sample) late(pointer(1));
    returned.output_sum = sum();
    if (late && !forges_sample) late(pointer(1));
    return returned;
  }
  Answer<protocol::Returned> measure_empty(const protocol::MeasureEmpty&) override {
    if (empty_failure) return std::unexpected(*empty_failure);
    return protocol::Returned{.device_ns = empty_ns};
  }
  Answer<void> check_silence() override { return unless(speaks()); }
  std::vector<Finding> take_findings() override {
    m_taken.insert(m_taken.end(), findings.begin(), findings.end());
    return std::exchange(findings, {});
  }
  const std::vector<Finding>& all_findings() const override { return m_taken; }
  const std::string& printed() const override { return prints; }

 private:
  void close_slabs() {
    for (char* slab : m_slabs) m_runtime->cuda.cudaIpcCloseMemHandle(slab);
    m_slabs.clear();
  }
  static Answer<void> unless(const std::optional<Outcome>& failure) {
    if (failure) return std::unexpected(*failure);
    return {};
  }

  const Runtime* m_runtime;
  std::vector<char*> m_slabs;
  std::vector<Finding> m_taken;
};

}  // namespace judge

#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <vector>

#include "judge/model/protocol.hpp"
#include "judge/player/bracket.hpp"
#include "judge/player/host_slab.hpp"
#include "judge/player/playback.hpp"
#include "judge/player/sandbox.hpp"
#include "judge/runtime/dynamic_call.hpp"
#include "judge/runtime/runtime.hpp"
#include "judge/util/channel.hpp"

namespace judge {

/// The player's side of the conversation with the referee: one answer to each request.
class PlayerLoop {
 public:
  explicit PlayerLoop(const Channel& channel) : m_channel(&channel) {}

  /// Answers requests until the referee stops or goes. Errors: the referee asks what this player does not know.
  Result<protocol::Ending> run();

 private:
  Result<nlohmann::json> answer_to(const protocol::Request& request);
  protocol::Ending reply(const nlohmann::json& body) const;
  protocol::Ready start_runtime(const protocol::Start& request);
  protocol::Ready load_attempt(const protocol::Load& request);
  protocol::Ready open_slabs(const protocol::OpenSlabs& request);
  protocol::Ready shut_in(const protocol::Load& request);
  Result<void> drop_the_rest(std::vector<std::string> readable);
  Rights rights_to_read(std::vector<std::string> files) const;
  protocol::Ready play_back(const protocol::PlayBack& request);
  protocol::Returned call_solve(const protocol::Call& request);
  Result<protocol::Returned> call(const protocol::Call& request);
  Result<void*> reserve(const protocol::CallArgument& argument) const;
  Result<protocol::Returned> call_dry(const protocol::Call& request);
  protocol::Returned dry_answer();
  [[noreturn]] void cut_dry_call_short();
  protocol::Returned measure_empty(const protocol::MeasureEmpty& request);
  char* pointer_of(const protocol::CallArgument& argument) const;
  Result<void> fill_host_memory(const protocol::Call& request);
  /// The name of an output that changes after solve() has returned; empty = none.
  Result<std::string> store_host_memory(const protocol::Call& request);
  Result<DynamicCall> bind(const protocol::Call& request) const;
  Result<void> set_windows(const protocol::Call& request);
  std::string solve(DynamicCall& call, const protocol::Call& request);
  void begin_recording(const protocol::Call& request) const;

  const Channel* m_channel;
  RuntimeKind m_kind = RuntimeKind::emulated;
  std::string m_runtime_folder;
  bool m_shut_in = false;
  std::optional<Runtime> m_runtime;
  ClockPage* m_clock_page = nullptr;
  std::optional<Stopwatch> m_stopwatch;
  void* m_solve = nullptr;
  cuda::Error m_play_error = cuda::success;
  std::optional<Playback> m_playback;  // of an attempt that is not loaded
  JudgeEmulatedGate m_gate = nullptr;  // of the emulated runtime
  decltype(judge_emulated_open) m_gate_while_answering = judge_emulated_open;
  std::chrono::steady_clock::time_point m_dry_call_began;
  std::atomic<bool> m_dry_call_is_over = false;
  std::vector<char*> m_slabs;
  std::vector<HostSlab> m_host_slabs;  // of each slab; empty where the parameter lies in device memory
  std::vector<std::string> m_slab_names;
  std::vector<std::uint64_t> m_slab_bytes;
};

}  // namespace judge

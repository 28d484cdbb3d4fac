#pragma once

#include <optional>
#include <vector>

#include "judge/model/protocol.hpp"
#include "judge/player/bracket.hpp"
#include "judge/runtime/dynamic_call.hpp"
#include "judge/runtime/runtime.hpp"
#include "judge/util/channel.hpp"

namespace judge {

/// The player's side of the conversation with the referee: one answer to each request.
class Session {
 public:
  explicit Session(const Channel& channel) : m_channel(&channel) {}

  /// Answers requests until the referee stops or goes. Errors: the referee is gone or speaks another version.
  Result<void> run();

 private:
  protocol::Ready start(const protocol::Start& request);
  protocol::Ready load(const protocol::Load& request);
  protocol::Ready open_slabs(const protocol::OpenSlabs& request);
  Result<protocol::Returned> call(const protocol::Call& request);
  Result<protocol::Returned> measure_empty(const protocol::MeasureEmpty& request);
  Result<DynamicCall> bind(const protocol::Call& request) const;
  Result<void> set_windows(const protocol::Call& request);

  const Channel* m_channel;
  std::optional<Runtime> m_runtime;
  std::optional<Stopwatch> m_stopwatch;
  void* m_solve = nullptr;
  std::vector<char*> m_slabs;
  std::vector<std::string> m_slab_names;
};

}  // namespace judge

#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "judge/serve/submission.hpp"
#include "judge/util/result.hpp"
#include "judge/worker/messages.hpp"

namespace judge {

/// An order with its texts.
struct EngineJob {
  Order order;
  std::string text, other_text;
};

/// What judges, one job at a time.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual Result<void> begin(const EngineJob& job) = 0;
  /// What happens to the job at hand. None: nothing within `patience`. Errors: it has ended by itself; begin() starts it anew.
  virtual Result<std::optional<WorkerEvent::What>> next(std::chrono::milliseconds patience) = 0;
  /// Ends the job at hand and all of its processes, and gives the device back.
  virtual void end() = 0;
};

}  // namespace judge

#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>

#include "judge/serve/submission.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// An order with its texts.
struct EngineJob {
  Order order;
  std::string text, other_text;
};

/// What is told of the job at hand.
struct EngineEvent {
  struct Stage {
    std::string name;
  };
  struct CaseDone {
    std::string name;
    bool passed = false;
    int done = 0, of = 0;  ///< of: 0 = not known
  };
  struct Message {
    std::string line;
  };
  /// The last one: a record, a trial or a comparison.
  struct Ended {
    nlohmann::json result;
  };
  /// The last one: the judge's own failure.
  struct Failed {
    std::string message;
  };
  std::variant<Stage, CaseDone, Message, Ended, Failed> what;
};

/// What judges, one job at a time.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual Result<void> begin(const EngineJob& job) = 0;
  /// Nothing: none within `patience`. Errors: it has ended by itself; begin() starts it anew.
  virtual Result<std::optional<EngineEvent>> next(std::chrono::milliseconds patience) = 0;
  /// Ends the job at hand and all of its processes, and gives the device back.
  virtual void end() = 0;
};

}  // namespace judge

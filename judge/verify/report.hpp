#pragma once

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <vector>

#include "judge/model/attempt.hpp"
#include "judge/render/terminal.hpp"

namespace judge {

/// The result of one test of a problem.
struct SoundnessResult {
  enum class State {
    ok,
    warning,  ///< the problem is sound, but see the advice
    failed,   ///< the problem is not sound
    not_tested,
  };
  State state = State::ok;
  std::string name;                ///< "zeros in C"
  std::string found;               ///< one line, or for a failure some more
  std::string advice;              ///< what to do next; of warnings and failures
  std::vector<std::string> cases;  ///< that a warning or failure is about
};

/// All results for one problem.
struct SoundnessReport {
  std::string problem;
  RuntimeKind runtime = RuntimeKind::emulated;
  std::vector<SoundnessResult> results;

  bool is_sound() const;
};

/// As text: one line per test, with advice below those that are not ok.
std::string soundness_text(const SoundnessReport& report, const TextStyle& style);

/// {"schema": "judge.verify/1", "sound": ..., "problems": [...]}
nlohmann::json soundness_json(std::span<const SoundnessReport> reports);

/// "N=1, N=2, N=3 and 12 more"
std::string some_of(std::span<const std::string> names);

}  // namespace judge

#pragma once

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <vector>

#include "judge/model/attempt.hpp"
#include "judge/render/terminal.hpp"

namespace judge {

/// One thing that a sound problem has, or does.
struct SoundnessCheck {
  enum class State {
    ok,
    warning,  ///< worth a look; the problem is sound all the same
    failed,   ///< the problem is not sound
    not_checked,
  };
  State state = State::ok;
  std::string name;                ///< "zeros in C"
  std::string found;               ///< one line, or for a failure some more
  std::string advice;              ///< what to do next; of warnings and failures
  std::vector<std::string> cases;  ///< that a warning or failure is about
};

/// What was found out about one problem.
struct SoundnessReport {
  std::string problem;
  RuntimeKind runtime = RuntimeKind::emulated;
  std::vector<SoundnessCheck> checks;

  bool is_sound() const;
};

/// The check list for people: one line a check, what to do next below those that are not ok.
std::string soundness_text(const SoundnessReport& report, const TextStyle& style);

/// {"schema": "judge.verify/1", "sound": ..., "problems": [...]}
nlohmann::json soundness_json(std::span<const SoundnessReport> reports);

/// "N=1, N=2, N=3 and 12 more"
std::string some_of(std::span<const std::string> names);

}  // namespace judge

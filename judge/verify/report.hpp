#pragma once

#include <span>
#include <string>
#include <vector>

#include "judge/model/documents.hpp"
#include "judge/render/terminal.hpp"

namespace judge {

/// All results for one problem.
struct SoundnessReport {
  std::string problem;
  RuntimeKind runtime = RuntimeKind::emulated;
  std::vector<SoundnessResult> results;

  bool is_sound() const;
};

/// As text: one line per test, with advice below those that are not ok.
std::string soundness_text(const SoundnessReport& report, const TextStyle& style);

/// What `judge verify --json` prints.
SoundnessDocument soundness_document(std::span<const SoundnessReport> reports);

/// "N=1, N=2, N=3 and 12 more"
std::string some_of(std::span<const std::string> names);

}  // namespace judge

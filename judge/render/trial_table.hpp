#pragma once

#include <string>

#include "judge/model/trial.hpp"
#include "judge/render/terminal.hpp"

namespace judge {

/// A case as `judge try` shows it: its buffers side by side, each as a grid (one of one extent as a column), as many beside each
/// other as the width has room for. Of outputs what is expected and what came out; elements that differ are marked.
std::string trial_text(const Trial& trial, const TextStyle& style);

}  // namespace judge

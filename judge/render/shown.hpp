#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "judge/render/format.hpp"

namespace judge {

/// What a command found, in each of the forms that it offers.
struct Shown {
  std::function<nlohmann::json()> document;  ///< for --json
  std::function<std::string()> csv, markdown, text;
};

/// What the command prints. Only the form that was asked for is made.
std::string in_format(Format format, const Shown& shown);

}  // namespace judge

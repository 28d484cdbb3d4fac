#pragma once

#include "judge/util/described.hpp"

namespace judge {

/// Which attempts run again under the checker, which looks for races, uninitialised reads etc. (docs/checker.md).
enum class CheckWish : int { none = 0, after_failures = 1, all = 2 };

constexpr auto names_of(CheckWish) {
  return named<CheckWish>({{CheckWish::none, "none"}, {CheckWish::after_failures, "after_failures"}, {CheckWish::all, "all"}});
}

}  // namespace judge

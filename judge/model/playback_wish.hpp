#pragma once

#include "judge/util/described.hpp"

namespace judge {

/// Which attempts are timed on a GPU in processes that hold none of their host code (docs/timing.md).
enum class PlaybackWish : int {
  never = 0,
  where_possible = 1,  ///< the others are timed in their own processes
  required = 2,        ///< the others get no time
};

constexpr auto names_of(PlaybackWish) {
  return named<PlaybackWish>(
      {{PlaybackWish::never, "never"}, {PlaybackWish::where_possible, "where_possible"}, {PlaybackWish::required, "required"}});
}

}  // namespace judge

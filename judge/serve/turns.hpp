#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace judge {

/// An order that waits.
struct Waiting {
  std::int64_t id = 0;
  std::string user;
  double seconds = 0;  ///< that it will take, as far as one can tell
};

/// A place in the queue.
struct Turn {
  std::int64_t id = 0;
  int position = 1;         ///< 1 = the next one
  double wait_seconds = 0;  ///< until it begins, as far as one can tell
};

/// The order in which they are judged. Users take turns, one order each; the one who had the last turn longest ago comes first, and
/// of those the one who waits longest. A user's own come in the order that they were given (`waiting` is in that order).
/// `last_turns`: when a user had a turn last; `busy_seconds`: until the running one ends.
std::vector<Turn> turns_of(const std::vector<Waiting>& waiting, const std::map<std::string, double>& last_turns,
                           double busy_seconds);

}  // namespace judge

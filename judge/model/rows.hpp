#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/model/documents.hpp"

/// What was found of many attempts, a row each, in the order in which tables and pages show them. The records are others'.
namespace judge {

/// One attempt among others. What only a comparison of all can tell comes from outside.
struct RunRow {
  const Record* record = nullptr;
  std::optional<int> rank;                ///< 1 = fastest; none for rejected or untimed attempts
  bool tied = false;                      ///< shares its rank: the difference is not significant
  std::optional<int> best_rank;           ///< that its interval allows; none = not asked for
  std::optional<int> worst_rank;          ///< likewise; the same = certain
  std::optional<double> percentile;       ///< 0 to 100: so many percent of all on this device are slower
  std::size_t among = 0;                  ///< the number of all these; 0 = not known
  std::optional<double> percent_of_peak;  ///< share of the device's peak; may exceed 100
  std::string versus_best;                ///< "1.25x", as measured side by side
  std::vector<std::string> also;          ///< other names under which the same content was judged
};

/// One rung of a ladder, and what it was found by.
struct LadderRow {
  const Record* record = nullptr;
  LadderRung rung;
};

/// One combination of a sweep, and what it was found by.
struct SweepRow {
  const Record* record = nullptr;
  SweepCombination combination;
  std::string versus_best;  ///< "1.25x slower (+- 0.02)"; empty for the fastest
  std::optional<double> percent_of_peak;
};

}  // namespace judge

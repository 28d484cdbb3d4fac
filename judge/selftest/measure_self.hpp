#pragma once

#include <set>

#include "judge/judging/common_options.hpp"
#include "judge/render/format.hpp"
#include "judge/render/table.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// What `judge measure-self` can find out about the judge on this machine.
enum class SelfPart {
  false_wins,  ///< one attempt against itself, in fresh players
  power,       ///< against attempts with 1% and 2% more work
  ncu,         ///< device times beside those of Nsight Compute
  runs,        ///< medians of fresh judge processes
};

struct MeasureSelfOptions {
  std::set<SelfPart> parts{SelfPart::false_wins, SelfPart::power, SelfPart::ncu, SelfPart::runs};
  int comparisons = 0;  ///< of an attempt with itself; half as many of each planted difference; 0 = 200, or 20 if quick
  bool quick = false;
  Format format = Format::text;  ///< or Markdown
};

/// `judge measure-self`: 0 whatever it finds. Errors: the judge's own failures.
Result<int> measure_self(const CommonOptions& common, const MeasureSelfOptions& options);

}  // namespace judge

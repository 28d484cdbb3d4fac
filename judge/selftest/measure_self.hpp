#pragma once

#include <functional>
#include <set>
#include <string>

#include "judge/model/observer.hpp"
#include "judge/passes/common_options.hpp"
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
};

struct SelfResult {
  std::string title;
  Table table;  ///< without columns: the title says it all
};

/// Gets each result as soon as it is there, since all of them take minutes. Its error ends the measuring.
using ShowSelfResult = std::function<Result<void>(const SelfResult&)>;

/// Once interrupted, it shows the comparisons that were done until then. Errors: the judge's own failures; interrupted.
Result<void> measure_self(const CommonOptions& common, const MeasureSelfOptions& options, Observer& observer,
                          const ShowSelfResult& show);

}  // namespace judge

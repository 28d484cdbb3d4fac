#pragma once

#include "judge/judging/clock_watch.hpp"
#include "judge/judging/draws.hpp"
#include "judge/referee/referee.hpp"

namespace judge {

/// The judge's side of every call: what goes in, what must come out, and who decides.
struct Bench {
  Bench(const Setting& of, Oracle reference, DrawnAhead ahead)
      : setting(of), oracle(std::move(reference)), draws(setting, oracle, std::move(ahead)) {}
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  const Setting& setting;
  Oracle oracle;  ///< the problem's reference
  Draws draws;
  Referee referee;
  std::filesystem::path bracket_library;  ///< the kernels that players time with; empty on the emulated runtime
  ClockWatch clocks;
};

/// Makes the context, waits for the builds and makes the referee. `setting` must outlive it. Errors: the reference does not
/// compile or load.
Result<std::unique_ptr<Bench>> open_bench(const Setting& setting, OwnBuilds builds, DrawnAhead ahead = {});

}  // namespace judge

#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "judge/model/replay_job.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"
#include "judge/util/files.hpp"

namespace judge {

/// What ncu says of the kernels of one call, which it runs one by one: were they to run side by side, the call would take
/// between the longest and the sum.
struct NcuTime {
  double longest_ns = 0, sum_ns = 0;
};

/// Medians for each of `sizes` sizes over their calls, two and two as in the judge's blocks, where durations are of sizes
/// one after the other, `calls` calls of each, and every call ran the same number of kernels. Errors: the number of durations
/// fits no such plan.
Result<std::vector<NcuTime>> medians_of_calls(std::span<const double> durations_ns, std::size_t sizes, std::size_t calls);

/// Has ncu look at the kernels of the judge's own attempts in some of their cases.
class NcuTimes {
 public:
  /// Writes their inputs to files. `harness` must outlive this. Errors: not enough room.
  static Result<NcuTimes> prepare(const std::filesystem::path& ncu, const Harness& harness,
                                  const std::vector<std::size_t>& cases);

  /// The median times of an attempt in each of the cases. Buffers lie in slabs as players see them, at another place in each
  /// call; before each call the L2 is flushed as the judge does it; clocks and caches are otherwise left alone. Errors: ncu
  /// fails, with what it says.
  Result<std::vector<NcuTime>> of(const Built& attempt) const;

 private:
  NcuTimes(const std::filesystem::path& ncu, const Harness& harness, TemporaryDirectory folder)
      : m_ncu(ncu), m_harness(&harness), m_folder(std::move(folder)) {}

  std::filesystem::path m_ncu;
  const Harness* m_harness;
  TemporaryDirectory m_folder;
  std::vector<protocol::ReplayCase> m_cases;
};

}  // namespace judge

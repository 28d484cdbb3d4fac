#include "judge/selftest/ncu_times.hpp"

#include <algorithm>
#include <numeric>

#include "judge/measure/summary.hpp"
#include "judge/nvidia/ncu.hpp"
#include "judge/passes/replay_job.hpp"
#include "judge/referee/slabs.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr int k_warm_ups = 2, k_calls = 32;  // one at each place that a buffer can have
constexpr std::string_view k_metric = "gpu__time_duration.sum";

void put_into_slabs(protocol::ReplayCase& written, const Case& test, const Slabs& slabs) {
  for (std::uint64_t shift = 0; shift < k_warm_ups + k_calls; ++shift) {
    const auto windows = slabs.windows(test, {.shift = shift});
    for (std::size_t i = 0; i < written.arguments.size(); ++i) {
      auto& argument = written.arguments[i];
      if (argument.buffer.empty()) continue;
      argument.offsets.push_back(windows[i].offset);
      argument.slab_bytes = slabs.handles().slabs[static_cast<std::size_t>(windows[i].slab)].bytes;
    }
  }
}

}  // namespace

Result<std::vector<NcuTime>> medians_of_calls(std::span<const double> durations_ns, std::size_t sizes, std::size_t calls) {
  const std::size_t kernels = sizes * calls == 0 ? 0 : durations_ns.size() / (sizes * calls);
  if (kernels == 0 || kernels * sizes * calls != durations_ns.size())
    return fail("ncu saw {} kernels, which is no multiple of {} calls of {} sizes", durations_ns.size(), calls, sizes);
  std::vector<NcuTime> medians;
  for (std::size_t size = 0; size < sizes; ++size) {
    std::vector<double> longest_ns, sums_ns;
    for (std::size_t call = 0; call < calls; ++call) {
      const auto of_call = durations_ns.subspan((size * calls + call) * kernels, kernels);
      longest_ns.push_back(std::ranges::max(of_call));
      sums_ns.push_back(std::accumulate(of_call.begin(), of_call.end(), 0.0));
    }
    medians.push_back({summarize(times_of_blocks(longest_ns)).median_ns, summarize(times_of_blocks(sums_ns)).median_ns});
  }
  return medians;
}

Result<NcuTimes> NcuTimes::prepare(const fs::path& ncu, const Harness& harness, const std::vector<std::size_t>& cases) {
  JUDGE_TRY(auto folder, TemporaryDirectory::create("ncu"));
  NcuTimes times(ncu, harness, std::move(folder));
  JUDGE_TRY(const auto slabs, Slabs::allocate(harness.setting.runtime, harness.setting.cases));
  for (const std::size_t index : cases) {
    JUDGE_TRY(auto written, replay_case(harness, index, times.m_folder.path()));
    put_into_slabs(written, harness.setting.cases[index], slabs);
    times.m_cases.push_back(std::move(written));
  }
  return times;
}

Result<std::vector<NcuTime>> NcuTimes::of(const Built& attempt) const {
  auto job = replay_job(*m_harness, attempt);
  job.flush_library = m_harness->bracket_library;
  job.warm_ups = k_warm_ups;
  job.calls = k_calls;
  job.cases = m_cases;
  JUDGE_TRY(const auto profiled, profile_job(m_ncu, replay_program(m_harness->setting.installation), std::move(job),
                                             m_folder.path() / "job", {.metrics = {&k_metric, 1}, .cold_caches = false}));
  std::vector<double> durations_ns;
  for (const auto& kernel : profiled.kernels)
    if (const auto duration = kernel.get(std::string(k_metric))) durations_ns.push_back(*duration);
  return medians_of_calls(durations_ns, m_cases.size(), k_calls);
}

}  // namespace judge

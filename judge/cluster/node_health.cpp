#include "judge/cluster/node_health.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "judge/runtime/nvml.hpp"
#include "judge/util/units.hpp"

namespace judge {

static constexpr double k_most_below_best = 0.01;
// Hardware slowdown, thermal slowdown by software and by hardware, power brake: nvmlClocksEventReason*.
static constexpr std::uint64_t k_sick_limits = 0x008 | 0x020 | 0x040 | 0x080;

Rates best_rates(std::span<const NodeNote> notes, const std::string& device_name) {
  Rates best;
  for (const NodeNote& note : notes) {
    if (note.reading.device_name != device_name) continue;
    best.bytes_per_s = std::max(best.bytes_per_s, note.reading.rates.bytes_per_s);
    best.fp32_flops_per_s = std::max(best.fp32_flops_per_s, note.reading.rates.fp32_flops_per_s);
  }
  return best;
}

static void compare(const char* what, double rate, double best, const std::string& model, std::vector<std::string>& reasons) {
  if (rate <= 0 || best <= 0 || rate >= best * (1 - k_most_below_best)) return;
  reasons.push_back(fmt::format("{} is {} below the best {} in this batch", what, format_percent(1 - rate / best), model));
}

std::vector<std::string> slowness(const Rates& rates, const Rates& best, const std::string& device_name) {
  std::vector<std::string> reasons;
  compare("its memory bandwidth", rates.bytes_per_s, best.bytes_per_s, device_name, reasons);
  compare("its fp32 rate", rates.fp32_flops_per_s, best.fp32_flops_per_s, device_name, reasons);
  return reasons;
}

std::vector<std::string> sickness(const NodeReading& reading, const Rates& best) {
  std::vector<std::string> reasons;
  if (!reading.failure.empty()) reasons.push_back(reading.failure);
  if (!reading.other_processes.empty())
    reasons.push_back(fmt::format("other processes use the GPU: pid {}", fmt::join(reading.other_processes, ", ")));
  if (const auto limits = reading.clock_limits & k_sick_limits)
    reasons.push_back("the GPU's clocks are held back: " + clock_limits_text(limits));
  for (auto& reason : slowness(reading.rates, best, reading.device_name)) reasons.push_back(std::move(reason));
  return reasons;
}

}  // namespace judge

#include "judge/render/profile_table.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>

#include "judge/util/units.hpp"

namespace judge {

namespace {

using Text = std::optional<std::string>;

Text percent(const KernelProfile& kernel, std::string_view metric) {
  const auto value = kernel.get(metric);
  return value ? Text(fmt::format("{:.1f}%", *value)) : std::nullopt;
}

Text count(const KernelProfile& kernel, std::string_view metric) {
  const auto value = kernel.get(metric);
  return value ? Text(format_count(std::llround(*value))) : std::nullopt;
}

Text ratio(const KernelProfile& kernel, std::string_view above, std::string_view below) {
  const auto a = kernel.get(above), b = kernel.get(below);
  return a && b && *b > 0 ? Text(format_significant(*a / *b)) : std::nullopt;
}

Text bytes_moved(const KernelProfile& kernel, std::string_view metric) {
  const auto value = kernel.get(metric);
  return value ? Text(format_bytes(*value)) : std::nullopt;
}

Text shared_memory(const KernelProfile& kernel) {
  const auto fixed = kernel.get("launch__shared_mem_per_block_static");
  const auto dynamic = kernel.get("launch__shared_mem_per_block_dynamic");
  if (!fixed || !dynamic) return std::nullopt;
  return format_bytes(*fixed + *dynamic);
}

Text dram_rate(const KernelProfile& kernel) {
  const auto read = kernel.get("dram__bytes_read.sum"), written = kernel.get("dram__bytes_write.sum");
  const auto duration_ns = kernel.get("gpu__time_duration.sum");
  if (!read || !written || !duration_ns) return std::nullopt;
  return format_bandwidth(*read + *written, *duration_ns);
}

Text conflicts(const KernelProfile& kernel, const std::string& operation) {
  const auto conflicts = kernel.get("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" + operation + ".sum");
  const auto wavefronts = kernel.get("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" + operation + ".sum");
  if (!conflicts) return std::nullopt;
  std::string text = format_count(std::llround(*conflicts));
  if (wavefronts && *wavefronts > 0) text += fmt::format(" ({:.0f}% of wavefronts)", 100 * *conflicts / *wavefronts);
  return text;
}

Text spills(const KernelProfile& kernel) {
  const auto loads = kernel.get("l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum");
  const auto stores = kernel.get("l1tex__t_requests_pipe_lsu_mem_local_op_st.sum");
  if (!loads || !stores) return std::nullopt;
  return format_count(std::llround(*loads + *stores));
}

struct Line {
  const char* name;
  std::function<Text(const KernelProfile&)> text;
};

Line percent_line(const char* name, const char* metric) {
  return {name, [metric](const KernelProfile& kernel) { return percent(kernel, metric); }};
}

Line count_line(const char* name, const char* metric) {
  return {name, [metric](const KernelProfile& kernel) { return count(kernel, metric); }};
}

std::vector<Line> lines() {
  return {
      {"duration",
       [](const KernelProfile& kernel) {
         const auto time_ns = kernel.get("gpu__time_duration.sum");
         return time_ns ? Text(format_time_ns(*time_ns)) : std::nullopt;
       }},
      {"grid", [](const KernelProfile& kernel) { return Text(kernel.grid); }},
      {"block", [](const KernelProfile& kernel) { return Text(kernel.block); }},
      percent_line("SM", "sm__throughput.avg.pct_of_peak_sustained_elapsed"),
      percent_line("memory", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"),
      percent_line("DRAM", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"),
      percent_line("L2", "lts__throughput.avg.pct_of_peak_sustained_elapsed"),
      percent_line("L1", "l1tex__throughput.avg.pct_of_peak_sustained_active"),
      percent_line("issue slots used", "sm__inst_issued.avg.pct_of_peak_sustained_active"),
      {"DRAM read", [](const KernelProfile& kernel) { return bytes_moved(kernel, "dram__bytes_read.sum"); }},
      {"DRAM written", [](const KernelProfile& kernel) { return bytes_moved(kernel, "dram__bytes_write.sum"); }},
      {"DRAM rate", dram_rate},
      percent_line("occupancy achieved", "sm__warps_active.avg.pct_of_peak_sustained_active"),
      percent_line("occupancy possible", "sm__maximum_warps_per_active_cycle_pct"),
      {"limited by",
       [](const KernelProfile& kernel) {
         const auto limiter = occupancy_limiter(kernel);
         return limiter.empty() ? std::nullopt : Text(limiter);
       }},
      {"waves",
       [](const KernelProfile& kernel) {
         const auto waves = kernel.get("launch__waves_per_multiprocessor");
         return waves ? Text(format_significant(*waves)) : std::nullopt;
       }},
      count_line("registers a thread", "launch__registers_per_thread"),
      {"shared memory a block", shared_memory},
      {"sectors a global load",
       [](const KernelProfile& kernel) {
         return ratio(kernel, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                      "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
       }},
      {"sectors a global store",
       [](const KernelProfile& kernel) {
         return ratio(kernel, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
                      "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum");
       }},
      {"bank conflicts, loads", [](const KernelProfile& kernel) { return conflicts(kernel, "ld"); }},
      {"bank conflicts, stores", [](const KernelProfile& kernel) { return conflicts(kernel, "st"); }},
      {"spill requests", spills},
      count_line("warp instructions", "smsp__inst_executed.sum"),
      count_line("of the tensor cores", "sm__inst_executed_pipe_tensor.sum"),
  };
}

}  // namespace

std::string occupancy_limiter(const KernelProfile& kernel) {
  constexpr std::array<std::pair<const char*, const char*>, 4> limits{
      std::pair{"registers", "launch__occupancy_limit_registers"},
      std::pair{"shared memory", "launch__occupancy_limit_shared_mem"}, std::pair{"warps", "launch__occupancy_limit_warps"},
      std::pair{"blocks", "launch__occupancy_limit_blocks"}};
  double least = INFINITY;
  for (const auto& [name, metric] : limits) least = std::min(least, kernel.get(metric).value_or(INFINITY));
  if (!std::isfinite(least)) return {};
  std::string names;
  for (const auto& [name, metric] : limits)
    if (kernel.get(metric) == least) names += (names.empty() ? "" : ", ") + std::string(name);
  return fmt::format("{} ({:.0f} block{})", names, least, least == 1 ? "" : "s");
}

Table profile_table(std::span<const KernelProfile> kernels) {
  Table table{.columns = {{""}}, .rows = {}};
  for (const auto& kernel : kernels)
    table.columns.push_back({fmt::format("{}: {}", kernel.attempt, kernel.kernel), Align::right});
  for (const auto& line : lines()) {
    std::vector<Cell> cells{line.name};
    bool is_known = false;
    for (const auto& kernel : kernels) {
      const Text text = line.text(kernel);
      is_known = is_known || (text && !text->empty());
      cells.emplace_back(text.value_or("-"));
    }
    if (is_known) table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace judge

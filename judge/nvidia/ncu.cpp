#include "judge/nvidia/ncu.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <expected>

#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"
#include "judge/util/lines.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::minutes k_limit{5};
constexpr auto k_as_profiler = protocol::ReplayJob::Watcher::profiler;

constexpr std::array<std::string_view, 34> k_metrics{
    "gpu__time_duration.sum",
    "sm__throughput.avg.pct_of_peak_sustained_elapsed",
    "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
    "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
    "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    "l1tex__throughput.avg.pct_of_peak_sustained_active",
    "sm__inst_issued.avg.pct_of_peak_sustained_active",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
    "sm__maximum_warps_per_active_cycle_pct",
    "launch__occupancy_limit_registers",
    "launch__occupancy_limit_shared_mem",
    "launch__occupancy_limit_warps",
    "launch__occupancy_limit_blocks",
    "launch__waves_per_multiprocessor",
    "launch__registers_per_thread",
    "launch__shared_mem_per_block_static",
    "launch__shared_mem_per_block_dynamic",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "smsp__inst_executed.sum",
    "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
    "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum",
    "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
    "sm__inst_executed_pipe_tensor.sum",
};

// Fields of one line; a quotation mark within quotes is doubled (RFC 4180).
std::vector<std::string> csv_fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') fields.back() += line[++i];
    else if (c == '"') quoted = !quoted;
    else if (c == ',' && !quoted) fields.emplace_back();
    else if (c != '\r') fields.back() += c;
  }
  return fields;
}

// "73,120" or "73120.5"
std::optional<double> number_of(std::string text) {
  std::erase(text, ',');
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Base units are the rule, but older ncu print some in others all the same.
double scale_of(std::string_view unit) {
  if (unit == "us" || unit == "usecond") return 1e3;
  if (unit == "ms" || unit == "msecond") return 1e6;
  if (unit == "s" || unit == "second") return 1e9;
  if (unit.starts_with("Kbyte")) return 1e3;
  if (unit.starts_with("Mbyte")) return 1e6;
  if (unit.starts_with("Gbyte")) return 1e9;
  return 1;
}

std::string last_lines(const std::string& text) {
  constexpr std::size_t most_bytes = 800;
  return text.size() <= most_bytes ? text : text.substr(text.size() - most_bytes);
}

std::vector<std::string> ncu_command(const fs::path& ncu, const std::vector<std::string_view>& metrics, bool cold_caches) {
  std::vector<std::string> words{fs::absolute(ncu), "--csv", "--page", "raw", "--print-units", "base"};
  words.insert(words.end(), {"--clock-control", "none", "--profile-from-start", "off"});
  if (!cold_caches) words.insert(words.end(), {"--cache-control", "none"});
  words.insert(words.end(), {"--metrics", fmt::format("{}", fmt::join(metrics, ","))});
  return words;
}

// Drops the metrics that ncu complains of by name; false where it complains of none.
bool drop_unknown(std::vector<std::string_view>& metrics, const std::string& output) {
  if (!output.contains("metric")) return false;
  return std::erase_if(metrics, [&](std::string_view metric) { return output.contains(metric); }) > 0;
}

/// The kernels that ncu saw, or what went wrong.
using Seen = std::expected<std::vector<KernelProfile>, std::string>;

Seen seen_in(const Replayed& replayed) {
  const CommandResult& ended = replayed.ended;
  auto kernels = read_ncu_raw(ended.standard_output);
  if (ended.exit_status == 0 && replayed.is_done && !kernels.empty()) return kernels;
  const std::string said = ended.standard_output + replayed.last_words;
  if (said.contains("ERR_NVGPUCTRPERM"))
    return std::unexpected(
        "ncu may not read this GPU's counters; run as root, or let the driver permit it: "
        "https://developer.nvidia.com/ERR_NVGPUCTRPERM");
  if (ended.timed_out) return std::unexpected("ncu was not done after five minutes");
  if (!replayed.error.empty()) return std::unexpected("under ncu: " + replayed.error);
  if (replayed.has_started && !replayed.is_done && !kernels.empty())
    return std::unexpected("solve() ended the process under ncu");
  return std::unexpected(fmt::format("ncu ended with status {} and {} kernels; it said:\n{}", ended.exit_status, kernels.size(),
                                     last_lines(said)));
}

Result<Seen> look_in(ShutIn shut_in, const fs::path& ncu, const fs::path& replay, const fs::path& job_file,
                     const NcuOptions& options) {
  std::vector<std::string_view> metrics(options.metrics.begin(), options.metrics.end());
  for (;;) {
    JUDGE_TRY(const auto replayed,
              replay_under(ncu_command(ncu, metrics, options.cold_caches), k_as_profiler, shut_in, replay, job_file, k_limit));
    auto seen = seen_in(replayed);
    const std::string said = replayed.ended.standard_output + replayed.ended.standard_error;
    if (seen || replayed.ended.timed_out || !drop_unknown(metrics, said) || metrics.empty()) return seen;
  }
}

}  // namespace

std::span<const std::string_view> profile_metrics() { return k_metrics; }

std::string short_kernel_name(std::string_view name) {
  if (name.starts_with("void ")) name.remove_prefix(5);
  std::string kept;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '(' && depth == 0 && !name.substr(i).starts_with("(anonymous namespace)")) break;
    if (c == '(' && depth == 0) {
      i += std::string_view("(anonymous namespace)::").size() - 1;
      continue;
    }
    depth += (c == '<') - (c == '>');
    if (c == '(' && depth > 0) {  // a cast: "(bool)1"
      i = std::min(name.find(')', i), name.size());
      continue;
    }
    kept += c;
  }
  return kept;
}

std::vector<KernelProfile> read_ncu_raw(std::string_view csv) {
  std::vector<KernelProfile> kernels;
  std::vector<std::string> names, units;
  while (!csv.empty()) {
    const auto fields = csv_fields(take_line(csv));
    if (fields.front() == "ID") {
      names = fields;
      units.clear();
      continue;
    }
    if (names.empty() || fields.size() != names.size()) continue;
    if (fields.front().empty()) {  // the line of units follows the line of names
      units = fields;
      continue;
    }
    KernelProfile kernel;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == "Kernel Name") kernel.kernel = short_kernel_name(fields[i]);
      else if (names[i] == "Grid Size") kernel.grid = fields[i];
      else if (names[i] == "Block Size") kernel.block = fields[i];
      else if (const auto value = number_of(fields[i]); value && names[i].find("__") != std::string::npos)
        kernel.metrics[names[i]] = *value * (i < units.size() ? scale_of(units[i]) : 1);
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

Result<Profiled> profile_job(const fs::path& ncu, const fs::path& replay, protocol::ReplayJob job, const fs::path& job_file,
                             const NcuOptions& options) {
  job.watcher = k_as_profiler;
  job.patience_ms = std::chrono::milliseconds(k_limit).count();
  job.readable = folders_of(ncu);
  JUDGE_CHECK(write_file(job_file, json_text(encode(job))));
  ShutIn shut_in = known_form(ncu).value_or(ShutIn::early);
  JUDGE_TRY(auto seen, look_in(shut_in, ncu, replay, job_file, options));
  if (!seen && !known_form(ncu)) {
    protocol::ReplayJob trial = job;
    trial.cases.clear();
    const fs::path trial_file = job_file.string() + ".trial";
    JUDGE_CHECK(write_file(trial_file, json_text(encode(trial))));
    JUDGE_TRY(const auto without_attempt, look_in(shut_in, ncu, replay, trial_file, options));
    if (!without_attempt) {
      shut_in = ShutIn::late;
      JUDGE_TRY(seen, look_in(shut_in, ncu, replay, job_file, options));
    }
  }
  if (!seen) return fail("{}", seen.error());
  set_known_form(ncu, shut_in);
  return Profiled{*std::move(seen), shut_in == ShutIn::late ? late_note("ncu") : ""};
}

}  // namespace judge

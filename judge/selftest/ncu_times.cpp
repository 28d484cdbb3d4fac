#include "judge/selftest/ncu_times.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

#include "judge/build/nvcc.hpp"
#include "judge/catalog/catalog.hpp"
#include "judge/catalog/fill_buffer.hpp"
#include "judge/judging/target.hpp"
#include "judge/measure/summary.hpp"
#include "judge/referee/slabs.hpp"
#include "judge/util/process.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t k_warm_ups = 2;
constexpr int k_calls = 32 + k_warm_ups;  // one at each place that a buffer can have
constexpr const char* k_metric = "gpu__time_duration.sum";

// One line of CSV; quotes within fields do not occur in what ncu prints but as kernel names' own commas.
std::vector<std::string> csv_fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    else if (c == ',' && !quoted) fields.emplace_back();
    else if (c != '\r') fields.back() += c;
  }
  return fields;
}

double unit_ns(const std::string& unit) {
  if (unit.starts_with("u")) return 1e3;
  if (unit.starts_with("m")) return 1e6;
  return unit.starts_with("s") ? 1e9 : 1;
}

// "73,120" or "73120.0"
std::optional<double> number_of(std::string text) {
  std::erase(text, ',');
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end == text.data()) return std::nullopt;
  return value;
}

std::string last_lines(const std::string& text, std::size_t most_bytes) {
  return text.size() <= most_bytes ? text : text.substr(text.size() - most_bytes);
}

template <typename Function>
Result<Function> function_of(const fs::path& library, const char* name) {
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return fail("{}: cannot be loaded: {}", library.string(), ::dlerror());
  if (void* found = ::dlsym(handle, name)) return reinterpret_cast<Function>(found);
  return fail("{}: exports no {}", library.string(), name);
}

// What the process that ncu looks at calls, where the judge's players would find it.
struct Stand {
  const Runtime& runtime;
  void (*solve)(const void*, const void*, void*, int);
  int (*read)(const void*, unsigned long long);
  Slabs slabs;
  DeviceMemory flush;
};

// The inputs as an attempt gets them, and back to another place before each call, as it does.
Result<void> call_case(Stand& stand, const Case& test, int calls) {
  std::vector<DeviceMemory> drawn;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& buffer = std::get<BufferArgument>(test.arguments[i]);
    std::vector<std::byte> host(buffer.bytes());
    JUDGE_CHECK(fill_buffer(buffer, i, host));
    JUDGE_TRY(auto memory, DeviceMemory::allocate(stand.runtime, host.size()));
    JUDGE_CUDA(stand.runtime, cudaMemcpy(memory.data(), host.data(), host.size(), cuda::MemcpyKind::host_to_device));
    drawn.push_back(std::move(memory));
  }
  for (int call = 0; call < calls; ++call) {
    stand.slabs.move_windows(static_cast<std::uint64_t>(call));
    std::array<char*, 3> windows;
    for (std::size_t i = 0; i < windows.size(); ++i) windows[i] = stand.slabs.window(test, i).pointer;
    for (std::size_t i = 0; i < drawn.size(); ++i)
      JUDGE_CUDA(stand.runtime, cudaMemcpy(windows[i], drawn[i].data(), drawn[i].bytes(), cuda::MemcpyKind::device_to_device));
    if (stand.read(stand.flush.data(), stand.flush.bytes())) return fail("the L2 cannot be flushed");
    JUDGE_CUDA(stand.runtime, cudaDeviceSynchronize());
    stand.solve(windows[0], windows[1], windows[2], static_cast<int>(std::get<std::int64_t>(test.scalars.at("N"))));
    JUDGE_CUDA(stand.runtime, cudaDeviceSynchronize());
  }
  return {};
}

}  // namespace

std::vector<double> ncu_durations_ns(std::string_view csv) {
  std::vector<double> durations_ns;
  std::vector<std::string> header;
  const auto column = [&](const std::vector<std::string>& fields, const char* name) -> std::string {
    const auto at = static_cast<std::size_t>(std::ranges::find(header, name) - header.begin());
    return at < fields.size() ? fields[at] : "";
  };
  while (!csv.empty()) {
    const auto end = csv.find('\n');
    const auto fields = csv_fields(csv.substr(0, end));
    csv.remove_prefix(end == csv.npos ? csv.size() : end + 1);
    if (fields.front() == "ID") header = fields;
    else if (!header.empty() && column(fields, "Metric Name") == k_metric)
      if (const auto value = number_of(column(fields, "Metric Value")))
        durations_ns.push_back(*value * unit_ns(column(fields, "Metric Unit")));
  }
  return durations_ns;
}

Result<std::vector<NcuTime>> medians_of_calls(std::span<const double> durations_ns, std::size_t sizes, std::size_t calls) {
  const std::size_t kernels = sizes * calls == 0 ? 0 : durations_ns.size() / (sizes * calls);
  if (kernels == 0 || kernels * sizes * calls != durations_ns.size() || calls <= k_warm_ups)
    return fail("ncu saw {} kernels, which is no multiple of {} calls of {} sizes", durations_ns.size(), calls, sizes);
  std::vector<NcuTime> medians;
  for (std::size_t size = 0; size < sizes; ++size) {
    std::vector<double> longest_ns, sums_ns;
    for (std::size_t call = k_warm_ups; call < calls; ++call) {
      const auto of_call = durations_ns.subspan((size * calls + call) * kernels, kernels);
      longest_ns.push_back(std::ranges::max(of_call));
      sums_ns.push_back(std::accumulate(of_call.begin(), of_call.end(), 0.0));
    }
    medians.push_back({summarize(block_means(longest_ns)).median_ns, summarize(block_means(sums_ns)).median_ns});
  }
  return medians;
}

Result<std::vector<NcuTime>> times_by_ncu(const fs::path& ncu, const fs::path& library, const fs::path& kernels,
                                          std::span<const std::string> cases) {
  std::error_code error;
  const fs::path judge = fs::read_symlink("/proc/self/exe", error);
  if (error) return fail("/proc/self/exe: {}", error.message());
  std::vector<std::string> command{ncu.string(),
                                   "--clock-control",
                                   "none",
                                   "--cache-control",
                                   "none",
                                   "--metrics",
                                   k_metric,
                                   "--print-units",
                                   "base",
                                   "--csv",
                                   "--kernel-name",
                                   "regex:add_",
                                   judge.string(),
                                   "measure-self",
                                   "--runtime",
                                   "cuda",
                                   "--driver",
                                   library.string(),
                                   "--driver-kernels",
                                   kernels.string(),
                                   "--driver-cases",
                                   fmt::format("{}", fmt::join(cases, ",")),
                                   "--driver-calls",
                                   std::to_string(k_calls)};
  JUDGE_TRY(const auto done, run_command(command, {.time_limit = std::chrono::minutes(5)}));
  const auto durations_ns = ncu_durations_ns(done.standard_output);
  if (done.exit_status != 0 || durations_ns.empty())
    return fail("ncu ended with status {} and {} kernels; it said:\n{}", done.exit_status, durations_ns.size(),
                last_lines(done.standard_output + done.standard_error, 600));
  return medians_of_calls(durations_ns, cases.size(), k_calls);
}

Result<int> drive_for_ncu(const CommonOptions& common, const fs::path& library, const fs::path& kernels,
                          const std::vector<std::string>& names, int calls) {
  const Installation installation = find_installation();
  JUDGE_TRY(const auto target, choose_target(common.runtime, installation));
  JUDGE_TRY(const auto runtime, load_runtime_from(target.kind, target.runtime_library));
  JUDGE_TRY(const Problem problem, load_problem(installation.device_sources() / "self"));
  JUDGE_TRY(const auto cases, cases_of(problem, target.kind));
  JUDGE_TRY(const auto solve, function_of<decltype(Stand::solve)>(library, "solve"));
  JUDGE_TRY(const auto read, function_of<decltype(Stand::read)>(kernels, "judge_read"));
  int device = 0, l2_bytes = 0;
  JUDGE_CUDA(runtime, cudaGetDevice(&device));
  JUDGE_CUDA(runtime, cudaDeviceGetAttribute(&l2_bytes, cuda::attribute_l2_cache_bytes, device));
  JUDGE_TRY(auto flush, DeviceMemory::allocate(runtime, 2 * static_cast<std::size_t>(std::max(l2_bytes, 1 << 20))));
  JUDGE_TRY(auto slabs, Slabs::allocate(runtime, cases));
  Stand stand{runtime, solve, read, std::move(slabs), std::move(flush)};
  for (const auto& name : names) {
    const auto found = std::ranges::find(cases, name, &Case::name);
    if (found == cases.end()) return fail("--driver-cases: no case '{}' in {}", name, problem.folder.string());
    JUDGE_CHECK(call_case(stand, *found, calls));
  }
  return 0;
}

}  // namespace judge

#include "judge/cluster/node_check.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

#include "judge/build/builder.hpp"
#include "judge/cluster/json_file.hpp"
#include "judge/cluster/node_name.hpp"
#include "judge/cluster/write_once.hpp"
#include "judge/judging/timing_lock.hpp"
#include "judge/passes/peak_rates.hpp"
#include "judge/passes/target.hpp"
#include "judge/runtime/nvml.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/lines.hpp"
#include "judge/util/process.hpp"
#include "judge/util/utc_now.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds k_patience{300};
constexpr int k_rounds = 3;

pid_t parent_of(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string text;
  std::getline(file, text);
  const auto end = text.rfind(')');  // the name before it may hold anything
  if (end == std::string::npos || end + 4 > text.size()) return 0;
  return std::atoi(text.c_str() + end + 4);  // ") S 123"
}

bool is_of_family(pid_t pid, pid_t family) {
  for (; pid > 1; pid = parent_of(pid))
    if (pid == family) return true;
  return false;
}

Result<void> calibrate(const CommonOptions& common, const Target& target, const Installation& installation, pid_t family,
                       NodeReading& reading) {
  JUDGE_TRY(const Builder builder, Builder::create({.cache_dir = common.cache_dir(),
                                                    .installation = installation,
                                                    .runtime = target.kind,
                                                    .compute_major = target.compute_major,
                                                    .compute_minor = target.compute_minor}));
  JUDGE_TRY(const BuildResult built,
            builder.build({.source = installation.device_sources() / "peak_rates.cu", .kind = SourceKind::device}));
  if (const auto* failure = std::get_if<CompileFailure>(&built))
    return fail("the judge's own kernels do not compile: {}", failure->diagnostics);
  JUDGE_TRY(const Runtime runtime, load_runtime_from(target.kind, target.runtime_library));
  JUDGE_TRY(const Device device, describe_device(runtime));
  reading.device_id = device.id;
  reading.device_name = device.name;
  std::array<char, 32> bus{};
  (void)runtime.cuda.cudaDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()), 0);
  const auto nvml = Nvml::open(device.id, bus.data());
  if (nvml)
    for (const pid_t pid : nvml->processes())
      if (!is_of_family(pid, family)) reading.other_processes.push_back(pid);
  Observer nobody;
  JUDGE_TRY(const auto lock, wait_for_timing_lock(timing_lock_file(device), nobody, k_patience));
  // Whatever else is on the device makes a rate lower, never higher.
  for (int round = 0; round < k_rounds; ++round) {
    JUDGE_TRY(const PeakRates rates, measure_peak_rates(runtime, std::get<Artifact>(built).library, device.multiprocessors));
    reading.rates.bytes_per_s = std::max(reading.rates.bytes_per_s, rates.bytes_per_s);
    reading.rates.fp32_flops_per_s = std::max(reading.rates.fp32_flops_per_s, rates.flops_of(Arithmetic::fp32));
  }
  if (nvml) reading.clock_limits = nvml->clock_limits();
  return {};
}

// For tests of what follows from a sick machine: a folder with a file for each machine that is to be sick, and why in it.
std::string made_sick() {
  const char* folder = std::getenv("JUDGE_TEST_SICK_NODES");
  if (!folder) return {};
  return first_line(read_file(fs::path(folder) / node_name()).value_or(""));
}

Result<NodeReading> read_by_a_process(const CommonOptions& common) {
  std::vector<std::string> words{find_installation().prefix / "bin/judge", "batch", "--measure-node"};
  const CommonOptions needed{.root = {}, .cache = common.cache, .ledger = {}, .runtime = common.runtime};
  for (auto& word : needed.arguments()) words.push_back(std::move(word));
  JUDGE_TRY(const auto ran, run_command(words, {.time_limit = 2 * k_patience}));
  if (ran.exit_status != 0)
    return NodeReading{.failure = fmt::format("the calibration ended with status {}: {}", ran.exit_status, ran.standard_error)};
  JUDGE_TRY(const auto document, parse_json(ran.standard_output));
  return decode<NodeReading>(document, "the reading");
}

}  // namespace

NodeReading read_node(const CommonOptions& common, pid_t family) {
  NodeReading reading;
  const Installation installation = find_installation();
  const auto target = choose_target(common.runtime, installation);
  if (!target) reading.failure = target.error().message;
  else if (target->kind == RuntimeKind::cuda)
    if (const auto done = calibrate(common, *target, installation, family, reading); !done)
      reading.failure = done.error().message;
  return reading;
}

Result<std::vector<NodeNote>> node_notes(const fs::path& folder, std::vector<std::string>* unreadable) {
  JUDGE_TRY(auto notes, read_all_described<NodeNote>(folder / "nodes", "the note", unreadable));
  std::ranges::sort(notes, {}, [](const NodeNote& note) { return std::pair(note.time, !note.reasons.empty()); });
  return notes;
}

std::set<std::string> sick_nodes(const std::vector<NodeNote>& notes) {
  std::set<std::string> sick;
  for (const NodeNote& note : notes) {
    if (note.reasons.empty()) sick.erase(note.node);
    else sick.insert(note.node);
  }
  return sick;
}

Result<NodeNote> check_node(const CommonOptions& common, const fs::path& folder) {
  auto reading = read_by_a_process(common);
  if (!reading && interrupted()) return std::unexpected(reading.error());
  if (!reading) reading = NodeReading{.failure = reading.error().message};
  NodeNote note{.node = node_name(), .time = utc_now(), .task = slurm_task(), .reading = *std::move(reading)};
  JUDGE_TRY(const auto notes, node_notes(folder));
  note.reasons = sickness(note.reading, best_rates(notes, note.reading.device_name));
  if (const std::string why = made_sick(); !why.empty()) note.reasons.push_back(why);
  const std::string text = json_text(encode(note), 1) + "\n";
  JUDGE_CHECK(write_once(folder / "nodes" / fmt::format("{}.{}.json", note.node, hash_of(text).substr(0, 16)), text));
  return note;
}

}  // namespace judge

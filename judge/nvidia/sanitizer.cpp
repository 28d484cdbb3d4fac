#include "judge/nvidia/sanitizer.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <future>

#include "judge/referee/symbolize.hpp"
#include "judge/util/children.hpp"
#include "judge/util/files.hpp"
#include "judge/util/lines.hpp"
#include "judge/util/regex.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds k_tool_limit{60}, k_trial_limit{12};
constexpr auto k_as_sanitizer = protocol::ReplayJob::Watcher::sanitizer;
constexpr std::array k_tools{"memcheck", "racecheck", "initcheck", "synccheck"};
// Dynamic ports; each of the tools takes the first free one of ten.
constexpr int k_first_port = 49152, k_ports = 12'000, k_ports_each = 10;

struct Option {
  std::string name, value, tool;  // tool: empty = any
};

// A red zone behind each allocation. What fails in the runtime and who launched it is seen by the judge itself. Hazards are
// told byte by byte, and each with its threads.
const std::vector<Option>& options() {
  static const std::vector<Option> list{{"--print-limit", "1000", ""},
                                        {"--strip-paths", "no", ""},
                                        {"--show-backtrace", "device", ""},
                                        {"--padding", "65536", "memcheck"},
                                        {"--report-api-errors", "no", ""},
                                        {"--check-api-memory-access", "no", "initcheck"},
                                        {"--racecheck-report", "hazard", "racecheck"},
                                        {"--print-limit", "4000", "racecheck"}};
  return list;
}

std::vector<std::string> command_for(const Sanitizer& sanitizer, std::size_t tool) {
  std::vector<std::string> words{fs::absolute(sanitizer.program), "--tool", k_tools[tool]};
  for (const auto& option : options()) {
    const bool is_replaced =
        option.name == "--print-limit" && option.tool.empty() && k_tools[tool] == std::string_view("racecheck");
    if (is_replaced || (!option.tool.empty() && option.tool != k_tools[tool]) || !sanitizer.help.contains(option.name + " "))
      continue;
    words.insert(words.end(), {option.name, option.value});
  }
  const int port = k_first_port + (static_cast<int>(::getpid()) * 4 + static_cast<int>(tool)) * k_ports_each % k_ports;
  if (sanitizer.help.contains("--port ")) words.insert(words.end(), {"--port", std::to_string(port)});
  return words;
}

/// What judge-replay said under one tool, and what that said.
struct Watched : Replayed {
  std::vector<PlacedBuffer> buffers;
  std::vector<protocol::ReplayEvent> host_accesses;
  int cases = 0;
  SanitizerFindings found;
};

void take_event(Watched& watched, const protocol::ReplayEvent& event) {
  using enum protocol::ReplayEvent::Kind;
  if (event.said == buffer || event.said == allocation)
    watched.buffers.push_back({.name = event.name,
                               .address = event.address,
                               .bytes = event.bytes,
                               .is_own = event.said == allocation,
                               .offset = event.offset});
  if (event.said == host_access) watched.host_accesses.push_back(event);
  watched.cases += event.said == called;
}

Result<Watched> watch_in(ShutIn shut_in, const Sanitizer& sanitizer, std::size_t tool, const fs::path& job_file,
                         const fs::path& attempt_library, std::chrono::seconds limit) {
  JUDGE_TRY(auto replayed,
            replay_under(command_for(sanitizer, tool), k_as_sanitizer, shut_in, sanitizer.replay, job_file, limit));
  Watched watched{std::move(replayed)};
  for (const auto& event : watched.events) take_event(watched, event);
  const std::string& said = watched.ended.standard_output;
  watched.found = findings_of(read_sanitizer(said), watched.buffers,
                              [&](std::uint64_t offset) { return source_line(attempt_library, offset).line; });
  if (!watched.has_started && watched.last_words.empty()) watched.last_words = first_line(said);
  return watched;
}

// One tool, without an attempt: else all four would have to start twice.
Result<void> try_once(const Sanitizer& sanitizer, protocol::ReplayJob job, const fs::path& job_file) {
  if (known_form(sanitizer.program)) return {};
  job.cases.clear();
  JUDGE_CHECK(write_file(job_file, json_text(encode(job))));
  JUDGE_TRY(const auto trial, watch_in(ShutIn::early, sanitizer, 0, job_file, {}, k_trial_limit));
  set_known_form(sanitizer.program, trial.is_done ? ShutIn::early : ShutIn::late);
  return {};
}

// A tool may start where the trial's did not, and the other way round.
Result<Watched> watch(const Sanitizer& sanitizer, std::size_t tool, const fs::path& job_file, const fs::path& attempt_library) {
  const ShutIn shut_in = known_form(sanitizer.program).value_or(ShutIn::early);
  JUDGE_TRY(auto watched, watch_in(shut_in, sanitizer, tool, job_file, attempt_library, k_tool_limit));
  if (watched.has_started || shut_in == ShutIn::late) return watched;
  set_known_form(sanitizer.program, ShutIn::late);
  return watch_in(ShutIn::late, sanitizer, tool, job_file, attempt_library, k_tool_limit);
}

// Nothing where the tool saw all there was to see: an attempt whose findings end it is one.
std::string note_of(const Watched& watched, const char* tool) {
  if (!watched.found.findings.empty() || !watched.host_accesses.empty()) return {};
  if (!watched.has_started)
    return fmt::format("{} did not start: {}", tool,
                       !watched.error.empty()           ? watched.error
                       : !watched.found.trouble.empty() ? watched.found.trouble
                       : watched.last_words.empty()     ? "it said nothing"
                                                        : watched.last_words);
  if (!watched.found.trouble.empty()) return fmt::format("{} says: {}", tool, watched.found.trouble);
  if (!watched.error.empty()) return fmt::format("{} stopped: {}", tool, watched.error);
  if (!watched.late.empty()) return fmt::format("{} had no time left for the cases from {} on", tool, watched.late);
  return watched.is_done ? "" : fmt::format("{} stopped: solve() ended the process", tool);
}

void take(Sanitized& result, const Watched& watched, const char* tool) {
  result.findings.insert(result.findings.end(), watched.found.findings.begin(), watched.found.findings.end());
  for (const auto& event : watched.host_accesses) {
    const auto buffer = std::ranges::find(watched.buffers, event.name, &PlacedBuffer::name);
    const bool is_own = buffer == watched.buffers.end();
    const Finding finding{.kind = Fault::Kind::host_access,
                          .is_write = event.is_write,
                          .in_kernel = false,
                          .space = Fault::Space::global,
                          .buffer = is_own ? "" : event.name,
                          .buffer_bytes = is_own ? 0 : buffer->bytes,
                          .offset_bytes = static_cast<std::int64_t>(event.bytes),
                          .thing = is_own ? event.name : ""};
    result.host_accesses.push_back({finding, event.offset});
  }
  const std::string note = note_of(watched, tool);
  if (!note.empty()) result.note += (result.note.empty() ? "" : "; ") + note;
}

}  // namespace

Result<Sanitizer> ask_sanitizer(const fs::path& program, const fs::path& replay) {
  const CommandOptions briefly{.time_limit = std::chrono::seconds(20)};
  JUDGE_TRY(const auto version, run_command({program, "--version"}, briefly));
  JUDGE_TRY(const auto help, run_command({program, "--help"}, briefly));
  static const Regex pattern(R"(Version ([0-9]+\.[0-9]+\.[0-9]+))");
  const auto found = pattern.find(version.standard_output);
  if (!found) return fail("{} does not say its version: is it NVIDIA's compute-sanitizer?", program.string());
  return Sanitizer{.program = program, .version = std::string((*found)[1]), .help = help.standard_output, .replay = replay};
}

Result<Sanitized> sanitize(const Sanitizer& sanitizer, protocol::ReplayJob job, const fs::path& job_file) {
  job.watcher = k_as_sanitizer;
  job.readable = folders_of(sanitizer.program);
  JUDGE_CHECK(try_once(sanitizer, job, job_file));
  JUDGE_CHECK(write_file(job_file, json_text(encode(job))));
  std::vector<std::future<Result<Watched>>> running;
  for (std::size_t tool = 0; tool < k_tools.size(); ++tool)
    running.push_back(
        std::async(std::launch::async, watch, std::cref(sanitizer), tool, std::cref(job_file), fs::path(job.attempt_library)));
  Sanitized result{.cases = static_cast<int>(job.cases.size())};
  std::optional<Error> failed;
  bool was_late = false;
  for (std::size_t tool = 0; tool < k_tools.size(); ++tool) {
    const auto watched = running[tool].get();
    if (!watched) {
      failed = watched.error();
      continue;
    }
    take(result, *watched, k_tools[tool]);
    result.cases = std::min(result.cases, watched->cases);
    was_late |= watched->has_started && watched->shut_in == ShutIn::late;
  }
  if (was_late) result.note += (result.note.empty() ? "" : "; ") + late_note("compute-sanitizer");
  end_strays();
  if (failed) return std::unexpected(*failed);
  return result;
}

}  // namespace judge

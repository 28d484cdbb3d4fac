#include "judge/nvidia/sanitizer.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <future>
#include <map>
#include <mutex>
#include <regex>
#include <sstream>

#include "judge/build/nvcc.hpp"
#include "judge/referee/symbolize.hpp"
#include "judge/util/children.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds k_tool_limit{60}, k_trial_limit{12};
constexpr const char* k_without_landlock =
    "under compute-sanitizer the attempt ran without Landlock, since CUDA's driver would not start under it: files that you "
    "may "
    "write to were not closed to it";
constexpr std::array k_tools{"memcheck", "racecheck", "initcheck", "synccheck"};
// Dynamic ports; each of the tools takes the first free one of ten.
constexpr int k_first_port = 49152, k_ports = 12'000, k_ports_each = 10;

/// Whether the sanitizer and judge-checked run under Landlock, or judge-checked alone gives up the rest, after the driver's start.
enum class ShutIn { early, late };

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

std::vector<std::string> command_for(const Sanitizer& sanitizer, std::size_t tool, ShutIn shut_in, const fs::path& folder,
                                     const fs::path& job_file) {
  std::vector<std::string> words;
  if (shut_in == ShutIn::early) words = {sanitizer.checked, "enter", folder};
  words.insert(words.end(), {fs::absolute(sanitizer.program), "--tool", k_tools[tool]});
  for (const auto& option : options()) {
    const bool is_replaced =
        option.name == "--print-limit" && option.tool.empty() && k_tools[tool] == std::string_view("racecheck");
    if (is_replaced || (!option.tool.empty() && option.tool != k_tools[tool]) ||
        sanitizer.help.find(option.name + " ") == std::string::npos)
      continue;
    words.insert(words.end(), {option.name, option.value});
  }
  const int port = k_first_port + (static_cast<int>(::getpid()) * 4 + static_cast<int>(tool)) * k_ports_each % k_ports;
  if (sanitizer.help.find("--port ") != std::string::npos) words.insert(words.end(), {"--port", std::to_string(port)});
  words.insert(words.end(),
               {sanitizer.checked, shut_in == ShutIn::early ? "play" : "play-late", fs::absolute(job_file), folder});
  return words;
}

/// What judge-checked said under one tool, and what that said.
struct Watched {
  std::vector<PlacedBuffer> buffers;
  std::vector<protocol::CheckEvent> host_accesses;
  int cases = 0;
  bool has_started = false, is_done = false;
  ShutIn shut_in = ShutIn::early;
  std::string late, error, last_words;
  SanitizerFindings found;
};

void take_event(Watched& watched, protocol::CheckEvent event) {
  using enum protocol::CheckEvent::Kind;
  switch (event.said) {
    case started: watched.has_started = true; break;
    case buffer: watched.buffers.push_back({.name = event.name, .address = event.address, .bytes = event.bytes}); break;
    case allocation:
      watched.buffers.push_back(
          {.name = event.name, .address = event.address, .bytes = event.bytes, .is_own = true, .offset = event.offset});
      break;
    case called: ++watched.cases; break;
    case late: watched.late = event.name; break;
    case error: watched.error = event.text; break;
    case done: watched.is_done = true; break;
    case host_access: watched.host_accesses.push_back(std::move(event)); break;
  }
}

// The attempt may have written there as well, so a line may be anything.
void take_line(Watched& watched, const std::string& line) {
  if (!line.starts_with(protocol::k_check_line)) {
    if (!line.empty()) watched.last_words = line;
    return;
  }
  const auto json = parse_json(std::string_view(line).substr(std::string_view(protocol::k_check_line).size()));
  auto event = json ? decode<protocol::CheckEvent>(*json, "the event") : std::unexpected(json.error());
  if (event) take_event(watched, *std::move(event));
}

Result<Watched> watch_in(ShutIn shut_in, const Sanitizer& sanitizer, std::size_t tool, const fs::path& job_file,
                         const fs::path& attempt_library, std::chrono::seconds limit) {
  JUDGE_TRY(const auto folder, TemporaryDirectory::create("judge-sanitizer"));
  JUDGE_TRY(const auto ended, run_command(command_for(sanitizer, tool, shut_in, folder.path(), job_file),
                                          {.directory = folder.path(), .time_limit = limit}));
  Watched watched{.shut_in = shut_in};
  std::istringstream lines(ended.standard_error);
  for (std::string line; std::getline(lines, line);) take_line(watched, line);
  watched.found = findings_of(read_sanitizer(ended.standard_output), watched.buffers,
                              [&](std::uint64_t offset) { return source_line(attempt_library, offset).line; });
  if (!watched.has_started && watched.last_words.empty())
    watched.last_words = ended.standard_output.substr(0, ended.standard_output.find('\n'));
  if (ended.timed_out) watched.error = fmt::format("it took more than {} seconds", limit.count());
  return watched;
}

/// What each sanitizer works in, as far as this process knows by now.
class KnownForms {
 public:
  static KnownForms& get() {
    static KnownForms known;
    return known;
  }

  std::optional<ShutIn> find(const fs::path& program) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_forms.find(program);
    return found == m_forms.end() ? std::nullopt : std::optional(found->second);
  }

  void set(const fs::path& program, ShutIn shut_in) {
    const std::lock_guard lock(m_mutex);
    m_forms[program] = shut_in;
  }

 private:
  std::mutex m_mutex;
  std::map<fs::path, ShutIn> m_forms;
};

// One tool, without an attempt: else all four would have to start twice.
Result<void> try_once(const Sanitizer& sanitizer, protocol::CheckJob job, const fs::path& job_file) {
  if (KnownForms::get().find(sanitizer.program)) return {};
  job.cases.clear();
  JUDGE_CHECK(write_file(job_file, json_text(encode(job))));
  JUDGE_TRY(const auto trial, watch_in(ShutIn::early, sanitizer, 0, job_file, {}, k_trial_limit));
  KnownForms::get().set(sanitizer.program, trial.is_done ? ShutIn::early : ShutIn::late);
  return {};
}

// A tool may start where the trial's did not, and the other way round.
Result<Watched> watch(const Sanitizer& sanitizer, std::size_t tool, const fs::path& job_file, const fs::path& attempt_library) {
  const ShutIn shut_in = KnownForms::get().find(sanitizer.program).value_or(ShutIn::early);
  JUDGE_TRY(auto watched, watch_in(shut_in, sanitizer, tool, job_file, attempt_library, k_tool_limit));
  if (watched.has_started || shut_in == ShutIn::late) return watched;
  KnownForms::get().set(sanitizer.program, ShutIn::late);
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

fs::path checked_program(const Installation& installation) { return installation.player().parent_path() / "judge-checked"; }

Result<Sanitizer> ask_sanitizer(const fs::path& program, const fs::path& checked) {
  const CommandOptions briefly{.time_limit = std::chrono::seconds(20)};
  JUDGE_TRY(const auto version, run_command({program, "--version"}, briefly));
  JUDGE_TRY(const auto help, run_command({program, "--help"}, briefly));
  static const std::regex pattern(R"(Version ([0-9]+\.[0-9]+\.[0-9]+))");
  std::smatch match;
  if (!std::regex_search(version.standard_output, match, pattern))
    return fail("{} does not say its version: is it NVIDIA's compute-sanitizer?", program.string());
  return Sanitizer{.program = program, .version = match[1], .help = help.standard_output, .checked = checked};
}

Result<Sanitized> sanitize(const Sanitizer& sanitizer, const protocol::CheckJob& job, const fs::path& job_file) {
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
  if (was_late) result.note += (result.note.empty() ? "" : "; ") + std::string(k_without_landlock);
  end_strays();
  if (failed) return std::unexpected(*failed);
  return result;
}

}  // namespace judge

#include "judge/nvidia/replay.hpp"

#include <map>
#include <mutex>
#include <sstream>

#include "judge/util/cuda_toolkit.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

void take_event(Replayed& replayed, protocol::ReplayEvent event) {
  using enum protocol::ReplayEvent::Kind;
  if (event.said == started) replayed.has_started = true;
  if (event.said == done) replayed.is_done = true;
  if (event.said == late) replayed.late = event.name;
  if (event.said == error) replayed.error = event.text;
  replayed.events.push_back(std::move(event));
}

// The attempt may have written there as well, so a line may be anything.
void take_line(Replayed& replayed, const std::string& line) {
  if (!line.starts_with(protocol::k_replay_line)) {
    if (!line.empty()) replayed.last_words = line;
    return;
  }
  const auto json = parse_json(std::string_view(line).substr(std::string_view(protocol::k_replay_line).size()));
  auto event = json ? decode<protocol::ReplayEvent>(*json, "the event") : std::unexpected(json.error());
  if (event) take_event(replayed, *std::move(event));
}

struct KnownForms {
  std::mutex mutex;
  std::map<fs::path, ShutIn> forms;
};

KnownForms& known_forms() {
  static KnownForms known;
  return known;
}

}  // namespace

fs::path replay_program(const Installation& installation) { return installation.player().parent_path() / "judge-replay"; }

std::vector<std::string> folders_of(const fs::path& program) {
  std::vector<std::string> folders;
  std::error_code error;
  if (const auto real = fs::canonical(program, error); !error) folders.push_back(real.parent_path());
  const auto nvcc = find_nvcc();
  const auto real = nvcc ? fs::canonical(*nvcc, error) : fs::path();
  if (!real.empty() && real.parent_path().filename() == "bin") folders.push_back(real.parent_path().parent_path());
  return folders;
}

Result<Replayed> replay_under(const std::vector<std::string>& tool, protocol::ReplayJob::Watcher watcher, ShutIn shut_in,
                              const fs::path& replay, const fs::path& job_file, std::chrono::seconds limit) {
  JUDGE_TRY(const auto folder, TemporaryDirectory::create("replay"));
  const std::string own = folder.path();
  std::vector<std::string> words;
  if (shut_in == ShutIn::early) words = {replay, "enter", name_of(watcher), own};
  words.insert(words.end(), tool.begin(), tool.end());
  words.insert(words.end(), {replay, shut_in == ShutIn::early ? "play" : "play-late", fs::absolute(job_file), own});
  Replayed replayed{.shut_in = shut_in};
  JUDGE_TRY(
      replayed.ended,
      run_command(words, {.directory = folder.path(), .environment = {{"TMPDIR", own}, {"HOME", own}}, .time_limit = limit}));
  std::istringstream lines(replayed.ended.standard_error);
  for (std::string line; std::getline(lines, line);) take_line(replayed, line);
  if (replayed.ended.timed_out) replayed.error = fmt::format("it took more than {} seconds", limit.count());
  return replayed;
}

std::optional<ShutIn> known_form(const fs::path& tool) {
  const std::lock_guard lock(known_forms().mutex);
  const auto found = known_forms().forms.find(tool);
  return found == known_forms().forms.end() ? std::nullopt : std::optional(found->second);
}

void set_known_form(const fs::path& tool, ShutIn shut_in) {
  const std::lock_guard lock(known_forms().mutex);
  known_forms().forms[tool] = shut_in;
}

std::string late_note(const char* tool) {
  return fmt::format(
      "under {} the attempt's own threads alone ran under Landlock, since CUDA's driver would not start under it: the driver's "
      "may write to your files",
      tool);
}

}  // namespace judge

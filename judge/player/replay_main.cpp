// judge-replay: calls an attempt's solve() once more, with one of NVIDIA's tools watching. Only `judge` starts it:
//   judge-replay enter WATCHER FOLDER PROGRAM ARGUMENTS...  gives up rights for good, FOLDER stays writable, and becomes PROGRAM
//   judge-replay play JOB FOLDER                            gives up the rest, and does what the file JOB says
//   judge-replay play-late JOB FOLDER                       the same, but gives up rights only once there is a context
// The judge runs the first, which becomes the tool, which runs the second: the tool, too, has given up these rights, and cannot
// give an attempt more. Where CUDA's driver does not start that way, the judge runs the tool itself, which runs the third.

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "judge/player/replay.hpp"
#include "judge/player/sandbox.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"

namespace judge {

static Result<void> enter(std::string_view watcher, const char* folder, char** command) {
  const auto known = from_name<protocol::ReplayJob::Watcher>(watcher);
  if (!known) return fail("enter {}: is no watcher", watcher);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const bool profiles = *known == protocol::ReplayJob::Watcher::profiler;
  JUDGE_CHECK(drop_rights({.who = Sandboxed::tool, .writable_folder = folder, .profiles = profiles}));
  ::execv(command[0], command);
  return fail("{}: cannot be started: {}", command[0], std::strerror(errno));
}

static Result<void> play(const char* job_file, protocol::ShutIn shut_in, const char* folder) {
  JUDGE_TRY(const std::string text, read_file(job_file));
  JUDGE_TRY(const auto document, parse_json(text));
  JUDGE_TRY(const auto job, decode<protocol::ReplayJob>(document, "the job"));
  return replay(job, shut_in, folder);
}

}  // namespace judge

int main(int argc, char** argv) {
  const std::string_view role = argc > 3 ? argv[1] : "";
  judge::Result<void> done = judge::fail("is started by judge, not by hand");
  if (role == "enter" && argc > 4) done = judge::enter(argv[2], argv[3], argv + 4);
  if (role == "play" && argc == 4) done = judge::play(argv[2], judge::protocol::ShutIn::early, argv[3]);
  if (role == "play-late" && argc == 4) done = judge::play(argv[2], judge::protocol::ShutIn::late, argv[3]);
  if (done) return 0;
  const judge::protocol::ReplayEvent event{.said = judge::protocol::ReplayEvent::Kind::error, .text = done.error().message};
  fmt::print(stderr, "{}", judge::protocol::replay_line(event));
  return 2;
}

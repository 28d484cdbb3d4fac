// judge-checked: what `judge --check` has NVIDIA's compute-sanitizer watch on a GPU. Only `judge` starts it:
//   judge-checked enter FOLDER PROGRAM ARGUMENTS...   gives up rights for good, FOLDER stays writable, and becomes PROGRAM
//   judge-checked play JOB FOLDER                     gives up the rest, and calls an attempt's solve() as the file JOB says
//   judge-checked play-late JOB FOLDER                the same, without Landlock and only once there is a context
// The judge runs the first, which becomes the sanitizer, which runs the second: so nobody has to trust that the sanitizer keeps
// the attempt in. Where CUDA's driver does not start that way, it runs the sanitizer itself, which runs the third.

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>

#include "judge/player/checked_play.hpp"
#include "judge/player/sandbox.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"

namespace judge {

static Result<void> enter(const char* folder, char** command) {
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (::chdir(folder)) return fail("{}: {}", folder, std::strerror(errno));
  ::setenv("TMPDIR", folder, 1);
  JUDGE_CHECK(drop_rights(Sandboxed::sanitizer, folder));
  ::execv(command[0], command);
  return fail("{}: cannot be started: {}", command[0], std::strerror(errno));
}

static Result<void> play(const char* job_file, ShutIn shut_in, const char* folder) {
  JUDGE_TRY(const std::string text, read_file(job_file));
  JUDGE_TRY(const auto document, parse_json(text));
  JUDGE_TRY(const auto job, decode<protocol::CheckJob>(document, "the job"));
  return play_checked(job, shut_in, folder);
}

}  // namespace judge

int main(int argc, char** argv) {
  const std::string_view role = argc > 2 ? argv[1] : "";
  judge::Result<void> done = judge::fail("is started by judge, not by hand");
  if (role == "enter" && argc > 3) done = judge::enter(argv[2], argv + 3);
  if (role == "play" && argc == 4) done = judge::play(argv[2], judge::ShutIn::early, argv[3]);
  if (role == "play-late" && argc == 4) done = judge::play(argv[2], judge::ShutIn::late, argv[3]);
  if (done) return 0;
  const judge::protocol::CheckEvent event{.said = judge::protocol::CheckEvent::Kind::error, .text = done.error().message};
  fmt::print(stderr, "{}", judge::protocol::check_line(event));
  return 2;
}

// judge-player FD: loads an attempt and calls its solve() as the referee at the other end of socket FD says. Only `judge`
// starts it. It holds what an attempt may see: the argument buffers, and neither expected values nor seeds.

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <exception>
#include <string_view>

#include "judge/player/player_loop.hpp"

static void say(std::string_view message) {
  fmt::print(stderr, "judge-player: {}\n", message);
  std::fflush(stderr);
}

int main(int argc, char** argv) {
  int fd = -1;
  const std::string_view number = argc == 2 ? argv[1] : "";
  std::from_chars(number.data(), number.data() + number.size(), fd);
  if (fd < 3) {
    say("is started by judge, not by hand");
    return 2;
  }
  const judge::Channel channel(fd);
  const auto ended = judge::PlayerLoop(channel).run();
  if (!ended) say(ended.error().message);
  // No destructors: they are the attempt's.
  std::fflush(nullptr);
  ::_exit(static_cast<int>(ended.value_or(judge::protocol::Ending::failed)));
}

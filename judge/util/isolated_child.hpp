#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>

#include "judge/util/channel.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// A program of the judge that runs other people's code.
struct IsolatedChild {
  pid_t process = -1;
  int process_fd = -1;  ///< readable once the process has ended; -1 where the kernel has no such thing
  int output = -1;      ///< what it prints; reading does not wait
  Channel channel{-1};
};

/// Starts `program FD`, where FD is its end of the channel, in a session of its own, with clean_environment() and no other descriptor of
/// ours; `extra` are variables of its own. The kernel ends it with the calling thread.
Result<IsolatedChild> start_isolated(const std::filesystem::path& program,
                                     const std::map<std::string, std::string>& extra = {});

}  // namespace judge

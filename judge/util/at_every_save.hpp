#pragma once

#include <chrono>
#include <filesystem>
#include <functional>

#include "judge/util/result.hpp"

namespace judge {

/// Calls `work` in a child process, now and whenever `file`, or a header beside it, was saved: written in place, or as a new file that
/// took its name, as many editors do. Saves that come within a moment count as one. Work that is not done when the next save comes
/// gets SIGINT, and its end is waited for. Returns when SIGINT, SIGTERM or SIGHUP comes, once the child has ended; the work gets
/// SIGINT then, too.
///
/// Must be called from a process of one thread: the child goes on with a copy of it, its signals as they were before, and ends
/// with what `work` returns. Errors: the folder cannot be watched, no child can be started.
Result<void> at_every_save(const std::filesystem::path& file, const std::function<int()>& work);

/// When the file was saved, where that was just now; else now.
std::chrono::system_clock::time_point saved_at(const std::filesystem::path& file);

}  // namespace judge

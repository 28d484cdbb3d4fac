#pragma once

#include <chrono>
#include <filesystem>
#include <functional>

#include "judge/util/result.hpp"

namespace judge {

/// What the work of at_every_save() waits for.
class NextSave {
 public:
  explicit NextSave(int pipe) : m_pipe(pipe) {}
  /// Until there is a save to work on. False where none comes: then the work ends.
  bool wait() const;
  /// Has it come?
  bool is_there() const;

 private:
  int m_pipe;
};

/// What at_every_save() tells meanwhile; both may be empty.
struct SaveNews {
  std::function<void()> gone;                 ///< the file is not there any more; its return counts as a save
  std::function<void(int signal)> was_ended;  ///< of the work on a save: by this signal, which at_every_save() did not send
};

/// Calls `work` in a child process, for now and for whenever `file`, or a header beside it, was saved: written in place, or as a new file that
/// took its name, as many editors do. Saves that come within a moment count as one. The child of the next save is started when the work
/// on the one before has ended, so what the work does before it waits is done when the save comes; where none comes for `most_idle`, that
/// child ends, and the next one is started by the save. Work that is not done when the next save comes
/// gets SIGINT, and its end is waited for. Returns when SIGINT, SIGTERM or SIGHUP comes, once the child has ended; the work gets
/// SIGINT then, too.
///
/// Must be called from a process of one thread: the child goes on with a copy of it, its signals as they were before, and ends
/// with what `work` returns. Errors: the folder cannot be watched, no child can be started.
Result<void> at_every_save(const std::filesystem::path& file, const std::function<int(const NextSave&)>& work,
                           const SaveNews& news = {}, std::chrono::milliseconds most_idle = std::chrono::minutes(2));

/// When the file was saved, where that was just now; else now.
std::chrono::system_clock::time_point saved_at(const std::filesystem::path& file);

}  // namespace judge

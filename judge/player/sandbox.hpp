#pragma once

#include <string>

#include "judge/util/result.hpp"

namespace judge {

/// What a player gives up before it loads an attempt; docs/decisions/0005-isolation.md says why each, and what is left.

/// Capabilities, new privileges through exec, writing to files, and by Landlock every look into processes that did not give up
/// the same. Counts for the calling thread and the threads that it starts, so it must be the process's only one. Where the
/// kernel has no Landlock the rest counts. `writable_folder`: where files may be written all the same; programs that this one
/// becomes by exec keep to all of it. Errors: another thread is there, or the kernel refuses.
Result<void> give_up_rights(const std::string& writable_folder = "");

/// Who an attempt is loaded by: judge-player, or judge-checked under a sanitizer.
enum class Sandboxed { player, checked };

/// The system calls by which an attempt could leave its process: starting another, reaching into others, the network. A
/// player's attempts may not read ahead in the channel to the referee, those under a sanitizer make no new files. Counts for
/// all threads; the calls fail with EPERM. Where the kernel has no seccomp nothing happens. Errors: the kernel refuses.
Result<void> give_up_system_calls(Sandboxed who = Sandboxed::player);

}  // namespace judge

#pragma once

#include <string>

#include "judge/util/result.hpp"

namespace judge {

/// What a player gives up before it loads an attempt; docs/decisions/0005-isolation.md says why each, and what is left.

enum class Sandboxed {
  player,     ///< judge-player, which loads attempts
  sanitizer,  ///< NVIDIA's program, which loads none itself and starts judge-checked
  checked,    ///< judge-checked, which loads attempts, in what is left to the sanitizer
};

/// Capabilities, new privileges through exec, writing to files, and by Landlock every look into processes that did not give up
/// the same. Counts for the calling thread and the threads that it starts, and for programs that it becomes by exec. It must be
/// the process's only thread; with `checked`, the sanitizer's own may be there already, which keep what is left to that. Where
/// the kernel has no Landlock the rest counts. `writable_folder`: below it files may be written all the same; empty = nowhere.
/// Errors: another thread is there, or the kernel refuses.
Result<void> give_up_rights(Sandboxed who = Sandboxed::player, const std::string& writable_folder = "");

/// The first two of these alone, capabilities and new privileges through exec. Counts for the calling thread and those that it
/// starts; others may be there. Errors: the kernel refuses.
Result<void> give_up_privileges();

/// The system calls by which an attempt could leave its process: starting another, reaching into others, the network. A
/// player's attempts may not read ahead in the channel to the referee, those under a sanitizer make no new files. Counts for
/// all threads; the calls fail with EPERM. Where the kernel has no seccomp nothing happens. Errors: the kernel refuses.
Result<void> give_up_system_calls(Sandboxed who = Sandboxed::player);

}  // namespace judge

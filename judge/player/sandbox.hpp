#pragma once

#include <string>

#include "judge/util/result.hpp"

namespace judge {

/// The rights that a player drops before it loads an attempt; docs/decisions/0005-isolation.md has the reasons.

enum class Sandboxed {
  player,     ///< judge-player, which loads attempts
  sanitizer,  ///< compute-sanitizer, which starts judge-checked
  checked,    ///< judge-checked, which loads attempts, with the rights that the sanitizer kept
};

/// Drops capabilities, new privileges through exec, writing to files, and by Landlock access to processes that did not drop the
/// same. Applies to the calling thread, the threads that it starts, and programs that it becomes by exec. It must be the process's
/// only thread; with `checked` the sanitizer's threads may exist already, and keep the sanitizer's rights. Without Landlock in the
/// kernel only the others are dropped. `writable_folder`: files below it stay writable; empty = none. Errors: another thread
/// exists, or the kernel refuses.
Result<void> drop_rights(Sandboxed who = Sandboxed::player, const std::string& writable_folder = "");

/// Drops only capabilities and new privileges through exec, for the calling thread and those that it starts; other threads may
/// exist. Errors: the kernel refuses.
Result<void> drop_privileges();

/// Forbids the system calls that start processes, access other processes, or use the network. Also forbidden: for a player to read
/// ahead in the channel to the referee; under a sanitizer to make new files. Applies to all threads; the calls fail with EPERM.
/// Does nothing without seccomp in the kernel. Errors: the kernel refuses.
Result<void> drop_system_calls(Sandboxed who = Sandboxed::player);

}  // namespace judge

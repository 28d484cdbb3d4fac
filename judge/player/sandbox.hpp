#pragma once

#include <string>
#include <vector>

#include "judge/util/result.hpp"

namespace judge {

/// The rights that a player drops before it loads an attempt; docs/decisions/0005-isolation.md has the reasons.

enum class Sandboxed {
  driver,   ///< judge-player on a GPU: it will load CUDA's driver, which starts threads, and an attempt
  attempt,  ///< judge-player on the emulated runtime, which will load an attempt
  tool,     ///< a program of NVIDIA's, which starts judge-replay
  replay,   ///< judge-replay, which loads attempts, with the rights that the tool kept
};

/// The rights that are kept.
struct Rights {
  Sandboxed who = Sandboxed::attempt;
  std::string writable_folder;  ///< files below it stay writable; empty = none
  std::vector<std::string>
      readable;  ///< what stays readable besides the system's own; `driver` reads all until drop_reading(), `tool` always
  /// Keeps the right to read a GPU's counters, where the driver asks for a capability, and to make files in the folder: Nsight
  /// Compute's library makes a lock there for each kernel.
  bool profiles = false;
};

/// What LD_LIBRARY_PATH names is readable as well: an attempt may need libraries that are there.
void add_library_folders(Rights& rights);

/// Drops capabilities, new privileges through exec, writing to files, for `attempt` and `replay` reading other files, and by Landlock
/// access to processes that did not drop the same. Applies to the calling thread, the threads that it starts, and programs that it
/// becomes by exec. It must be the process's only thread; with `replay` the tool's and the driver's threads may exist
/// already, and keep what they have. Without Landlock in the kernel only the others are dropped. Errors: another thread
/// exists, or the kernel refuses.
Result<void> drop_rights(const Rights& rights);

/// What `driver` kept of reading: from here on the calling thread, and those it starts, read the system's folders and
/// `rights.readable` alone, so neither your files nor other attempts in the build cache nor other processes' entries in /proc, and make
/// no files, in /dev/shm either. Once there is a context: the driver's own threads exist by then, and keep what they have. Does nothing without Landlock in the kernel. Errors: the kernel refuses.
Result<void> drop_reading(const Rights& rights);

/// Forbids the system calls that start processes, access other processes, or use the network. Also forbidden: for a player to read
/// ahead in the channel to the referee; to leave something behind, and to change a file's mode or owner, every socket, timers that
/// send signals, and to schedule others; for `attempt` also to schedule itself, memory that nobody could count, to ask which pages there are, locks and watches
/// on files; under a tool to make new files, unless it `profiles`. Applies to all threads; the calls fail with EPERM.
/// Does nothing without seccomp in the kernel. Errors: the kernel refuses.
Result<void> drop_system_calls(const Rights& rights);

}  // namespace judge

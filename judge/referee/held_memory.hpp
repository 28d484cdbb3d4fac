#pragma once

#include <sys/types.h>

#include <cstddef>

namespace judge {

/// What a process holds of memory that is nobody's file: its own pages, swapped out ones too, and shared ones; and how many threads
/// it has (proc(5)).
struct HeldMemory {
  std::size_t own_bytes = 0, shared_bytes = 0;
  std::size_t threads = 0;
};

/// Zeros if there is no such process.
HeldMemory held_memory(pid_t process);

}  // namespace judge

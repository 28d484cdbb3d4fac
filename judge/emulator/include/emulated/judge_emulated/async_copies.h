#pragma once

#include "judge_emulated/abi.h"
#include "judge_emulated/threads.h"

// Copies to shared memory that a GPU makes beside other work: by cp.async, __pipeline_memcpy_async() and
// cuda::memcpy_async(). The runtime keeps the bytes until they are waited for.
namespace judge_emulated {

/// `given` bytes of `from`, then zeros; `bytes` are at most 16.
[[JUDGE_NAMED_CALL]] static void copy_async(void* to, const void* from, unsigned given, unsigned bytes) {
  char data[16] = {};
  volatile char* const target = static_cast<char*>(to);
#ifdef JUDGE_EMULATED_CHECKED
  // The checker sees loads and stores, not calls of memcpy().
  for (unsigned i = 0; i < given; ++i) data[i] = static_cast<const char*>(from)[i];
#else
  if (given) __builtin_memcpy(data, from, given);
  // A bad address faults here, and not where the copy is waited for.
  target[0] = target[0];
  target[bytes - 1] = target[bytes - 1];
#endif
  if (judgeEmulatedCopyAsync(linear_thread(), to, data, bytes, __builtin_return_address(0))) return;
  for (unsigned i = 0; i < bytes; ++i) target[i] = data[i];
}

static inline void commit_copies() { judgeEmulatedCommitCopies(linear_thread()); }
static inline void wait_for_copies(std::uint64_t groups) { judgeEmulatedWaitForCopies(linear_thread(), groups); }

/// Of any size, by pieces. Inlined, so that a report names the caller's line.
[[gnu::always_inline]] static inline void copy_pieces_async(void* to, const void* from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 16) {
    const auto piece = static_cast<unsigned>(bytes - i < 16 ? bytes - i : 16);
    copy_async(static_cast<char*>(to) + i, static_cast<const char*>(from) + i, piece, piece);
  }
}

/// Does a GPU copy these asynchronously? From global memory to shared memory, by at least 4 bytes.
static inline bool copies_asynchronously(const void* to, const void* from, std::size_t alignment) {
  return alignment >= 4 && judgeEmulatedInKernel() && judgeEmulatedSpaceOf(to) == Space::shared &&
         judgeEmulatedSpaceOf(from) == Space::global;
}

}  // namespace judge_emulated

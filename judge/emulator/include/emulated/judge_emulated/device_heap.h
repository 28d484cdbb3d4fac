#pragma once

#include <cstdio>
#include <cstdlib>

#include "judge_emulated/abi.h"

// What printf(), malloc() and free() are in device code.
namespace judge_emulated {

/// On a GPU the number of arguments, not of characters.
template <class... A>
static inline int counted_printf(const char* format, const A&... arguments) {
  const int printed = std::printf(format, arguments...);
  return judgeEmulatedInKernel() && printed >= 0 ? static_cast<int>(sizeof...(A)) : printed;
}

static inline void* heap_malloc(std::size_t bytes) {
  return judgeEmulatedInKernel() ? judgeEmulatedHeapMalloc(bytes) : std::malloc(bytes);
}

static inline void heap_free(void* pointer) {
  if (judgeEmulatedInKernel()) judgeEmulatedHeapFree(pointer);
  else std::free(pointer);
}

}  // namespace judge_emulated

#pragma once

#include <dlfcn.h>

#include <cstdint>

namespace judge {

/// Of the call before the return address `code`, in the library that holds it; 0 = not known.
inline std::uint64_t offset_of_call(const void* code) {
  Dl_info info{};
  if (!code || !::dladdr(code, &info)) return 0;
  return reinterpret_cast<std::uint64_t>(code) - 1 - reinterpret_cast<std::uint64_t>(info.dli_fbase);
}

}  // namespace judge

/// Where the exported function that runs was called.
#define JUDGE_CALLER __builtin_return_address(0)

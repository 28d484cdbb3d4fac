// Where in an attempt host code went wrong, seen from a signal handler.
#include "judge/emulator/runtime/host_code.hpp"

#include <dlfcn.h>
#include <execinfo.h>

#include <cstring>
#include <initializer_list>

namespace judge::emulated {

namespace {

constexpr int most_frames = 64;

/// In a library of the system, such as libc.
bool is_of_the_system(const void* code) {
  Dl_info info{};
  if (!::dladdr(code, &info) || !info.dli_fname) return true;
  for (const char* folder : {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"})
    if (!std::strncmp(info.dli_fname, folder, std::strlen(folder))) return true;
  return false;
}

}  // namespace

void prepare_to_find_callers() {
  void* frame = nullptr;
  ::backtrace(&frame, 1);
}

const void* attempts_code(const void* code) {
  if (!is_of_the_system(code)) return code;
  void* frames[most_frames];
  const int count = ::backtrace(frames, most_frames);
  bool is_below = false;  // the handler's own frames come first
  for (int i = 0; i < count; ++i) {
    if (is_below && !is_of_the_system(frames[i])) return static_cast<const char*>(frames[i]) - 1;  // inside the call
    is_below = is_below || frames[i] == code;
  }
  return code;
}

}  // namespace judge::emulated

#pragma once

#include <dlfcn.h>

namespace judge {

/// Sets `function` to what a library of dlopen() exports by this name, or to null. Is it there?
template <class F>
bool find_symbol(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(::dlsym(library, name));
  return function != nullptr;
}

}  // namespace judge

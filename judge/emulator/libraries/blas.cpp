#include "judge/emulator/libraries/blas.hpp"

#include <dlfcn.h>

#include <cstdlib>

namespace judge::emulated {

namespace {

// Its threads would start as it is loaded; ours are the runtime's.
void* open_alone() {
  constexpr const char* setting = "OPENBLAS_NUM_THREADS";
  const bool is_set = std::getenv(setting) != nullptr;
  if (!is_set) ::setenv(setting, "1", 1);
  void* const library = ::dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!is_set) ::unsetenv(setting);
  if (library)
    if (const auto set_threads = reinterpret_cast<void (*)(int)>(::dlsym(library, "openblas_set_num_threads"))) set_threads(1);
  return library;
}

template <class Function>
bool get(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(::dlsym(library, name));
  return function != nullptr;
}

const Blas* load() {
  void* const library = open_alone();
  if (!library) return nullptr;
  static Blas blas;
  bool found = true;
#define JUDGE_GET(x, name) found = get(library, "cblas_" #x #name, blas.x##name) && found
#define JUDGE_GET_ALL(x)                                                                                                 \
  JUDGE_GET(x, dot), JUDGE_GET(x, nrm2), JUDGE_GET(x, asum), JUDGE_GET(x, gemv), JUDGE_GET(x, symv), JUDGE_GET(x, trsv), \
      JUDGE_GET(x, gemm), JUDGE_GET(x, symm), JUDGE_GET(x, syrk), JUDGE_GET(x, trmm), JUDGE_GET(x, trsm)
  JUDGE_GET_ALL(s);
  JUDGE_GET_ALL(d);
  JUDGE_GET(is, amax);
  JUDGE_GET(id, amax);
#undef JUDGE_GET_ALL
#undef JUDGE_GET
  return found ? &blas : nullptr;
}

}  // namespace

const Blas* find_blas() {
  static const Blas* const blas = load();
  return blas;
}

}  // namespace judge::emulated

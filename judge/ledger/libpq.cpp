#include "judge/ledger/libpq.hpp"

#include <dlfcn.h>

namespace judge {

static Result<Libpq> load() {
  // Its interface has been version 5 since PostgreSQL 8.2: functions were added, none has changed or gone.
  void* handle = ::dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return fail(
        "a ledger on a PostgreSQL server needs the library libpq.so.5, which cannot be loaded ({}); install it: apt-get "
        "install libpq5",
        ::dlerror());
  Libpq libpq;
#define X(name)                                                             \
  libpq.name = reinterpret_cast<decltype(&::name)>(::dlsym(handle, #name)); \
  if (!libpq.name) return fail("libpq.so.5: has no function " #name "; install PostgreSQL's: apt-get install libpq5");
  JUDGE_LIBPQ_FUNCTIONS(X)
#undef X
  return libpq;
}

Result<const Libpq*> load_libpq() {
  static const Result<Libpq> libpq = load();
  if (!libpq) return std::unexpected(libpq.error());
  return &*libpq;
}

}  // namespace judge

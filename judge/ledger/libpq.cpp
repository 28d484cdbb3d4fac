#include "judge/ledger/libpq.hpp"

#include <dlfcn.h>

#include <type_traits>

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
  const char* missing = nullptr;
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(handle, name));
    if (!function) missing = name;
  };
  find(libpq.PQclear, "PQclear");
  find(libpq.PQconnectdbParams, "PQconnectdbParams");
  find(libpq.PQconninfoFree, "PQconninfoFree");
  find(libpq.PQconninfoParse, "PQconninfoParse");
  find(libpq.PQconsumeInput, "PQconsumeInput");
  find(libpq.PQerrorMessage, "PQerrorMessage");
  find(libpq.PQexec, "PQexec");
  find(libpq.PQfinish, "PQfinish");
  find(libpq.PQgetResult, "PQgetResult");
  find(libpq.PQgetisnull, "PQgetisnull");
  find(libpq.PQgetlength, "PQgetlength");
  find(libpq.PQgetvalue, "PQgetvalue");
  find(libpq.PQisBusy, "PQisBusy");
  find(libpq.PQntuples, "PQntuples");
  find(libpq.PQresultErrorField, "PQresultErrorField");
  find(libpq.PQresultStatus, "PQresultStatus");
  find(libpq.PQsendQueryParams, "PQsendQueryParams");
  find(libpq.PQsetNoticeProcessor, "PQsetNoticeProcessor");
  find(libpq.PQsocket, "PQsocket");
  find(libpq.PQstatus, "PQstatus");
  find(libpq.PQtransactionStatus, "PQtransactionStatus");
  if (missing) return fail("libpq.so.5: has no function {}; install PostgreSQL's: apt-get install libpq5", missing);
  return libpq;
}

Result<const Libpq*> load_libpq() {
  static const Result<Libpq> libpq = load();
  if (!libpq) return std::unexpected(libpq.error());
  return &*libpq;
}

}  // namespace judge

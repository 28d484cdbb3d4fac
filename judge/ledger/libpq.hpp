#pragma once

#include <libpq-fe.h>

#include "judge/util/result.hpp"

namespace judge {

/// PostgreSQL's client library, as far as the ledger needs it. Loaded when a ledger on a server is asked for: a judge with a file
/// runs on machines without it.
struct Libpq {
#define JUDGE_LIBPQ_FUNCTIONS(X)                                                                                      \
  X(PQclear)                                                                                                          \
  X(PQconnectdbParams)                                                                                                \
  X(PQconninfoFree)                                                                                                   \
  X(PQconninfoParse)                                                                                                  \
  X(PQconsumeInput) X(PQerrorMessage) X(PQexec) X(PQfinish) X(PQfreemem) X(PQgetResult) X(PQgetisnull) X(PQgetlength) \
      X(PQgetvalue) X(PQisBusy) X(PQntuples) X(PQresultErrorField) X(PQresultStatus) X(PQsendQueryParams)             \
          X(PQsetNoticeProcessor) X(PQsocket) X(PQstatus) X(PQtransactionStatus)
#define X(name) decltype(&::name) name = nullptr;
  JUDGE_LIBPQ_FUNCTIONS(X)
#undef X
};

/// Errors: the library is not installed; the message names its package.
Result<const Libpq*> load_libpq();

}  // namespace judge

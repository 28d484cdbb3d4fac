#pragma once

#include <fmt/format.h>

#include <expected>
#include <string>
#include <utility>

#include "judge/util/result.hpp"

namespace judge {

/// Why a request is not answered as it wishes. An Error of the engine, the store or the ledger becomes one of status 500: only what
/// says so itself is the request's own fault.
struct Failure {
  Failure(Error error) : text(std::move(error).message) {}  // NOLINT(google-explicit-constructor): JUDGE_TRY converts
  Failure(int what, std::string why) : status(what), text(std::move(why)) {}

  int status =
      500;  ///< of HTTP: 400 it asks for what cannot be, 404 there is no such thing, 429 too many, 500 the server's own
  std::string text;
};

/// What a request comes to, or why it does not.
template <class T>
using Answer = std::expected<T, Failure>;

/// `return fail_with(404, "There is no submission {} of yours.", id);`
template <class... Args>
[[nodiscard]] std::unexpected<Failure> fail_with(int status, fmt::format_string<Args...> format, Args&&... args) {
  return std::unexpected(Failure(status, fmt::format(format, std::forward<Args>(args)...)));
}

}  // namespace judge

#pragma once

#include <fmt/format.h>

#include <expected>
#include <string>
#include <utility>

namespace judge {

/// A failure of the judge or of its input; not a verdict about an attempt. `message` says what happened,
/// where (file:line:column if there is one) and what to do next, in one or a few lines without a final newline.
struct Error {
  std::string message;
};

template <class T>
using Result = std::expected<T, Error>;

/// `return fail("{}: no such problem", name);`
template <class... Args>
[[nodiscard]] std::unexpected<Error> fail(fmt::format_string<Args...> format, Args&&... args) {
  return std::unexpected(Error{fmt::format(format, std::forward<Args>(args)...)});
}

}  // namespace judge

#define JUDGE_CONCAT_(a, b) a##b
#define JUDGE_CONCAT(a, b) JUDGE_CONCAT_(a, b)

/// JUDGE_TRY(auto value, expression): declares `value` from a Result, or returns its Error from this function.
#define JUDGE_TRY(declaration, ...)                                                                                       \
  auto&& JUDGE_CONCAT(judge_try_, __LINE__) = (__VA_ARGS__);                                                              \
  if (!JUDGE_CONCAT(judge_try_, __LINE__)) return std::unexpected(std::move(JUDGE_CONCAT(judge_try_, __LINE__)).error()); \
  declaration = *std::move(JUDGE_CONCAT(judge_try_, __LINE__))

/// JUDGE_CHECK(expression): the same for a Result<void>.
#define JUDGE_CHECK(...)                                                                                           \
  do {                                                                                                             \
    if (auto judge_check_ = (__VA_ARGS__); !judge_check_) return std::unexpected(std::move(judge_check_).error()); \
  } while (false)

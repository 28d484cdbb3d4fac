#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "judge/catalog/expression.hpp"

namespace judge {

/// Recursive descent over the text of one Expression, as deep as `k_deepest` parentheses and signs at most.
class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, SourceLocation location);
  Result<Expression> run();

 private:
  using Operation = Expression::Operation;
  static constexpr int k_deepest = 100;
  static constexpr std::size_t k_longest = 4000;

  bool sum();
  bool product();
  bool factor();
  bool number();
  bool name();
  bool function(std::string_view called, std::size_t offset);

  bool failed(std::size_t offset, std::string message);
  char peek();
  bool take(std::string_view sign);
  void add(Operation operation, std::size_t offset, Scalar value = std::int64_t{0}, std::string name = "");

  Expression m_result;
  std::string_view m_text;
  std::size_t m_at = 0;
  int m_depth = 0;
  std::optional<std::pair<std::size_t, std::string>> m_error;
};

}  // namespace judge

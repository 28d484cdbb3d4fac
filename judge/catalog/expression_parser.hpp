#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/catalog/expression_step.hpp"

namespace judge {

/// Recursive descent over the text of one formula, as deep as `k_deepest` parentheses and signs at most.
class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : m_text(text) {}

  struct Trouble {
    std::size_t offset = 0;  ///< in the text
    std::string message;
  };
  std::expected<std::vector<ExpressionStep>, Trouble> run();

 private:
  using Operation = ExpressionStep::Operation;
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

  std::vector<ExpressionStep> m_steps;
  std::string_view m_text;
  std::size_t m_at = 0;
  int m_depth = 0;
  std::optional<Trouble> m_error;
};

}  // namespace judge

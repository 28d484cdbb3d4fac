#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "judge/catalog/expression_step.hpp"
#include "judge/catalog/source_location.hpp"
#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// A formula over a problem's scalars, as problem.json and tests.json spell sizes: numbers, names, + - * / // % and
/// parentheses, min(a, b, ...), max(a, b, ...), ceil_div(a, b). Whole numbers stay whole under all but /, which always
/// gives a floating value; // and % take whole numbers only and round downwards (as in Python). Every error is
/// reported with file:line:column; overflow, division by zero and results that are not finite are errors.
class Expression {
 public:
  using Scalars = std::map<std::string, Scalar>;

  /// `location` is that of the text's first character.
  static Result<Expression> parse(std::string_view text, SourceLocation location);
  /// A number as it is; it may be NaN or infinite.
  static Expression constant(Scalar value, SourceLocation location);

  Result<Scalar> evaluate(const Scalars& scalars) const;
  /// The value as a whole number. A floating value without a fraction is one.
  Result<std::int64_t> evaluate_whole(const Scalars& scalars) const;
  Result<double> evaluate_number(const Scalars& scalars) const;

  /// The scalars that it uses, in order of first use.
  std::vector<std::string> names() const;
  /// Where in text() a name is first used.
  std::size_t offset_of(std::string_view name) const;
  /// As C++ source over variables of the same names, all of an integer type.
  std::string c_source() const;

  const std::string& text() const { return m_text; }
  const SourceLocation& location() const { return m_location; }

 private:
  using Step = ExpressionStep;
  using Operation = Step::Operation;

  std::unexpected<Error> error(std::size_t offset, std::string_view message) const;
  Result<Scalar> apply(const Step& step, Scalar a, Scalar b) const;
  Result<Scalar> apply_whole(const Step& step, std::int64_t a, std::int64_t b) const;

  std::string m_text;
  SourceLocation m_location;
  std::vector<Step> m_steps;
};

}  // namespace judge

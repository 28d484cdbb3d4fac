#pragma once

#include <cstdint>
#include <vector>

#include "judge/catalog/expression.hpp"
#include "judge/catalog/json_tree.hpp"
#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// How a buffer is filled, as problem.json or tests.json says it: the numbers still formulas.
struct FillSpec {
  enum class Kind : int {
    literal,
    repeat,
    uniform,
    normal,
    integers,
    constant,
    iota,
    permutation,
    sorted,
    sparse,
    choice,
    custom
  };
  Kind kind = Kind::constant;
  std::vector<Expression> numbers;
  SourceLocation location;
};

/// Reads a fill: {"uniform": [0, 1]}, "permutation", [1, 2, "nan"], 0, ... (problems/README.md has them all).
Result<FillSpec> parse_fill(const JsonNode& node);

/// Evaluates the numbers and checks that they make sense for a buffer of this type and size.
Result<Fill> resolve_fill(const FillSpec& spec, const Expression::Scalars& scalars, DType type, std::int64_t elements);

/// Reads a number: a JSON number, or a string that is a formula, "nan", "inf" or "-inf".
Result<Expression> parse_number(const JsonNode& node);

}  // namespace judge

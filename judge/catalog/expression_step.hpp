#pragma once

#include <cstddef>
#include <string>

#include "judge/model/problem.hpp"

namespace judge {

/// One operation of a formula in postfix order: it takes its operands from a stack and leaves its result there.
struct ExpressionStep {
  enum class Operation : int {
    number,
    name,
    negate,
    add,
    subtract,
    multiply,
    divide,
    floor_divide,
    remainder,
    min,
    max,
    ceil_div
  };
  Operation operation = Operation::number;
  Scalar value;
  std::string name;
  std::size_t offset = 0;  ///< in the formula's text
};

}  // namespace judge

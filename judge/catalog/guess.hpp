#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/model/problem.hpp"

namespace judge {

/// What a declaration alone suggests about a problem, for `judge new`.
struct GuessedBuffer {
  std::string name;
  DType type = DType::f32;
  Direction direction = Direction::in;
  bool direction_is_default = true;  ///< the same as const or not says
  std::vector<std::string> shape;    ///< numbers and formulas
};

/// `problem`: its name, which may say that one number comes out.
std::vector<GuessedBuffer> guess_buffers(const Signature& signature, std::string_view problem);

/// The whole-number scalars that are taken for sizes.
std::vector<std::string> guess_sizes(const Signature& signature);

/// The other scalars, with a value for each as JSON has it: {"eps", "1e-5"}.
struct GuessedScalar {
  std::string name, value;
};
std::vector<GuessedScalar> guess_other_scalars(const Signature& signature);

/// A size that must not be larger than another: {"kernel_rows", "input_rows"}.
struct SizeBound {
  std::string size, most;
};
std::vector<SizeBound> guess_bounds(const Signature& signature);

/// A checker for outputs of a type, as JSON has it: what is to be expected of rounding.
std::string_view guess_checker(DType type);

}  // namespace judge

#pragma once

#include <string>
#include <vector>

#include "judge/model/problem.hpp"

namespace judge {

/// What a declaration alone suggests about a problem, for `judge new`.
struct GuessedBuffer {
  std::string name;
  DType type = DType::f32;
  Direction direction = Direction::in;
  bool direction_is_default = true;  ///< the same as const or not says
  std::vector<std::string> shape;
};

std::vector<GuessedBuffer> guess_buffers(const Signature& signature);

/// The whole-number scalars, which are taken for sizes.
std::vector<std::string> guess_sizes(const Signature& signature);

}  // namespace judge

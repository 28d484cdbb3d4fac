#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judge/model/dtype.hpp"

namespace judge {

/// A buffer's elements as numbers.
struct Values {
  std::string name;
  std::vector<double> values;
};

/// A wrong output, and what it is compared with.
struct WrongOutput {
  std::string name;
  DType type = DType::f32;
  std::vector<std::int64_t> shape;
  std::vector<double> got, expected;
  std::vector<Values> inputs{};         ///< of in-place buffers, too, as they were before the call
  std::vector<Values> other_outputs{};  ///< what is expected of them
};

/// What a wrong output holds instead, where all of its elements agree on that and on nothing else: "C[i] holds what belongs into C[i + 1]
/// ...; look at: ...", a sum of a part of an input, an input itself. Empty where nothing of that fits, or several do, or there are
/// too few elements to tell. It is a fact of the data; only what comes after "look at" is a guess.
std::string likeness_of(const WrongOutput& wrong);

}  // namespace judge

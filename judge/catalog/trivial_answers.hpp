#pragma once

#include <string>
#include <vector>

#include "judge/model/problem.hpp"

namespace judge {

/// An answer that takes no thought. A sound problem rejects each of them, unless it is the very answer.
struct TrivialAnswer {
  enum class Kind { zeros, untouched, first_half, last_missing, copied, of_other_inputs };
  Kind kind = Kind::zeros;
  std::size_t output = 0, input = 0;  ///< arguments; the input is one of `copied`
  std::string output_name, input_name;
  bool in_place = false;

  /// "A copied to C", as `judge verify` shows it and problem.json names it.
  std::string name() const;
};

/// Those of one case.
std::vector<TrivialAnswer> trivial_answers(const Case& test);

/// One pointer of solve().
struct AnswerBuffer {
  std::size_t argument = 0;
  std::string name;
  DType type = DType::f32;
  Direction direction = Direction::in;
};

/// Those of every case with these buffers.
std::vector<TrivialAnswer> trivial_answers(const std::vector<AnswerBuffer>& buffers);

}  // namespace judge

#include "judge/catalog/trivial_answers.hpp"

#include <fmt/format.h>

namespace judge {

std::string TrivialAnswer::name() const {
  switch (kind) {
    case Kind::zeros: return "zeros in " + output_name;
    case Kind::untouched: return output_name + (in_place ? " left as it was" : " left untouched");
    case Kind::first_half: return "the first half of " + output_name;
    case Kind::last_missing: return "all but the last of " + output_name;
    case Kind::of_other_inputs: return fmt::format("{} of other inputs", output_name);
    case Kind::copied: return fmt::format("{} copied to {}", input_name, output_name);
  }
  return "?";
}

std::vector<TrivialAnswer> trivial_answers(const std::vector<AnswerBuffer>& buffers) {
  using enum TrivialAnswer::Kind;
  std::vector<TrivialAnswer> answers;
  for (const AnswerBuffer& output : buffers) {
    if (output.direction == Direction::in) continue;
    TrivialAnswer answer{
        .output = output.argument, .output_name = output.name, .in_place = output.direction == Direction::inout};
    for (const auto kind : {zeros, untouched, first_half, last_missing, of_other_inputs}) {
      answer.kind = kind;
      answers.push_back(answer);
    }
    answer.kind = copied;
    for (const AnswerBuffer& input : buffers) {
      if (input.argument == output.argument || input.direction == Direction::out || input.type != output.type) continue;
      answer.input = input.argument;
      answer.input_name = input.name;
      answers.push_back(answer);
    }
  }
  return answers;
}

std::vector<TrivialAnswer> trivial_answers(const Case& test) {
  std::vector<AnswerBuffer> buffers;
  for (std::size_t i = 0; i < test.arguments.size(); ++i)
    if (const auto* buffer = std::get_if<BufferArgument>(&test.arguments[i]))
      buffers.push_back({i, buffer->name, buffer->type, buffer->direction});
  return trivial_answers(buffers);
}

}  // namespace judge

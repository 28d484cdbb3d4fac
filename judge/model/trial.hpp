#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/model/record_json.hpp"

namespace judge {

/// One buffer of a case as people read it. The lists have one text for each element (of a large input for those of its first rows alone), or are empty.
struct TrialBuffer {
  std::string name;
  std::vector<std::int64_t> shape;
  Direction direction = Direction::in;
  std::vector<std::string> given;     ///< before the call; of inputs and in-place buffers
  std::vector<std::string> expected;  ///< of outputs and in-place buffers
  std::vector<std::string> got;       ///< after the call; of inputs only where they were changed; empty where no call returned
  std::vector<bool> differs;          ///< as many as `got`

  static constexpr auto fields() {
    return field_list(field("name", &TrialBuffer::name), field("shape", &TrialBuffer::shape),
                      field("direction", &TrialBuffer::direction), field("given", &TrialBuffer::given),
                      field("expected", &TrialBuffer::expected), field("got", &TrialBuffer::got),
                      field("differs", &TrialBuffer::differs));
  }
};

/// One case with its inputs, the expected outputs, and the outputs of an attempt.
struct Trial {
  static constexpr const char* schema = "judge.trial/1";
  std::string case_name, sizes;
  std::vector<TrialBuffer> buffers;
  std::optional<Record> record;  ///< the attempt's verdict on this case alone; none without an attempt
  std::string printed;           ///< by the attempt, the beginning

  static constexpr auto fields() {
    return field_list(field("case", &Trial::case_name), field("sizes", &Trial::sizes), field("buffers", &Trial::buffers),
                      field("record", &Trial::record), field<Form::optional>("printed", &Trial::printed));
  }
};

}  // namespace judge

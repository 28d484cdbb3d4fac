#pragma once

#include <map>
#include <string>
#include <vector>

#include "judge/catalog/trivial_answers.hpp"
#include "judge/referee/referee.hpp"
#include "judge/verify/reference.hpp"
#include "judge/verify/report.hpp"

namespace judge {

/// Writes answers into the outputs without an attempt's code and compares them as for an attempt: right answers must be
/// accepted in every case, trivial ones rejected. A trivial answer is in one output; the others are right.
///
/// A trivial answer may be right in a special case (zeros if all inputs are zero), so at least one untimed case must reject it,
/// unless problem.json says that it is right ("trivially_right"). The answer to other inputs is tried until such a case rejects it. If outputs are poisoned with NaN, an unwritten element must be
/// found in every case.
class AnswersTest {
 public:
  explicit AnswersTest(const Problem& problem) : m_declared(problem.trivially_right) {}

  /// Errors: the judge's own failures.
  Result<void> test(Referee& referee, const Runtime& runtime, const PreparedCase& prepared, const Truth& truth);

  /// Has no case so far told the answer to other inputs from the right one, and may this one?
  bool wants_answer_to_other_inputs(const Case& test) const;

  /// The results of all cases so far.
  std::vector<SoundnessResult> results() const;

 private:
  enum class Kind { right, right_f32, through_float, trivial, of_other_inputs };

  struct Tally {
    Kind kind = Kind::right;
    bool never_accepted = false;     ///< no case may accept it
    std::int64_t most_elements = 0;  ///< of the outputs that were tried
    int cases = 0, rejected = 0;
    int rejected_untimed = 0;
    std::vector<std::string> accepted;  ///< cases
    std::vector<std::string> mistaken;  ///< of these, where it is not the right answer
    std::vector<std::string> refused;   ///< cases that rejected it, for right answers
    std::string reason;                 ///< of the first rejection
  };
  /// The first `bytes` of the output are written, the rest stays what it was before the call.
  struct Written {
    const std::byte* source = nullptr;
    std::size_t bytes = 0;
  };

  Written written(const PreparedCase& prepared, const Truth& truth, const TrivialAnswer& answer) const;
  Result<void> try_right(Referee& referee, const Runtime& runtime, const PreparedCase& prepared, Kind kind,
                         const std::string& name, const std::vector<HostMemory>& answers);
  static Result<bool> is_accepted(Referee& referee, const Runtime& runtime, const PreparedCase& prepared, const Truth& truth,
                                  std::size_t output, Written written);
  Result<void> try_trivial(Referee& referee, const Runtime& runtime, const PreparedCase& prepared, const Truth& truth,
                           const TrivialAnswer& answer);
  Tally& tally_of(const std::string& name, Kind kind);
  static SoundnessResult right_result(const std::string& name, const Tally& tally);
  SoundnessResult independent_result(const std::string& name, const Tally& tally) const;
  SoundnessResult trivial_result(const std::string& name, const Tally& tally) const;
  static SoundnessResult declared_result(const std::string& name, const Tally& tally, const std::string& reason);

  std::map<std::string, std::string> m_declared;  ///< trivial answers that are right, and why
  std::vector<std::string> m_order;
  std::map<std::string, Tally> m_tallies;
  std::vector<std::byte> m_zeros;
};

}  // namespace judge

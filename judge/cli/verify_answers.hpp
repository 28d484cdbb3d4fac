#pragma once

#include <map>
#include <string>
#include <vector>

#include "judge/cli/verify_reference.hpp"
#include "judge/cli/verify_report.hpp"
#include "judge/referee/referee.hpp"

namespace judge {

/// Hands answers in without any attempt's code, through the comparison that attempts go through: right ones, which
/// must be accepted everywhere, and trivial ones, which must not get through. Each trivial answer stands in one output
/// while the others are right.
///
/// A trivial answer may be right in a special case (zeros where all is zero), so at least one case that is not timed
/// must reject it. Where outputs are poisoned with NaN, an element that was never written must be found in every case.
class AnswersExam {
 public:
  /// Errors: the judge's own failures.
  Result<void> examine(Referee& referee, const Runtime& runtime, const PreparedCase& prepared, const Truth& truth);

  /// What all cases so far showed.
  std::vector<SoundnessCheck> checks() const;

 private:
  enum class Kind { right, right_f32, through_float, zeros, untouched, copied, half, last_missing };

  /// The first `bytes` of the output are written, the rest stays poison, or the input of an in-place buffer.
  struct Answer {
    Kind kind = Kind::right;
    std::size_t output = 0;               ///< the argument it stands in; unused for right answers
    std::string name;
    const std::byte* source = nullptr;
    std::size_t bytes = 0;
  };
  struct Tally {
    Kind kind = Kind::right;
    bool never_accepted = false;          ///< no case may accept it
    int checked = 0, rejected = 0;        ///< cases that are not timed
    std::vector<std::string> accepted;    ///< cases, timed ones too
    std::vector<std::string> mistaken;    ///< of these, where it is not the right answer
    std::vector<std::string> refused;     ///< cases that rejected it, for right answers
    std::string reason;                   ///< of the first rejection
  };

  std::vector<Answer> trivial_answers(const PreparedCase& prepared, const Truth& truth, std::size_t output) const;
  Result<void> try_right(Referee& referee, const Runtime& runtime, const PreparedCase& prepared, Kind kind,
                         const std::string& name, const std::vector<HostMemory>& answers);
  static Result<bool> is_accepted(Referee& referee, const Runtime& runtime, const PreparedCase& prepared,
                                  const Truth& truth, const Answer& answer);
  Result<void> try_trivial(Referee& referee, const Runtime& runtime, const PreparedCase& prepared, const Truth& truth,
                           const Answer& answer);
  Tally& tally_of(const std::string& name, Kind kind);
  static SoundnessCheck right_check(const std::string& name, const Tally& tally);
  static SoundnessCheck trivial_check(const std::string& name, const Tally& tally);

  std::vector<std::string> m_order;
  std::map<std::string, Tally> m_tallies;
  std::vector<std::byte> m_zeros;
};

}  // namespace judge

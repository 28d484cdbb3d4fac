#pragma once

#include <memory>
#include <string>
#include <vector>

#include "judge/judging/session.hpp"

namespace judge {

struct JudgingOptions : JudgingRules {
  std::string problem;
  std::vector<std::string> attempts;  ///< empty = every attempt at the problem in ROOT/solutions
};

/// Comes before the judgements, and so ends after them: their players have the session's memory mapped, and what CUDA does is undefined
/// where it is freed first.
struct HasSession {
  std::unique_ptr<Session> session;
};

/// All that a command knows when its attempts are judged.
struct Judged : HasSession, Judgements {
  bool has_unreadable = false;     ///< an attempt in a named folder could not be read
  std::vector<double> medians_ns;  ///< of all attempts so far at this problem on this device

  const Setting& setting() const { return session->setting(); }
};

/// Finds what the options name and judges it: in `ahead`, if that is of the problem as it is now, else in a session of its own. Errors: usage, the
/// judge's own failures, interrupted.
Result<Judged> judge_attempts(const CommonOptions& common, const JudgingOptions& options, Observer& observer,
                              std::unique_ptr<Session> ahead = nullptr);

/// A session for that, opened and warmed up before its attempts are there. Errors: as above.
Result<std::unique_ptr<Session>> open_ahead(const CommonOptions& common, const JudgingOptions& options, Observer& observer);

/// Judges `named`, and not what the options name. Errors: as above.
Result<Judged> judge_submissions(const CommonOptions& common, const JudgingRules& rules, Named named, Observer& observer);

}  // namespace judge

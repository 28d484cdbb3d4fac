#pragma once

#include <string>

#include "judge/util/described.hpp"

namespace judge {

/// Persisted in ledgers and in the JSON output: never renumber.
enum class VerdictKind : int {
  accepted = 1,
  wrong_answer = 2,
  runtime_error = 3,
  time_limit = 4,
  memory_limit = 5,
  output_limit = 6,
  compile_error = 7,
  cheating = 8,
  unsupported = 9,   ///< needs something this runtime lacks; says nothing about the attempt
  judge_error = 10,  ///< the judge or the problem failed; says nothing about the attempt
};

constexpr auto names_of(VerdictKind) {
  return named<VerdictKind>({{VerdictKind::accepted, "accepted"},
                             {VerdictKind::wrong_answer, "wrong-answer"},
                             {VerdictKind::runtime_error, "runtime-error"},
                             {VerdictKind::time_limit, "time-limit"},
                             {VerdictKind::memory_limit, "memory-limit"},
                             {VerdictKind::output_limit, "output-limit"},
                             {VerdictKind::compile_error, "compile-error"},
                             {VerdictKind::cheating, "cheating"},
                             {VerdictKind::unsupported, "unsupported"},
                             {VerdictKind::judge_error, "judge-error"}});
}

struct Verdict {
  VerdictKind kind = VerdictKind::judge_error;
  std::string case_name;  ///< the case that decided; empty for accepted and compile-error
  std::string summary;    ///< one line: "3 of 25,000,000 elements of C are wrong, first at C[24999997]"
  std::string details;    ///< further lines for people: expected and got, line and thread, compiler diagnostics

  static constexpr auto fields() {
    return field_list(field("verdict", &Verdict::kind), field("failed_case", &Verdict::case_name),
                      field("summary", &Verdict::summary), field("details", &Verdict::details));
  }
};

}  // namespace judge

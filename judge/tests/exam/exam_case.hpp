#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/attempt.hpp"
#include "judge/model/verdict.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// A text that the judge's output must hold.
struct ExpectedText {
  std::optional<RuntimeKind> only;  ///< on this runtime; empty = on both
  std::string text;
  bool is_absent = false;  ///< must not be said
};

/// An attempt and what the judge must say of it.
struct ExamCase {
  std::filesystem::path file;
  std::string problem;
  std::vector<VerdictKind> verdicts;  ///< any of these; the first is the one that its folder is named after
  std::vector<VerdictKind> emulated_verdicts, cuda_verdicts;  ///< on that runtime; empty = `verdicts`
  std::optional<RuntimeKind> only;                            ///< defined on this runtime alone; empty = on both
  std::vector<ExpectedText> says;
  int line = 0;  ///< that the verdict or a finding must name; 0 = none
  /// What the checker must find on the emulated runtime, as the record spells it; "none" = nothing; empty = it is not asked.
  std::string finding;
  /// Which of the cases it is judged with; if not said, small where it must be checked, else all_but_full.
  enum class Sizes { small, all_but_full, full } sizes = Sizes::all_but_full;

  bool with_extra = false;  ///< judged with --extra
  bool in_sample = true;    ///< CTest may take it; tools/exam has all

  bool wants_timing = true;
  bool is_timed = true;  ///< timed calls come after the first ones: for what is told by repeating

  bool runs_on(RuntimeKind runtime) const { return !only || *only == runtime; }
  const std::vector<VerdictKind>& verdicts_on(RuntimeKind runtime) const {
    const auto& own = runtime == RuntimeKind::emulated ? emulated_verdicts : cuda_verdicts;
    return own.empty() ? verdicts : own;
  }
};

/// Is this one of the many attempts that show a style of writing?
bool is_style(const std::filesystem::path& file);

/// Does it lie in a folder of its problem's name, as those do that came with the problem?
bool lies_with_its_problem(const ExamCase& exam);

/// Reads the directives of a file in testcases/VERDICT/ or testcases/VERDICT/PROBLEM/. They are comments:
///   // exam: problem=NAME verdict=VERDICT[,VERDICT...] [only=emulated|cuda] [finding=KIND|none] [size=full|small|all-but-full] [cases=extra] [timed=no] [sample=no]
///   // exam: emulated|cuda verdict=VERDICT[,VERDICT...]
///   // exam: [emulated|cuda] [never] says "TEXT"
///   some(code);  // exam: here
/// "here" marks the line that the judge must name: on both runtimes where it does not compile, else on the emulated one.
/// size= follows finding=. Files with a finding lie in testcases/check/, and are judged with --check.
/// Errors: no or unknown directives, an unknown verdict, one for a runtime that is none of all; a folder that is not the first
/// verdict's, but an attack in testcases/cheating/ may gain nothing and be accepted.
Result<ExamCase> read_exam_case(const std::filesystem::path& file);

/// Every file of `root`/testcases as above, and every attempt in `root`/solutions, which must be accepted, or unsupported
/// on the emulated runtime where it links what that does not have, extra cases included; those of the vector addition's ladder with --check and
/// without a finding. In order of path. Without attempts_of_ones_own().
/// Errors: those of read_exam_case, an attempt whose prefix fits no problem, nothing found.
Result<std::vector<ExamCase>> find_exam_cases(const std::filesystem::path& root);

/// The attempts in `root`/solutions that the user of the tree has put there: in mine/ or with _mine in their names, and those at problems
/// that do not come with the judge. Nobody says which verdict they must get.
Result<std::vector<std::filesystem::path>> attempts_of_ones_own(const std::filesystem::path& root);

}  // namespace judge

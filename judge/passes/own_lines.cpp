#include "judge/passes/own_lines.hpp"

#include <sstream>

#include "judge/passes/race_lines.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

std::string line_of(const std::string& source, int line) {
  std::istringstream lines(source);
  std::string text;
  for (int i = 0; i < line; ++i)
    if (!std::getline(lines, text)) return {};
  text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
  return text;
}

// Its own path, or that of a file with the same text: a .cu that it does not include.
bool is_own(const fs::path& file, const Submission& submission) {
  const fs::path& own = submission.attempt.path;
  const std::string name = file.filename().string();
  std::error_code error;
  return fs::equivalent(file, own, error) || name == own.filename() ||
         (file.extension() == ".cu" && !submission.source.contains(name));
}

template <class Placed>
void name_own_line(Placed& placed, const Submission& submission) {
  if (placed.line <= 0 || !is_own(placed.file, submission)) return;
  placed.file = submission.attempt.path.string();
  placed.source = line_of(submission.source, placed.line);
}

}  // namespace

void name_own_lines(Fault& fault, const Submission& submission) {
  name_own_line(fault, submission);
  if (!fault.other) return;
  name_own_line(*fault.other, submission);
  if (!fault.source.empty() && !fault.other->source.empty()) read_race_lines(fault, submission.source);
}

void name_own_lines(Outcome& outcome, const Submission& submission) {
  const auto name_all = [&](std::vector<Finding>& findings) {
    for (Finding& finding : findings) name_own_lines(finding, submission);
  };
  if (auto* passed = std::get_if<outcome::Passed>(&outcome)) name_all(passed->findings);
  if (auto* wrong = std::get_if<outcome::WrongAnswer>(&outcome)) name_all(wrong->findings);
  if (auto* faulted = std::get_if<outcome::Faulted>(&outcome)) name_own_lines(faulted->fault, submission);
}

}  // namespace judge

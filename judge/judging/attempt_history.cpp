#include "judge/judging/attempt_history.hpp"

#include <set>

#include "judge/catalog/suggest.hpp"
#include "judge/model/attempt_labels.hpp"

namespace judge {

std::vector<std::string> labels_of(std::span<const Record> records) {
  std::set<std::string> labels;
  for (const auto& record : records) labels.insert(record.attempt.shown());
  return {labels.begin(), labels.end()};
}

Result<std::vector<Record>> attempt_history(const Ledger& ledger, const std::string& problem, const std::string& attempt) {
  if (attempt.empty()) {
    JUDGE_TRY(auto records, ledger.history(problem));
    tell_apart(records, EditedFile::is_the_same);
    return records;
  }
  JUDGE_TRY(auto records, ledger.history(problem, attempt));
  if (!records.empty()) {
    tell_apart(records, EditedFile::is_the_same);
    return records;
  }
  // Not a name and no whole hash: the name may be in it, with a folder, or nothing but the beginning of a hash.
  JUDGE_TRY(records, ledger.history(problem));
  tell_apart(records, EditedFile::is_the_same);
  const auto all = labels_of(records);
  std::erase_if(records, [&](const Record& record) { return !is_called(record.attempt, attempt); });
  if (records.empty()) return fail("--attempt {}: was not judged at {}{}", attempt, problem, did_you_mean(attempt, all));
  return records;
}

}  // namespace judge

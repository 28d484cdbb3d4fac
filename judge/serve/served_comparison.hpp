#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/model/documents.hpp"

namespace judge {

/// What the queue keeps of a comparison of two texts, and the page shows.
struct ServedComparison {
  static constexpr const char* schema = "judge.serve.comparison/1";
  std::string summary;               ///< a sentence: what was said of the pair, or why there is none
  std::optional<ComparedPair> pair;  ///< none: not both were accepted and timed
  std::vector<Record> records;

  static constexpr auto fields() {
    return field_list(field("summary", &ServedComparison::summary), field<Form::when_set>("pair", &ServedComparison::pair),
                      field("records", &ServedComparison::records));
  }
};

ServedComparison served_comparison(const CompareDocument& document);

}  // namespace judge

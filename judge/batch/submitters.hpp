#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

#include "judge/batch/results.hpp"

namespace judge {

/// Which problems each submitter has solved. In a folder of attempts that is the first part of an attempt's path that is no problem's
/// name: anna of anna/reduction/a.cu, of reduction/anna.cu and of anna.cu.
class Submitters {
 public:
  enum class Which { few, all };
  static constexpr std::size_t k_few = 40;

  Submitters(const std::filesystem::path& folder, Which which);

  void add(const BatchResult& result);
  /// A line for each: how many problems are solved, and the verdicts of those that are not. Of more than a few one line alone, which
  /// says how to get the others. Nothing of fewer than two.
  std::string text() const;

 private:
  using Verdicts = std::map<std::string, int>;  // of one problem: how many attempts have each
  std::string name_of_submitter(const BatchResult& result) const;
  bool are_too_many() const { return m_which == Which::few && m_problems.size() > k_few; }

  std::filesystem::path m_folder;
  Which m_which;
  std::map<std::string, std::map<std::string, Verdicts>> m_problems;  // by submitter, by problem
};

}  // namespace judge

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "judge/batch/results.hpp"

namespace judge {

/// Which attempts of a batch have the same content, for its last lines. Keeps a few names, however long the batch is.
class SameContent {
 public:
  static constexpr std::size_t k_most_groups = 10, k_most_names = 10;

  void add(const BatchResult& result);
  /// "the same content: a.cu, b.cu", a line for each content; empty if there is none twice.
  std::string text() const;

 private:
  struct Group {
    std::vector<std::string> names;  ///< the first is the one that was judged
    std::size_t more = 0;
  };
  std::vector<Group> m_groups;
  bool m_has_more_groups = false;
};

}  // namespace judge

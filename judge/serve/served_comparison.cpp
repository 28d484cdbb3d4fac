#include "judge/serve/served_comparison.hpp"

namespace judge {

ServedComparison served_comparison(const CompareDocument& document) {
  if (document.pairs.empty())
    return {.summary = "There is nothing to compare: not both were accepted and timed.", .records = document.records};
  const ComparedPair& pair = document.pairs.front();
  return {.summary = (pair.is_different ? "A is " : "A and B: ") + pair.words, .pair = pair, .records = document.records};
}

}  // namespace judge

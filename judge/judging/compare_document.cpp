#include "judge/judging/compare_document.hpp"

namespace judge {

CompareDocument compare_document(const Judged& judged, const std::vector<Pair>& pairs) {
  CompareDocument document{.records = judged.records};
  const auto name_of = [&](std::size_t i) { return judged.records[judged.ranked.contestants[i]].attempt.shown(); };
  for (const auto& [a, b, comparison] : pairs)
    document.pairs.push_back({.a = name_of(a),
                              .b = name_of(b),
                              .ratio = comparison.ratio,
                              .low = comparison.low,
                              .high = comparison.high,
                              .is_different = comparison.distinguishable,
                              .blocks = comparison.blocks,
                              .words = describe(comparison)});
  return document;
}

}  // namespace judge

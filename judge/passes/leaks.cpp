#include "judge/passes/leaks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "judge/referee/symbolize.hpp"
#include "judge/util/units.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

void Leaks::called(const protocol::Trace& trace, std::size_t bytes) {
  const bool may_need_more = bytes > m_largest_bytes;
  m_largest_bytes = std::max(m_largest_bytes, bytes);
  const auto before = std::exchange(m_kept, {});
  for (const auto& kept : trace.kept) {
    const auto known = before.find(kept.call_offset);
    const bool is_more = known == before.end() || kept.count > known->second.count;
    m_keeping_calls[kept.call_offset] += is_more && !may_need_more ? 1 : 0;
    m_kept[kept.call_offset] = kept;
  }
}

std::vector<Leaks::Leak> Leaks::leaks() const {
  std::vector<Leak> leaks;
  for (const auto& [offset, kept] : m_kept) {
    if (m_keeping_calls.at(offset) <= 1) continue;
    leaks.push_back({.finding = {.kind = Fault::Kind::leak,
                                 .in_kernel = false,
                                 .buffer_bytes = kept.bytes,
                                 .note = fmt::format("{}(): {}, {} in all, that no call of solve() freed", kept.function,
                                                     count_of(static_cast<std::int64_t>(kept.count), "allocation"),
                                                     format_bytes(static_cast<double>(kept.bytes)))},
                     .call_offset = offset});
  }
  return leaks;
}

std::vector<Finding> leak_findings(const Leaks& leaks, const std::filesystem::path& library) {
  std::vector<Finding> findings;
  for (auto& [finding, offset] : leaks.leaks()) {
    findings.push_back(finding);
    if (offset == 0) continue;
    const SourceLine source = source_line(library, offset);
    findings.back().file = source.file;
    findings.back().line = source.line;
    findings.back().column = source.column;
  }
  return findings;
}

}  // namespace judge

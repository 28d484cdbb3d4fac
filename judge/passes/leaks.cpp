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

RoomForCalls::Room RoomForCalls::called(std::uint64_t kept_bytes) {
  constexpr int k_more_than_buffers_made_once = 3;
  ++m_calls;
  if (kept_bytes > std::max(m_most_bytes, m_before_bytes)) {
    m_most_bytes = kept_bytes;
    ++m_growths;
  }
  const std::uint64_t room_bytes = m_limit_bytes > m_before_bytes ? (m_limit_bytes - m_before_bytes) / 2 : 0;
  if (m_limit_bytes == 0 || kept_bytes <= m_before_bytes + room_bytes || m_growths < k_more_than_buffers_made_once)
    return Room::enough;
  return m_calls < k_enough_calls ? Room::too_little : Room::used_up;
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

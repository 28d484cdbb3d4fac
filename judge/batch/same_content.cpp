#include "judge/batch/same_content.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "judge/render/terminal.hpp"

namespace judge {

void SameContent::add(const BatchResult& result) {
  if (result.same_as.empty()) return;
  auto group = std::ranges::find(m_groups, result.same_as, [](const Group& one) { return one.names.front(); });
  if (group == m_groups.end()) {
    m_has_more_groups |= m_groups.size() == k_most_groups;
    if (m_groups.size() == k_most_groups) return;
    group = m_groups.insert(group, {.names = {result.same_as}});
  }
  if (group->names.size() < k_most_names) group->names.push_back(result.id);
  else ++group->more;
}

std::string SameContent::text() const {
  std::string text;
  for (const Group& group : m_groups)
    text += printable_line(fmt::format("the same content: {}{}", fmt::join(group.names, ", "),
                                       group.more ? fmt::format(" and {} more", group.more) : "")) +
            '\n';
  return m_has_more_groups ? text + "and more; same_as in the results names them\n" : text;
}

}  // namespace judge

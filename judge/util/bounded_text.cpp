#include "judge/util/bounded_text.hpp"

#include <fmt/format.h>

namespace judge {

void BoundedText::append(std::string_view more) {
  m_text += more;
  const std::size_t kept = m_text.size() - m_mark_bytes;
  if (kept <= m_most_bytes) return;
  m_left_out += kept - m_most_bytes;
  const std::string mark = fmt::format("\n... {}{}\n", m_left_out, k_mark);
  m_text.replace(m_most_bytes / 2, m_mark_bytes + kept - m_most_bytes, mark);
  m_mark_bytes = mark.size();
}

}  // namespace judge

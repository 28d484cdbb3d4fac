#pragma once

#include <string>
#include <string_view>

namespace judge {

/// Text of which only the first and the last part are kept where there is much of it, with a line between them that says how much is
/// missing.
class BoundedText {
 public:
  explicit BoundedText(std::size_t most_bytes) : m_most_bytes(most_bytes) {}

  void append(std::string_view more);
  const std::string& text() const { return m_text; }

  static constexpr std::string_view k_mark = " bytes left out";

 private:
  std::size_t m_most_bytes;
  std::size_t m_left_out = 0, m_mark_bytes = 0;  ///< the mark stands behind the first half
  std::string m_text;
};

}  // namespace judge

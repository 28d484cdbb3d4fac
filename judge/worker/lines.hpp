#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "judge/util/result.hpp"

namespace judge {

/// Lines from a pipe, a socket or a file, each at most as long as a record with its attempt's source can be.
class LineReader {
 public:
  static constexpr std::chrono::milliseconds k_for_ever{-1};

  explicit LineReader(int fd) : m_fd(fd) {}

  /// The next line without its end; the last one may lack it. None: none came within `patience`, or has_ended(). Errors: cannot be
  /// read, a line that is too long; interrupted.
  Result<std::optional<std::string>> next(std::chrono::milliseconds patience);

  int fd() const { return m_fd; }
  /// The other end is closed, and every line was read.
  bool has_ended() const { return m_ended && m_buffer.empty(); }

 private:
  std::optional<std::string> take_line();

  int m_fd;
  std::string m_buffer;
  std::size_t m_searched = 0;  // so many bytes of the buffer hold no end of a line
  bool m_ended = false;
};

/// Errors: the descriptor cannot be written.
Result<void> write_all(int fd, std::string_view text);

}  // namespace judge

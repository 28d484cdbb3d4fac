#include "judge/worker/lines.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "judge/util/interrupt.hpp"

namespace judge {

static constexpr std::size_t k_most_line_bytes = std::size_t{256} << 20;

std::optional<std::string> LineReader::take_line() {
  const auto end = m_buffer.find('\n', m_searched);
  m_searched = m_buffer.size();
  if (end == std::string::npos && (!m_ended || m_buffer.empty())) return std::nullopt;
  std::string line = m_buffer.substr(0, end);
  m_buffer.erase(0, end == std::string::npos ? end : end + 1);
  m_searched = 0;
  return line;
}

Result<std::optional<std::string>> LineReader::next(std::chrono::milliseconds patience) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + patience;
  while (true) {
    if (auto line = take_line()) return line;
    if (m_ended) return std::nullopt;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    std::array<pollfd, 2> polled{{{m_fd, POLLIN, 0}, {interrupt_fd(), POLLIN, 0}}};
    const int ready = ::poll(polled.data(), polled.size(),
                             patience < patience.zero() ? -1 : std::max<int>(0, static_cast<int>(left.count())));
    if (interrupted()) return fail("interrupted");
    if (ready < 0 && errno != EINTR) return fail("jobs cannot be waited for: {}", std::strerror(errno));
    if (ready == 0) return std::nullopt;
    if (ready < 0) continue;
    std::array<char, 65536> chunk;
    const ssize_t got = ::read(m_fd, chunk.data(), chunk.size());
    if (got < 0 && errno != EINTR) return fail("cannot be read: {}", std::strerror(errno));
    if (got == 0) m_ended = true;
    if (got > 0) m_buffer.append(chunk.data(), static_cast<std::size_t>(got));
    if (m_buffer.size() > k_most_line_bytes) return fail("a line of more than {} MiB", k_most_line_bytes >> 20);
  }
}

Result<void> write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno != EINTR) return fail("cannot be written: {}", std::strerror(errno));
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace judge

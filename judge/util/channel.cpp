#include "judge/util/channel.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

namespace judge {

namespace {

constexpr char k_json_tag = 'J', k_raw_tag = 'R';
constexpr std::size_t k_largest_message = 160 * 1024;   // below the kernel's default socket buffer of 208 KiB
constexpr std::size_t k_largest_raw = 4000;

}  // namespace

Result<Channel::Pair> Channel::create_pair() {
  int fds[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds)) return fail("no socket pair: {}", std::strerror(errno));
  return Pair{Channel(fds[0]), Channel(fds[1])};
}

Channel::~Channel() {
  if (m_fd >= 0) ::close(m_fd);
}

Result<void> Channel::send(const nlohmann::json& message) const {
  std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(k_json_tag)};
  nlohmann::json::to_msgpack(message, bytes);
  if (bytes.size() > k_largest_message) return fail("a message of {} bytes is too long for the player's channel", bytes.size());
  while (::send(m_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0)
    if (errno != EINTR) return fail("the other process is gone: {}", std::strerror(errno));
  return {};
}

bool Channel::send_raw(const void* bytes, std::size_t size) const noexcept {
  char message[1 + k_largest_raw];
  if (size > k_largest_raw) return false;
  message[0] = k_raw_tag;
  std::memcpy(message + 1, bytes, size);
  return ::send(m_fd, message, size + 1, MSG_NOSIGNAL) >= 0;
}

Result<Channel::Message> Channel::receive() const {
  std::vector<std::uint8_t> bytes(k_largest_message);
  ssize_t got;
  while ((got = ::recv(m_fd, bytes.data(), bytes.size(), 0)) < 0 && errno == EINTR) {}
  if (got <= 0) return Message(Closed{});
  if (bytes[0] == k_raw_tag) return Message(Raw(bytes.begin() + 1, bytes.begin() + got));
  auto value = nlohmann::json::from_msgpack(bytes.begin() + 1, bytes.begin() + got, true, false);
  if (bytes[0] != k_json_tag || value.is_discarded()) return fail("a message of {} bytes that is none of ours", got);
  return Message(std::move(value));
}

}  // namespace judge

#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>

#include <chrono>
#include <string>
#include <variant>

#include "judge/util/result.hpp"

namespace judge {

/// One end of a SOCK_SEQPACKET socket pair that carries whole messages: JSON values as MessagePack, or raw bytes (which a
/// signal handler can send). Each datagram starts with a tag byte.
class Channel {
 public:
  struct Pair;
  static Result<Pair> create_pair();

  explicit Channel(int fd);
  Channel(Channel&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)), m_socket(other.m_socket) {}
  Channel& operator=(Channel&& other) noexcept {
    std::swap(m_fd, other.m_fd);
    std::swap(m_socket, other.m_socket);
    return *this;
  }
  ~Channel();

  int fd() const { return m_fd; }

  /// Is the descriptor still the socket it was? An attempt in this process may have closed it or put another in its place.
  bool is_intact() const;

  /// Errors: the other end is gone.
  Result<void> send(const nlohmann::json& message) const;

  /// Async-signal-safe; `bytes` is at most 4000. False if the other end is gone.
  bool send_raw(const void* bytes, std::size_t size) const noexcept;

  /// Passes an open file on, as a message of its own; the descriptor stays the caller's. Errors: the other end is gone.
  Result<void> send_descriptor(int descriptor) const;

  /// Waits for the next message, which must be a passed-on file; the descriptor becomes the caller's, closed on exec. Errors:
  /// something else came.
  Result<int> receive_descriptor() const;

  /// Does a message, or the end of the conversation, come within `patience`?
  bool has_message(std::chrono::milliseconds patience) const;

  struct Closed {};
  using Raw = std::string;
  using Message = std::variant<nlohmann::json, Raw, Closed>;

  /// Waits for the next message. Errors: what came is no message.
  Result<Message> receive() const;

 private:
  int m_fd = -1;
  ino_t m_socket = 0;  ///< its inode
};

struct Channel::Pair {
  Channel ours, theirs;  ///< both close-on-exec
};

}  // namespace judge

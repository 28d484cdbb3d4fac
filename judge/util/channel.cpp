#include "judge/util/channel.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

namespace judge {

namespace {

constexpr char k_json_tag = 'J', k_raw_tag = 'R', k_descriptor_tag = 'D';
constexpr std::size_t k_largest_message = 160 * 1024;  // below the kernel's default socket buffer of 208 KiB
constexpr std::size_t k_largest_raw = 4000;

// Reading a value recurses, so what nests deeper than any message of ours is refused before it is read: 160 KiB of nothing but
// beginnings of arrays would otherwise be the reader's stack.
class DepthCheck : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(std::int64_t) override { return true; }
  bool number_unsigned(std::uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(nlohmann::json::binary_t&) override { return true; }
  bool key(std::string&) override { return true; }
  bool start_object(std::size_t) override { return ++m_depth <= k_largest_depth; }
  bool start_array(std::size_t) override { return ++m_depth <= k_largest_depth; }
  bool end_object() override { return m_depth-- > 0; }
  bool end_array() override { return m_depth-- > 0; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override { return false; }

 private:
  static constexpr int k_largest_depth = 16;
  int m_depth = 0;
};

bool is_shallow(const std::vector<std::uint8_t>& bytes, std::size_t size) {
  DepthCheck check;
  return nlohmann::json::sax_parse(bytes.begin() + 1, bytes.begin() + static_cast<std::ptrdiff_t>(size), &check,
                                   nlohmann::json::input_format_t::msgpack);
}

ino_t inode_of(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 ? status.st_ino : 0;
}

}  // namespace

Channel::Channel(int fd) : m_fd(fd), m_socket(inode_of(fd)) {}

bool Channel::is_intact() const { return m_socket != 0 && inode_of(m_fd) == m_socket; }

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

namespace {

// One byte, with room beside it for one descriptor.
struct DescriptorMessage {
  char tag = k_descriptor_tag;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  iovec bytes{&tag, 1};
  msghdr header{};

  DescriptorMessage() {
    header.msg_iov = &bytes;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
  }
  DescriptorMessage(const DescriptorMessage&) = delete;
};

}  // namespace

Result<void> Channel::send_descriptor(int descriptor) const {
  DescriptorMessage message;
  cmsghdr* control = CMSG_FIRSTHDR(&message.header);
  control->cmsg_level = SOL_SOCKET;
  control->cmsg_type = SCM_RIGHTS;
  control->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(control), &descriptor, sizeof descriptor);
  while (::sendmsg(m_fd, &message.header, MSG_NOSIGNAL) < 0)
    if (errno != EINTR) return fail("the other process is gone: {}", std::strerror(errno));
  return {};
}

Result<int> Channel::receive_descriptor() const {
  DescriptorMessage message;
  ssize_t got;
  while ((got = ::recvmsg(m_fd, &message.header, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
  }
  const cmsghdr* control = CMSG_FIRSTHDR(&message.header);
  if (got != 1 || message.tag != k_descriptor_tag || !control || control->cmsg_type != SCM_RIGHTS)
    return fail("a message that is no descriptor");
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(control), sizeof descriptor);
  return descriptor;
}

bool Channel::has_message(std::chrono::milliseconds patience) const {
  pollfd waited{m_fd, POLLIN, 0};
  int ready;
  while ((ready = ::poll(&waited, 1, static_cast<int>(patience.count()))) < 0 && errno == EINTR) {
  }
  return ready > 0;
}

Result<Channel::Message> Channel::receive() const {
  thread_local std::vector<std::uint8_t> bytes(k_largest_message);  // zeroing it anew would take longer than most messages
  ssize_t got;
  while ((got = ::recv(m_fd, bytes.data(), bytes.size(), 0)) < 0 && errno == EINTR) {
  }
  if (got <= 0) return Message(Closed{});
  if (bytes[0] == k_raw_tag) return Message(Raw(bytes.begin() + 1, bytes.begin() + got));
  if (bytes[0] != k_json_tag || !is_shallow(bytes, static_cast<std::size_t>(got)))
    return fail("a message of {} bytes that is none of ours", got);
  return Message(nlohmann::json::from_msgpack(bytes.begin() + 1, bytes.begin() + got, true, false));
}

}  // namespace judge

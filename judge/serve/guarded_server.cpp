#include "judge/serve/guarded_server.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "judge/serve/access.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t k_threads = 96;                               // each stream of events holds one
constexpr std::chrono::seconds k_no_progress{10}, k_one_write{60};  // of a reply
constexpr std::chrono::milliseconds k_look{100}, k_last_bytes{500};

struct Peer {
  std::string text;  // "192.168.1.5"
  int port = 0;
};

Peer peer_of(const sockaddr_storage& from) {
  char text[INET6_ADDRSTRLEN] = "";
  if (from.ss_family == AF_INET) {
    sockaddr_in v4 = {};
    std::memcpy(&v4, &from, sizeof v4);
    inet_ntop(AF_INET, &v4.sin_addr, text, sizeof text);
    return {text, ntohs(v4.sin_port)};
  }
  if (from.ss_family != AF_INET6) return {};
  sockaddr_in6 v6 = {};
  std::memcpy(&v6, &from, sizeof v6);
  if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr)) inet_ntop(AF_INET, &v6.sin6_addr.s6_addr[12], text, sizeof text);
  else inet_ntop(AF_INET6, &v6.sin6_addr, text, sizeof text);
  return {text, ntohs(v6.sin6_port)};
}

// A connection with a time by which its request must have come. It does not wait longer for whoever sends it byte by byte.
class BoundedStream : public httplib::Stream {
 public:
  BoundedStream(int socket, Peer peer, const GuardedServer::Limits& limits)
      : m_socket(socket),
        m_peer(std::move(peer)),
        m_left(limits.most_bytes),
        m_whole_request(limits.whole_request),
        m_deadline(Clock::now() + limits.first_byte) {}

  bool is_readable() const override { return m_at < m_end || wait_for(POLLIN, m_deadline); }
  // What was sent to one that has gone is lost, so whether it has gone is looked at.
  bool is_writable() const override {
    char byte = 0;
    if (!wait_for(POLLOUT, Clock::now() + k_no_progress)) return false;
    const auto size = recv(m_socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
  }

  ssize_t read(char* to, std::size_t size) override {
    if (m_at == m_end) {
      if (m_left == 0 || !wait_for(POLLIN, m_deadline)) return -1;
      if (!m_has_begun) m_deadline = Clock::now() + m_whole_request;
      m_has_begun = true;
      const auto count = recv(m_socket, m_buffer, std::min(sizeof m_buffer, m_left), MSG_DONTWAIT);
      if (count <= 0) return count;
      m_at = 0;
      m_end = static_cast<std::size_t>(count);
      m_left -= m_end;
    }
    size = std::min(size, m_end - m_at);
    std::memcpy(to, m_buffer + m_at, size);
    m_at += size;
    return static_cast<ssize_t>(size);
  }

  ssize_t write(const char* from, std::size_t size) override {
    const auto deadline = Clock::now() + k_one_write;
    std::size_t done = 0;
    while (done < size) {
      if (!wait_for(POLLOUT, std::min(deadline, Clock::now() + k_no_progress))) return -1;
      const auto count = send(m_socket, from + done, size - done, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count < 0 && errno != EAGAIN && errno != EINTR) return -1;
      if (count > 0) done += static_cast<std::size_t>(count);
    }
    return static_cast<ssize_t>(size);
  }

  void get_remote_ip_and_port(std::string& address, int& port) const override {
    address = m_peer.text;
    port = m_peer.port;
  }
  void get_local_ip_and_port(std::string& address, int& port) const override {
    sockaddr_storage own = {};
    socklen_t size = sizeof own;
    if (getsockname(m_socket, reinterpret_cast<sockaddr*>(&own), &size) != 0) return;
    const auto here = peer_of(own);
    address = here.text;
    port = here.port;
  }
  socket_t socket() const override { return m_socket; }

 private:
  bool wait_for(short what, Clock::time_point deadline) const {
    while (!interrupted()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
      if (left.count() <= 0) return false;
      pollfd one{m_socket, what, 0};
      if (poll(&one, 1, static_cast<int>(std::min(left, k_look).count())) > 0) return true;
    }
    return false;
  }

  int m_socket;
  Peer m_peer;
  std::size_t m_left;
  char m_buffer[4096] = {};
  std::size_t m_at = 0, m_end = 0;
  bool m_has_begun = false;
  std::chrono::milliseconds m_whole_request;
  Clock::time_point m_deadline;
};

// Closed with bytes unread, a connection is reset, and the reply may be lost on its way. So a little of the rest is taken and dropped.
void close_gently(int socket) {
  shutdown(socket, SHUT_WR);
  const auto deadline = Clock::now() + k_last_bytes;
  char dropped[1 << 14];
  for (auto now = Clock::now(); now < deadline; now = Clock::now()) {
    pollfd one{socket, POLLIN, 0};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - now);
    if (poll(&one, 1, static_cast<int>(left.count())) <= 0 || recv(socket, dropped, sizeof dropped, MSG_DONTWAIT) <= 0) break;
  }
  close(socket);
}

// The library joins its threads when it accepts no more, whatever the reason: those with a stream are told.
class Threads : public httplib::ThreadPool {
 public:
  explicit Threads(std::atomic<bool>& accepts) : ThreadPool(k_threads), m_accepts(accepts) {}
  void shutdown() override {
    m_accepts = false;
    ThreadPool::shutdown();
  }

 private:
  std::atomic<bool>& m_accepts;
};

}  // namespace

// A connection among those of its address.
class GuardedServer::Place {
 public:
  Place(GuardedServer& server, std::string key, int most) : m_server(server), m_key(std::move(key)) {
    const std::lock_guard lock(m_server.m_mutex);
    auto& count = m_server.m_connections[m_key];
    m_is_taken = count < most;
    count += m_is_taken;
    s_current = this;
  }
  ~Place() {
    leave();
    s_current = nullptr;
  }
  bool is_taken() const { return m_is_taken; }
  void leave() {
    if (!m_is_taken) return;
    m_is_taken = false;
    const std::lock_guard lock(m_server.m_mutex);
    if (--m_server.m_connections[m_key] <= 0) m_server.m_connections.erase(m_key);
  }
  static Place* current() { return s_current; }

 private:
  static inline thread_local Place* s_current = nullptr;
  GuardedServer& m_server;
  std::string m_key;
  bool m_is_taken = false;
};

GuardedServer::GuardedServer(const Limits& limits) : m_limits(limits) {
  new_task_queue = [this] { return new Threads(m_accepts); };
}

void GuardedServer::set_backlog() { ::listen(svr_sock_, 256); }

bool GuardedServer::is_closing() const { return interrupted() || !m_accepts; }

void GuardedServer::leave_place() {
  if (auto* place = Place::current()) place->leave();
}

bool GuardedServer::process_and_close_socket(socket_t socket) {
  fcntl(socket, F_SETFD, FD_CLOEXEC);  // else the engine's processes keep it open
  sockaddr_storage from = {};
  socklen_t size = sizeof from;
  if (getpeername(socket, reinterpret_cast<sockaddr*>(&from), &size) != 0) return close(socket), false;
  auto peer = peer_of(from);
  Place place(*this, limit_key_of(peer.text),
              is_loopback_address(peer.text) ? m_limits.most_of_this_machine : m_limits.most_of_one);
  if (!place.is_taken()) return shutdown(socket, SHUT_RDWR), close(socket), false;
  bool is_done = false;
  try {
    BoundedStream stream(socket, std::move(peer), m_limits);
    bool is_closed = false;
    is_done = process_request(stream, true, is_closed, nullptr);
  } catch (const std::exception&) {
    is_done = false;  // out of memory: this connection ends, and the server does not
  }
  close_gently(socket);
  return is_done;
}

}  // namespace judge

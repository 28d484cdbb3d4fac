#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <string>

#include <httplib.h>

namespace judge {

/// An HTTP server for strangers: one request for each connection, so that nothing that follows a request is taken for another one;
/// so many connections of one address at once; so much time, and so many bytes, for each request.
class GuardedServer : public httplib::Server {
 public:
  struct Limits {
    int most_of_one = 16;           ///< connections of one address; of IPv6: of one /64
    int most_of_this_machine = 48;  ///< of a loopback address: a proxy or a tunnel, and with it many people
    std::size_t most_bytes = (1 << 20) + (1 << 16);
    std::chrono::milliseconds first_byte{5000};       ///< of a request, from the connection on
    std::chrono::milliseconds whole_request{10'000};  ///< from its first byte on
  };
  GuardedServer() : GuardedServer(Limits()) {}
  explicit GuardedServer(const Limits& limits);

  /// After bind_to_port(): so many connections wait to be accepted, instead of the library's five.
  void set_backlog();

  /// A signal has come, or connections are accepted no longer: streams are to end.
  bool is_closing() const;

  /// For the handler of a stream that has limits of its own: its connection counts for its address no longer.
  static void leave_place();

 private:
  class Place;
  bool process_and_close_socket(socket_t socket) override;

  const Limits m_limits;
  std::atomic<bool> m_accepts = true;
  std::mutex m_mutex;
  std::map<std::string, int> m_connections;  // by address
};

}  // namespace judge

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace judge {

/// What a request says of itself, and nothing of what it asks for.
struct RequestFacts {
  std::string method;  ///< "GET", "POST"
  std::string path;
  std::size_t hosts = 0;     ///< how many Host headers
  std::string host;          ///< the Host header: "127.0.0.1:8080"
  std::string origin;        ///< empty = no such header
  std::string fetch_site;    ///< Sec-Fetch-Site; empty = no such header
  std::string content_type;  ///< of a body
  std::string cookie;
  std::string content_length;  ///< the header; empty = none
  std::size_t content_lengths = 0;
  bool has_content_encoding = false;
  bool has_range = false, has_transfer_encoding = false;
};

/// Who may use a server, and under which names it may be reached.
struct AccessRules {
  bool loopback_only = true;
  bool with_tokens = false;        ///< else whoever reaches it is users.front()
  std::vector<std::string> users;  ///< at least one
  std::vector<std::string> hosts;  ///< names beside IP addresses and localhost, without a port
  std::string secret;              ///< what the users' tokens are made of
};

/// A refusal, as the HTTP status and a sentence for the person who sees it.
struct Refusal {
  int status = 403;
  std::string reason;
};

/// Refuses what a page of another site can make a browser send: a Host that is no address of this server (DNS rebinding), a POST
/// whose Origin is not this server or whose body is not JSON, and anything but a visit to a page from another site. It looks at no
/// user. None = may pass.
std::optional<Refusal> refusal_of(const RequestFacts& facts, const AccessRules& rules);

/// "127.0.0.1" of "127.0.0.1:8080", "::1" of "[::1]:8080", in lower case; none where it is neither a name nor an address.
std::optional<std::string> host_name_of(std::string_view host);
/// An IP address of 127.0.0.0/8 or ::1, or localhost; no port.
bool is_loopback_address(std::string_view host);

/// What limits count an address under: itself; of IPv6 its /64 network, since one machine may have all of that.
std::string limit_key_of(const std::string& address);

/// May this be a user's name? Lower-case letters, digits, '-' and '_', the first one a letter, at most 32.
bool is_user_name(std::string_view name);

/// What a user signs in with: 128 bits of HMAC-SHA256(secret, name) in hexadecimal digits.
std::string token_of(const AccessRules& rules, std::string_view user);

/// The user of a request: the one whom the cookie names with the right token, or the only one where none are asked for.
std::optional<std::string> user_of(const RequestFacts& facts, const AccessRules& rules);

/// Whether `name` is a user and `token` is theirs.
bool may_sign_in(const AccessRules& rules, std::string_view name, std::string_view token);

/// The cookie that a signed-in browser sends: `judge=NAME.TOKEN`.
std::string cookie_of(const AccessRules& rules, std::string_view user);

/// At most `burst` at once and `per_second` in the long run, for each key.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;
  RateLimit(double burst, double per_second) : m_burst(burst), m_per_second(per_second) {}
  /// Whether there is room for one more now; if so, it is counted.
  bool allow(const std::string& key, Clock::time_point now = Clock::now());

 private:
  struct Bucket {
    double left = 0;
    Clock::time_point at;
  };
  double m_burst, m_per_second;
  std::mutex m_mutex;
  std::map<std::string, Bucket> m_buckets;
};

}  // namespace judge

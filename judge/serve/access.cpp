#include "judge/serve/access.hpp"

#include <arpa/inet.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>

#include "judge/util/contains.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_keys = 4096;  // of one rate limit: addresses and users

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (auto& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

bool is_address(const std::string& host) {
  in6_addr bytes;
  return inet_pton(AF_INET, host.c_str(), &bytes) == 1 || inet_pton(AF_INET6, host.c_str(), &bytes) == 1;
}

// A page of another site cannot have an IP address as its name and be served by somebody else: those are right whichever they are,
// but for a server that only this machine may reach.
bool is_our_host(const std::string& host, const AccessRules& rules) {
  if (is_loopback_address(host) || contains(rules.hosts, host, in_lower_case)) return true;
  return !rules.loopback_only && is_address(host);
}

// "http://127.0.0.1:8080"; behind a proxy that adds TLS it is https.
bool is_our_origin(std::string_view origin, std::string_view host) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (origin.starts_with(scheme)) return in_lower_case(origin.substr(scheme.size())) == in_lower_case(host);
  return false;
}

bool is_equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string_view cookie_named(std::string_view cookies, std::string_view name) {
  while (!cookies.empty()) {
    const auto end = std::min(cookies.find(';'), cookies.size());
    auto one = cookies.substr(0, end);
    cookies.remove_prefix(std::min(end + 1, cookies.size()));
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.starts_with(name) && one.substr(name.size()).starts_with('=')) return one.substr(name.size() + 1);
  }
  return {};
}

}  // namespace

std::optional<std::string> host_name_of(std::string_view host) {
  std::string_view port;
  std::string name;
  if (host.starts_with('[')) {
    const auto end = host.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    name = in_lower_case(host.substr(1, end - 1));
    port = host.substr(end + 1);
    in6_addr bytes;
    if (inet_pton(AF_INET6, name.c_str(), &bytes) != 1) return std::nullopt;
  } else {
    const auto colon = std::min(host.find(':'), host.size());
    name = in_lower_case(host.substr(0, colon));
    port = host.substr(colon);
    const auto is_of_a_name = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
    };
    if (!std::ranges::all_of(name, is_of_a_name)) return std::nullopt;
  }
  if (name.empty() || (!port.empty() && port.front() != ':') || port.size() > 6) return std::nullopt;
  if (!port.empty() && !std::ranges::all_of(port.substr(1), [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  return name;
}

bool is_loopback_address(std::string_view host) {
  if (host == "localhost" || host == "::1") return true;
  in_addr bytes;
  return inet_pton(AF_INET, std::string(host).c_str(), &bytes) == 1 && (ntohl(bytes.s_addr) >> 24) == 127;
}

std::string limit_key_of(const std::string& address) {
  in6_addr bytes;
  if (is_loopback_address(address) || inet_pton(AF_INET6, address.c_str(), &bytes) != 1) return address;
  return {reinterpret_cast<const char*>(bytes.s6_addr), 8};
}

std::optional<Refusal> refusal_of(const RequestFacts& facts, const AccessRules& rules) {
  if (facts.path.size() > 256) return Refusal{414, "This address is too long."};
  if (facts.has_range || facts.has_transfer_encoding) return Refusal{400, "Range and chunked requests are not accepted."};
  const auto host = facts.hosts == 1 ? host_name_of(facts.host) : std::nullopt;
  if (!host || !is_our_host(*host, rules))
    return Refusal{
        421, "The Host header names another server. Use the address that `judge serve` printed; --host NAME allows a name."};
  if (facts.has_content_encoding) return Refusal{415, "Compressed bodies are not accepted."};
  if (facts.content_lengths > 1) return Refusal{400, "More than one Content-Length."};
  if (facts.method == "POST") {
    if (!is_our_origin(facts.origin, facts.host)) return Refusal{403, "This request comes from another site."};
    if (!facts.content_type.starts_with("application/json")) return Refusal{415, "The body must be JSON."};
  } else if (facts.method != "GET" && facts.method != "HEAD") {
    return Refusal{405, "This server knows GET and POST."};
  } else if (!facts.content_length.empty() && facts.content_length != "0") {
    return Refusal{400, "A GET request must have no body."};
  }
  // A link on another site may lead to a page, which changes nothing. Its scripts may read nothing.
  const bool is_from_elsewhere = facts.fetch_site == "cross-site" || facts.fetch_site == "same-site";
  const bool is_of_a_program = facts.path.starts_with("/api/") || facts.path == "/events";
  if (is_from_elsewhere && (is_of_a_program || facts.method == "POST"))
    return Refusal{403, "This request comes from another site."};
  return std::nullopt;
}

bool is_user_name(std::string_view name) {
  const auto is_fine = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  return !name.empty() && name.size() <= 32 && name.front() >= 'a' && name.front() <= 'z' && std::ranges::all_of(name, is_fine);
}

std::string token_of(const AccessRules& rules, std::string_view user) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  HMAC(EVP_sha256(), rules.secret.data(), static_cast<int>(rules.secret.size()),
       reinterpret_cast<const unsigned char*>(user.data()), user.size(), digest, &size);
  std::string token;
  for (unsigned i = 0; i < 16 && i < size; ++i) {
    token += "0123456789abcdef"[digest[i] >> 4];
    token += "0123456789abcdef"[digest[i] & 15];
  }
  return token;
}

bool may_sign_in(const AccessRules& rules, std::string_view name, std::string_view token) {
  return rules.with_tokens && contains(rules.users, std::string(name)) && !rules.secret.empty() &&
         is_equal_in_constant_time(token, token_of(rules, name));
}

std::string cookie_of(const AccessRules& rules, std::string_view user) {
  return std::string(user) + '.' + token_of(rules, user);
}

std::optional<std::string> user_of(const RequestFacts& facts, const AccessRules& rules) {
  if (!rules.with_tokens) return rules.users.front();
  const auto value = cookie_named(facts.cookie, "judge");
  const auto dot = value.find('.');
  if (dot == std::string_view::npos || !may_sign_in(rules, value.substr(0, dot), value.substr(dot + 1))) return std::nullopt;
  return std::string(value.substr(0, dot));
}

bool RateLimit::allow(const std::string& key, Clock::time_point now) {
  const std::lock_guard lock(m_mutex);
  const auto full = [&](const Bucket& bucket) {
    return bucket.left + std::chrono::duration<double>(now - bucket.at).count() * m_per_second >= m_burst;
  };
  if (m_buckets.size() >= k_most_keys) std::erase_if(m_buckets, [&](const auto& entry) { return full(entry.second); });
  auto [place, is_new] = m_buckets.try_emplace(key, Bucket{m_burst, now});
  if (is_new && m_buckets.size() > k_most_keys) {
    m_buckets.erase(place);
    return false;
  }
  auto& bucket = place->second;
  bucket.left = std::min(m_burst, bucket.left + std::chrono::duration<double>(now - bucket.at).count() * m_per_second);
  bucket.at = now;
  if (bucket.left < 1) return false;
  bucket.left -= 1;
  return true;
}

}  // namespace judge

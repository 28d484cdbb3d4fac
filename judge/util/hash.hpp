#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace judge {

/// SHA-256, by OpenSSL's libcrypto. Cryptographic, because a cache shared by a class must not be open to collisions.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(Hasher&&) noexcept;
  Hasher& operator=(Hasher&&) noexcept;

  /// Adds a field: its length first, so that ("ab", "c") and ("a", "bc") differ.
  Hasher& field(std::string_view bytes);

  /// The digest as 64 hexadecimal digits; the hasher is spent afterwards.
  std::string finish();

 private:
  struct Context;
  std::unique_ptr<Context> m_context;
};

/// The digest of one field: SHA-256 of the string's length and the string, so not what sha256sum prints. 64 hexadecimal digits.
std::string hash_of(std::string_view bytes);

}  // namespace judge

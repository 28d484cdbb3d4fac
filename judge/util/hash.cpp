#include "judge/util/hash.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cstdint>

namespace judge {

struct Hasher::Context {
  EVP_MD_CTX* digest = EVP_MD_CTX_new();
  ~Context() { EVP_MD_CTX_free(digest); }
};

Hasher::Hasher() : m_context(std::make_unique<Context>()) { EVP_DigestInit_ex(m_context->digest, EVP_sha256(), nullptr); }
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

Hasher& Hasher::field(std::string_view bytes) {
  const std::uint64_t size = bytes.size();
  EVP_DigestUpdate(m_context->digest, &size, sizeof size);
  EVP_DigestUpdate(m_context->digest, bytes.data(), bytes.size());
  return *this;
}

std::string Hasher::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned size = 0;
  EVP_DigestFinal_ex(m_context->digest, digest.data(), &size);
  std::string text;
  for (unsigned i = 0; i < size; ++i) fmt::format_to(std::back_inserter(text), "{:02x}", digest[i]);
  return text;
}

std::string hash_of(std::string_view bytes) { return Hasher{}.field(bytes).finish(); }

}  // namespace judge

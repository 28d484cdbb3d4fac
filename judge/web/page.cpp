#include "judge/web/page.hpp"

#include <openssl/evp.h>

#include <array>

namespace judge {

std::string policy_hash(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::array<unsigned char, 2 * EVP_MAX_MD_SIZE> base64;
  const int length = EVP_EncodeBlock(base64.data(), digest.data(), static_cast<int>(size));
  return "sha256-" + std::string(base64.begin(), base64.begin() + length);
}

static std::string sources(const std::vector<std::string_view>& texts) {
  if (texts.empty()) return " 'none'";
  std::string list;
  for (const auto text : texts) list += " '" + policy_hash(text) + "'";
  return list;
}

std::string standalone_page(const Page& page) {
  const std::string policy = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; script-src" +
                             sources(page.scripts) + "; style-src" + sources(page.styles);
  Html head = element("meta", {{"charset", "utf-8"}}) +
              element("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy}}) +
              element("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}) +
              element("meta", {{"name", "color-scheme"}, {"content", "light dark"}}) + element("title", Html(page.title));
  for (const auto style : page.styles) head += element("style", Html::raw(std::string(style)));
  Html body = page.body;
  for (const auto script : page.scripts) body += element("script", Html::raw(std::string(script)));
  return "<!doctype html>\n" + element("html", {{"lang", "en"}}, element("head", head) + element("body", body)).markup() + "\n";
}

}  // namespace judge

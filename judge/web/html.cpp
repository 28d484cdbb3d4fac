#include "judge/web/html.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace judge {

namespace {

constexpr std::array<std::string_view, 14> k_void{"area",  "base", "br",   "col",    "embed", "hr",  "img",
                                                  "input", "link", "meta", "source", "track", "wbr", "param"};
constexpr std::string_view k_replacement = "\xEF\xBF\xBD";

/// The bytes of the UTF-8 sequence that text begins with; 0 = it begins with none (RFC 3629: no surrogates, no longer form than needed).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : (first & 0xF0) == 0xE0         ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F)) return 0;
  if ((first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F)) return 0;
  return length;
}

bool is_allowed(char c) { return static_cast<unsigned char>(c) >= 0x20 ? c != 0x7F : c == '\t' || c == '\n'; }

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const char c = text[0];
    if (length > 1) safe += text.substr(0, length);
    else if (length == 0 || !is_allowed(c)) safe += k_replacement;
    else if (c == '&') safe += "&amp;";
    else if (c == '<') safe += "&lt;";
    else if (c == '>') safe += "&gt;";
    else if (c == '"') safe += "&quot;";
    else if (c == '\'') safe += "&#39;";
    else safe += c;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return safe;
}

Html element(std::string_view name, const std::vector<Attribute>& attributes, const Html& content) {
  std::string markup = "<" + std::string(name);
  for (const auto& [attribute, value] : attributes) markup += " " + std::string(attribute) + "=\"" + html_escaped(value) + "\"";
  markup += ">";
  if (!std::ranges::count(k_void, name)) markup += content.markup() + "</" + std::string(name) + ">";
  return Html::raw(std::move(markup));
}

std::string json_for_script(const nlohmann::json& value) {
  std::string safe;
  for (const char c : value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)) {
    if (c == '<') safe += "\\u003c";
    else if (c == '>') safe += "\\u003e";
    else if (c == '&') safe += "\\u0026";
    else safe += c;
  }
  return safe;
}

Html json_element(std::string_view id, const nlohmann::json& value) {
  return element("script", {{"type", "application/json"}, {"id", std::string(id)}}, Html::raw(json_for_script(value)));
}

}  // namespace judge

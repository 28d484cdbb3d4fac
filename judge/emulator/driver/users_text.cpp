#include "judge/emulator/driver/users_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/util/c_lexer.hpp"
#include "judge/util/section_of_code.hpp"

namespace judge::cucc {

std::string users_text(std::string_view preprocessed) {
  std::string text;
  std::string_view users_file;
  bool is_users = true;
  while (!preprocessed.empty()) {
    const std::size_t end = std::min(preprocessed.find('\n'), preprocessed.size() - 1) + 1;
    const std::string_view line = preprocessed.substr(0, end);
    preprocessed.remove_prefix(end);
    const LineMarker marker = parse_line_marker(line);
    if (!marker.is_marker) {
      if (is_users) text += line;
      continue;
    }
    // gcc marks what a system's macro expands to as the system's, in the user's file.
    is_users = !marker.is_system || marker.file == users_file;
    if (is_users) users_file = marker.file;
  }
  return text;
}

namespace {

bool is_plain_string(const Token& token) {
  return token.kind == TokenKind::text && token.text.starts_with('"') && token.text.ends_with('"');
}

std::string as_literal(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    const bool is_plain = c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?';  // "??" may begin a trigraph
    if (is_plain) literal += c;
    else literal += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return literal + "\"";
}

}  // namespace

std::string canonical(std::string_view users_text) {
  std::string text;
  const Token* last = nullptr;
  const auto tokens = lex_source(users_text);
  for (const Token& token : tokens) {
    std::string_view word = token.text;
    if (last && is_plain_string(*last) && is_plain_string(token)) {
      text.pop_back();
      word.remove_prefix(1);
    } else if (!text.empty() && continues_identifier(text.back()) && continues_identifier(word.front())) {
      text += ' ';
    }
    text += word;
    last = &token;
  }
  return text;
}

std::string kept_in_library(std::string_view canonical) {
  return fmt::format(
      "\nnamespace judge_emulated {{ __attribute__((section(\"{}\"), used)) static const char code_of_attempt[] = {}; }}\n",
      k_section_of_code, as_literal(canonical));
}

}  // namespace judge::cucc

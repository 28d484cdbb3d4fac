#include <algorithm>

#include "judge/emulator/lowering/token.hpp"

namespace judge::lowering {

namespace {

/// The token that ends the template header begun by the < at `open`, if it is more than a plain >; else the count of all.
std::size_t joined_end(const std::vector<Token>& tokens, std::size_t open) {
  std::size_t brackets = 0, angles = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    if (tokens[i].kind != TokenKind::punctuation) continue;
    if (text == "(" || text == "[" || text == "{") ++brackets;
    if (text == ")" || text == "]" || text == "}") {
      if (brackets == 0) break;
      --brackets;
    }
    if (text == ";") break;
    if (brackets != 0) continue;
    if (text == "<") ++angles;
    if (text != ">" && text != ">>" && text != ">>>") continue;
    if (text.size() >= angles) return text.size() == angles && angles > 1 ? i : tokens.size();
    angles -= text.size();
  }
  return tokens.size();
}

}  // namespace

void separate_closing_angles(Lexed& lexed) {
  std::vector<std::size_t> joined;
  for (std::size_t i = 0; i + 1 < lexed.tokens.size(); ++i)
    if (lexed.tokens[i].text == "template" && lexed.tokens[i + 1].text == "<")
      if (const std::size_t end = joined_end(lexed.tokens, i + 1); end < lexed.tokens.size()) joined.push_back(end);
  std::ranges::sort(joined, std::greater{});
  for (const std::size_t at : joined) {
    const Token whole = lexed.tokens[at];
    if (whole.text.size() == 1) continue;  // of an outer header, too
    std::vector<Token> single(whole.text.size(), whole);
    for (std::size_t k = 0; k < single.size(); ++k) {
      single[k].text = whole.text.substr(k, 1);
      if (whole.column > 0) single[k].column += static_cast<int>(k);
    }
    const auto place = lexed.tokens.erase(lexed.tokens.begin() + static_cast<std::ptrdiff_t>(at));
    lexed.tokens.insert(place, single.begin(), single.end());
  }
}

}  // namespace judge::lowering

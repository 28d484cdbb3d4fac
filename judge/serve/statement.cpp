#include "judge/serve/statement.hpp"

#include <md4c-html.h>

#include <string>

namespace judge {

namespace {

void add_to_text(const MD_CHAR* text, MD_SIZE size, void* target) { static_cast<std::string*>(target)->append(text, size); }

// "<h1>" to "<h3>", "</h2>" to "</h4>": md4c writes them so and in no other way.
std::string with_lower_headings(std::string html) {
  for (std::size_t at = 0; (at = html.find('<', at)) != std::string::npos; ++at) {
    const std::size_t name = html[at + 1] == '/' ? at + 2 : at + 1;
    if (name + 2 < html.size() && html[name] == 'h' && html[name + 1] >= '1' && html[name + 1] <= '6' && html[name + 2] == '>')
      html[name + 1] = static_cast<char>(html[name + 1] + 2 > '6' ? '6' : html[name + 1] + 2);
  }
  return html;
}

}  // namespace

Html markdown_html(std::string_view markdown) {
  std::string html;
  constexpr unsigned flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_LATEXMATHSPANS | MD_FLAG_NOHTML;
  if (md_html(markdown.data(), static_cast<MD_SIZE>(markdown.size()), add_to_text, &html, flags, MD_HTML_FLAG_SKIP_UTF8_BOM) !=
      0)
    return element("pre", Html(markdown));
  return Html::raw(with_lower_headings(std::move(html)));
}

}  // namespace judge

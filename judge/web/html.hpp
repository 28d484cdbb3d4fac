#pragma once

#include <nlohmann/json_fwd.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace judge {

/// Text as it stands in HTML, between tags and in quoted attributes: & < > " ' are escaped, and what is no UTF-8, or a control
/// character that HTML does not allow, becomes U+FFFD.
std::string html_escaped(std::string_view text);

/// A piece of HTML. A string becomes one by being escaped, so what a submission says is text and never a tag.
class Html {
 public:
  Html() = default;
  Html(std::string_view text) : m_markup(html_escaped(text)) {}
  Html(const std::string& text) : Html(std::string_view(text)) {}
  Html(const char* text) : Html(std::string_view(text)) {}

  /// Markup of the judge's own.
  static Html raw(std::string markup) {
    Html html;
    html.m_markup = std::move(markup);
    return html;
  }

  Html& operator+=(const Html& next) {
    m_markup += next.m_markup;
    return *this;
  }
  friend Html operator+(Html first, const Html& next) { return std::move(first += next); }

  const std::string& markup() const { return m_markup; }
  bool empty() const { return m_markup.empty(); }

 private:
  std::string m_markup;
};

struct Attribute {
  std::string_view name;
  std::string value;
};

/// <name attribute="value">content</name>; a void element, such as <br> and <meta>, has no content and no end.
Html element(std::string_view name, const std::vector<Attribute>& attributes, const Html& content = {});
template <std::convertible_to<Html> Content>
Html element(std::string_view name, const Content& content) {
  return element(name, std::vector<Attribute>{}, Html(content));
}

/// JSON that may stand in a <script>: no "<", ">", "&" in it, which are written as \u003c and so on.
std::string json_for_script(const nlohmann::json& value);

/// <script type="application/json" id="...">: data for the page's scripts. No browser runs it.
Html json_element(std::string_view id, const nlohmann::json& value);

}  // namespace judge

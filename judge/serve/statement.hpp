#pragma once

#include <string_view>

#include "judge/web/html.hpp"

namespace judge {

/// A problem's Markdown as HTML. HTML in it is text. Headings begin two levels lower, below the page's own; formulas stay as they are written.
Html markdown_html(std::string_view markdown);

}  // namespace judge

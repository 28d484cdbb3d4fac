#pragma once

#include <string>
#include <string_view>

#include "judge/render/terminal.hpp"

namespace judge {

/// Markdown as a terminal shows it: paragraphs wrapped to the style's width (at most 100 columns; where it is 0 their lines stay as
/// they are), lists and quotes indented, tables aligned, code and formulas as they stand. With colours the marks of emphasis, code
/// and headings become tones; without, those within a line stay, so that nothing is lost. Tables and $formulas$ are GitHub's.
std::string markdown_text(std::string_view markdown, const TextStyle& style);

}  // namespace judge

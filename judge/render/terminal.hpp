#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace judge {

enum class Colors { off, on };

/// What a text is written for.
struct TextStyle {
  std::size_t width = 0;  ///< columns of the terminal; 0 = as wide as need be
  Colors colors = Colors::off;
};

/// The style for a file descriptor. Colours on a terminal only, and neither with NO_COLOR, CLICOLOR=0 nor TERM=dumb;
/// CLICOLOR_FORCE turns them on everywhere. (no-color.org, bixense.com/clicolors)
TextStyle style_for(int file_descriptor);

/// The width of the terminal behind a descriptor, or $COLUMNS; 0 where it has none.
std::size_t terminal_width(int file_descriptor);

enum class Tone { plain, good, bad, strong, faint, emphasis, code };

/// `text` between the escape sequences of a tone, where the style has colours.
std::string toned(std::string_view text, Tone tone, const TextStyle& style);

/// The columns that a UTF-8 text takes on a terminal: 0 for combining marks, 2 for wide East Asian characters and
/// emoji.
std::size_t display_width(std::string_view text);

/// At most `width` columns of a text, its end replaced by "..." where it is longer.
std::string shortened(std::string_view text, std::size_t width);

/// Text from outside, made harmless to a terminal: control characters other than newline and tab, and bytes
/// that are not UTF-8, and those that turn the direction of what follows, become U+FFFD.
std::string printable(std::string_view text);

/// The same for a text within a line: newlines and tabs become spaces.
std::string printable_line(std::string_view text);

/// Four spaces before every line that is not empty.
std::string indented(std::string_view text);

}  // namespace judge

#pragma once

#include <string>
#include <vector>

#include "judge/render/terminal.hpp"

namespace judge {

enum class Align { left, right };

struct Column {
  std::string header;
  Align align = Align::left;
  int importance = k_indispensable;  ///< on a narrow terminal the least important columns go first

  static constexpr int k_indispensable = 100;  ///< never goes
};

struct Cell {
  Cell(std::string cell_text, Tone cell_tone = Tone::plain) : text(std::move(cell_text)), tone(cell_tone) {}
  Cell(const char* cell_text) : text(cell_text) {}
  std::string text;
  Tone tone = Tone::plain;
};

/// Rows have as many cells as there are columns.
struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

/// A table without the columns in which every cell is empty or "-".
Table without_empty_columns(Table table);

/// Aligned lines under a line of headers, each ended by a newline; columns are dropped until it fits the style's width,
/// and what is still too long is cut off the last one.
std::string table_text(const Table& wide, const TextStyle& style);

/// RFC 4180 with '\n' line ends.
std::string table_csv(const Table& table);

/// A GitHub-flavoured Markdown table.
std::string table_markdown(const Table& wide);

/// Text in which Markdown sees no marks of its own.
std::string markdown_escaped(const std::string& text);

}  // namespace judge

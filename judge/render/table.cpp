#include "judge/render/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace judge {

static constexpr std::size_t k_gap = 2, k_least_last_width = 16;

static Table without_column(Table table, std::size_t column) {
  const auto at = static_cast<std::ptrdiff_t>(column);
  table.columns.erase(table.columns.begin() + at);
  for (auto& row : table.rows) row.erase(row.begin() + at);
  return table;
}

Table without_empty_columns(Table table) {
  for (std::size_t c = table.columns.size(); c-- > 0;) {
    const auto is_empty = [&](const auto& row) { return row[c].text.empty() || row[c].text == "-"; };
    if (!table.rows.empty() && std::ranges::all_of(table.rows, is_empty)) table = without_column(std::move(table), c);
  }
  return table;
}

static std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths;
  for (const auto& column : table.columns) widths.push_back(display_width(column.header));
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], display_width(row[c].text));
  return widths;
}

static Table fitted(Table table, std::size_t width) {
  while (width > 0 && !table.columns.empty()) {
    const auto widths = widths_of(table);
    const auto needed = std::accumulate(widths.begin(), widths.end(), k_gap * (widths.size() - 1));
    const auto least = std::ranges::min_element(table.columns, {}, &Column::importance);
    if (needed <= width || least->importance >= Column::k_indispensable) break;
    const auto column = static_cast<std::size_t>(least - table.columns.begin());
    table = without_column(std::move(table), column);
  }
  return table;
}

/// What does not fit even so is cut off the last column, where it is text.
static void shorten_last_column(Table& table, std::size_t width) {
  if (width == 0 || table.columns.empty() || table.columns.back().align != Align::left) return;
  const auto widths = widths_of(table);
  const auto before = std::accumulate(widths.begin(), widths.end() - 1, k_gap * (widths.size() - 1));
  const auto left = std::max(before < width ? width - before : 0, k_least_last_width);
  for (auto& row : table.rows) row.back().text = shortened(row.back().text, left);
}

/// `shown` is `text` or its toned form, which has the same width. The last column needs no padding on its right.
static std::string padded(const std::string& shown, std::size_t text_width, const Column& column, std::size_t width,
                          bool is_last) {
  const std::string padding(width - text_width, ' ');
  if (column.align == Align::right) return padding + shown;
  return is_last ? shown : shown + padding;
}

static std::string line_of(const Table& table, const std::vector<Cell>& row, const std::vector<std::size_t>& widths,
                           const TextStyle& style) {
  std::string line;
  for (std::size_t c = 0; c < row.size(); ++c) {
    if (c > 0) line += std::string(k_gap, ' ');
    line += padded(toned(row[c].text, row[c].tone, style), display_width(row[c].text), table.columns[c], widths[c],
                   c + 1 == row.size());
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line + '\n';
}

static Table printable_cells(Table table) {
  for (auto& column : table.columns) column.header = printable_line(column.header);
  for (auto& row : table.rows)
    for (auto& cell : row) {
      cell.text = printable_line(cell.text);
    }
  return table;
}

std::string table_text(const Table& wide, const TextStyle& style) {
  auto table = fitted(printable_cells(wide), style.width);
  shorten_last_column(table, style.width);
  const auto widths = widths_of(table);
  std::vector<Cell> headers;
  for (const auto& column : table.columns) headers.emplace_back(column.header, Tone::faint);
  auto text = line_of(table, headers, widths, style);
  for (const auto& row : table.rows) text += line_of(table, row, widths, style);
  return text;
}

// A spreadsheet would take it for a formula. Signed numbers stay.
static bool is_formula(std::string_view text) {
  if (text.starts_with('=') || text.starts_with('@') || text.starts_with('\t')) return true;
  return text.size() > 1 && (text.starts_with('+') || text.starts_with('-')) &&
         text.find_first_not_of("0123456789.eE+-%") != std::string_view::npos;
}

static std::string csv_field(std::string text) {
  if (is_formula(text)) text.insert(0, "'");
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

static std::string csv_line(const std::vector<Cell>& row) {
  std::vector<std::string> fields;
  for (const auto& cell : row) fields.push_back(csv_field(printable(cell.text)));
  return fmt::format("{}\n", fmt::join(fields, ","));
}

std::string table_csv(const Table& table) {
  std::vector<Cell> headers;
  for (const auto& column : table.columns) headers.emplace_back(column.header);
  auto text = csv_line(headers);
  for (const auto& row : table.rows) text += csv_line(row);
  return text;
}

std::string markdown_escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '*' || c == '`' || c == '<') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string table_markdown(const Table& wide) {
  const auto table = printable_cells(wide);
  std::string head = "|", rule = "|";
  for (const auto& column : table.columns) {
    head += fmt::format(" {} |", markdown_escaped(column.header));
    rule += column.align == Align::right ? " ---: |" : " --- |";
  }
  auto text = head + '\n' + rule + '\n';
  for (const auto& row : table.rows) {
    text += '|';
    for (const auto& cell : row) text += fmt::format(" {} |", markdown_escaped(cell.text));
    text += '\n';
  }
  return text;
}

}  // namespace judge

#include "judge/render/trial_table.hpp"
#include "judge/util/contains.hpp"
#include "judge/verdict/texts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace judge {

namespace {

constexpr std::size_t k_gap_of_blocks = 3, k_most_rows = 32, k_most_columns = 16, k_default_width = 100;

/// One buffer at one time: its lines, each with the columns that it takes.
struct Block {
  struct Line {
    std::string shown;
    std::size_t width = 0;
  };
  std::vector<Line> lines;
  std::size_t width = 0;

  void add(std::string shown, std::size_t line_width) {
    width = std::max(width, line_width);
    lines.push_back({std::move(shown), line_width});
  }
};

struct Grid {
  std::size_t rows = 0, columns = 0;  ///< of all elements
  std::size_t first_row = 0;          ///< that is shown
  std::size_t most_columns = k_most_columns;

  std::size_t rows_shown() const { return std::min(rows - first_row, k_most_rows); }
  std::size_t columns_shown() const { return std::min(columns, most_columns); }
};

Grid grid_of(const TrialBuffer& buffer, std::size_t elements) {
  Grid grid{.rows = elements, .columns = 1};
  if (buffer.shape.size() > 1) grid.columns = static_cast<std::size_t>(std::max<std::int64_t>(buffer.shape.back(), 1));
  grid.rows = elements / grid.columns;
  const auto first = std::ranges::find(buffer.differs, true);
  const auto row = first == buffer.differs.end() ? 0 : static_cast<std::size_t>(first - buffer.differs.begin()) / grid.columns;
  if (row >= k_most_rows) grid.first_row = std::min(row - k_most_rows / 2, grid.rows - k_most_rows);
  return grid;
}

/// What a line may take behind the indentation.
std::size_t width_of(const TextStyle& style) {
  return std::max<std::size_t>(style.width ? style.width : k_default_width, 20) - 4;
}

Block block_of(const std::string& title, Grid grid, const std::vector<std::string>& texts, const std::vector<bool>& differs,
               const TextStyle& style) {
  const bool has_marks = contains(differs, true);
  const auto text_of = [&](std::size_t element) {
    const char* mark = !has_marks ? "" : differs[element] ? "!" : " ";
    return printable(texts[element]) + mark;
  };
  std::size_t cell = grid.columns == 1 ? display_width(title) : 0;  // a column stands to the right, as its title ends
  for (std::size_t r = grid.first_row; r < grid.first_row + grid.rows_shown(); ++r)
    for (std::size_t c = 0; c < grid.columns_shown(); ++c) cell = std::max(cell, display_width(text_of(r * grid.columns + c)));
  grid.most_columns = std::max<std::size_t>((width_of(style) - 4) / (cell + 1), 1);
  grid.most_columns = std::min(grid.most_columns, k_most_columns);
  Block block;
  block.add(toned(title, Tone::faint, style), display_width(title));
  if (grid.first_row > 0) block.add("...", 3);
  for (std::size_t r = grid.first_row; r < grid.first_row + grid.rows_shown(); ++r) {
    std::string line;
    for (std::size_t c = 0; c < grid.columns_shown(); ++c) {
      const auto element = r * grid.columns + c;
      const auto text = text_of(element);
      if (c > 0) line += ' ';
      line += std::string(cell - display_width(text), ' ') +
              toned(text, has_marks && differs[element] ? Tone::bad : Tone::plain, style);
    }
    const bool is_cut = grid.columns_shown() < grid.columns;
    block.add(line + (is_cut ? " ..." : ""), grid.columns_shown() * (cell + 1) - 1 + (is_cut ? 4 : 0));
  }
  if (grid.first_row + grid.rows_shown() < grid.rows) block.add("...", 3);
  return block;
}

std::string beside_each_other(const std::vector<Block>& blocks) {
  std::string text;
  std::size_t lines = 0;
  for (const auto& block : blocks) lines = std::max(lines, block.lines.size());
  for (std::size_t i = 0; i < lines; ++i) {
    std::string line = "    ";
    std::size_t due = 0;  // spaces before the next block
    for (const auto& block : blocks) {
      const bool is_there = i < block.lines.size();
      if (is_there) line += std::string(due, ' ') + block.lines[i].shown;
      due = (is_there ? 0 : due) + block.width - (is_there ? block.lines[i].width : 0) + k_gap_of_blocks;
    }
    text += line + '\n';
  }
  return text;
}

/// Blocks that belong together are not parted: what is expected and what came out.
using Unit = std::vector<Block>;

std::vector<Unit> units_of(const Trial& trial, const TextStyle& style) {
  std::vector<Unit> units;
  for (const auto& buffer : trial.buffers) {
    Unit unit;
    const auto grid = grid_of(buffer, std::max({buffer.given.size(), buffer.expected.size(), buffer.got.size()}));
    const bool is_input = buffer.direction == Direction::in;
    const auto title = [&](const char* of_input, const char* of_output) {
      return buffer.name + (is_input ? of_input : of_output);
    };
    if (!buffer.given.empty()) unit.push_back(block_of(title("", " before"), grid, buffer.given, {}, style));
    if (!buffer.expected.empty()) unit.push_back(block_of(title("", " expected"), grid, buffer.expected, {}, style));
    if (!buffer.got.empty()) unit.push_back(block_of(title(" after", " got"), grid, buffer.got, buffer.differs, style));
    if (!unit.empty()) units.push_back(std::move(unit));
  }
  return units;
}

std::size_t width_of(const Unit& unit) {
  std::size_t width = 0;
  for (const auto& block : unit) width += block.width + k_gap_of_blocks;
  return width;
}

std::string count_text(const TrialBuffer& buffer) {
  const auto count = std::ranges::count(buffer.differs, true);
  if (count == 0 || buffer.got.empty()) return {};
  return fmt::format(
      "    ! {} of {} element{} of {} {}\n", count, buffer.got.size(), buffer.got.size() == 1 ? "" : "s", buffer.name,
      buffer.direction == Direction::in ? "changed: inputs are not to be written to" : "differ from what is expected");
}

}  // namespace

std::string trial_text(const Trial& trial, const TextStyle& style) {
  std::string text = printable_line(with_sizes(trial.case_name, trial.sizes, ": "));
  text += "\n\n";
  const std::size_t most = width_of(style);
  std::vector<Block> band;
  std::size_t used = 0;
  const auto end_band = [&] {
    if (!band.empty()) text += beside_each_other(band) + '\n';
    band.clear();
    used = 0;
  };
  for (auto& unit : units_of(trial, style)) {
    const auto width = width_of(unit);
    if (used > 0 && used + width - k_gap_of_blocks > most) end_band();
    used += width;
    std::ranges::move(unit, std::back_inserter(band));
  }
  end_band();
  std::string counts;
  for (const auto& buffer : trial.buffers) counts += count_text(buffer);
  return counts.empty() ? text : text + counts + '\n';
}

}  // namespace judge

#include "judge/render/problem_list.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "judge/render/table.hpp"
#include "judge/util/units.hpp"

namespace judge {

static Cell solved_cell(const Standing& standing) {
  if (standing.solved()) return {"yes", Tone::good};
  return standing.tried() ? Cell("tried", Tone::bad) : Cell("");
}

std::string problem_list_text(std::span<const CatalogueRow* const> rows, std::string_view device, const TextStyle& style) {
  if (rows.empty()) return {};
  Table table{.columns = {{"#", Align::right, 6},
                          {"problem"},
                          {"difficulty", Align::left, 7},
                          {"solved", Align::left, 8},
                          {"best", Align::right, 5},
                          {"of peak", Align::right, 4},
                          {"percentile", Align::right, 3},
                          {"tags", Align::left, 1}},
              .rows = {}};
  for (const auto* row : rows) {
    const auto& [problem, standing] = *row;
    table.rows.push_back({problem.number ? std::to_string(problem.number) : "-",
                          {problem.name, Tone::strong},
                          problem.difficulty,
                          solved_cell(standing),
                          standing.best_ns ? format_time_ns(*standing.best_ns) : "-",
                          standing.percent_of_peak ? format_percent(*standing.percent_of_peak / 100) : "-",
                          standing.percentile ? fmt::format("{:.0f}", *standing.percentile) : "-",
                          fmt::format("{}", fmt::join(problem.tags, ", "))});
  }
  auto text = table_text(without_empty_columns(std::move(table)), style);
  if (device.empty()) return text;
  const auto solved = std::ranges::count_if(rows, [](const auto* row) { return row->standing.solved(); });
  text += fmt::format("\n{} of {} solved by attempts of your own on {}\n", solved, rows.size(), printable(device));
  if (std::ranges::none_of(rows, [](const auto* row) { return row->standing.percentile.has_value(); })) return text;
  return text +
         toned("percentile: percentage of all attempts on this device, examples included, that are slower than your best",
               Tone::faint, style) +
         '\n';
}

static std::string numbered(const ProblemSummary& problem) {
  return printable_line(problem.number ? fmt::format("{}. {}", problem.number, problem.name) : problem.name);
}

std::string proposal_text(const Proposal& proposal, const TextStyle& style) {
  if (!proposal.problem) return "all of them are solved; `judge board P` says by how much the fastest attempt is ahead\n";
  const auto& problem = *proposal.problem;
  auto text = toned(numbered(problem), Tone::strong, style) +
              printable_line(fmt::format("  ({}{}{})", problem.difficulty, problem.tags.empty() ? "" : "; ",
                                         fmt::join(problem.tags, ", "))) +
              '\n';
  text += fmt::format("    {}\n    judge show {}\n", printable_line(proposal.reason), printable_line(problem.name));
  if (proposal.unfinished) text += fmt::format("tried and not solved yet: {}\n", numbered(*proposal.unfinished));
  return text;
}

}  // namespace judge

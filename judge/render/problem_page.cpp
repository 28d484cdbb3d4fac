#include "judge/render/problem_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "judge/util/units.hpp"

namespace judge {

std::string problem_list_text(std::span<const ProblemRow> rows, const TextStyle& style) {
  if (rows.empty()) return {};
  Table table{.columns = {{"problem"},
                          {"title", Align::left, 4},
                          {"difficulty", Align::left, 3},
                          {"attempts", Align::right, 2},
                          {"tags", Align::left, 1}},
              .rows = {}};
  for (const auto& row : rows)
    table.rows.push_back({{row.problem->name, Tone::strong},
                          row.problem->title,
                          row.problem->difficulty,
                          row.attempts > 0 ? format_count(static_cast<std::int64_t>(row.attempts)) : "-",
                          fmt::format("{}", fmt::join(row.problem->tags, ", "))});
  return table_text(table, style);
}

static std::string heading(const char* text, const TextStyle& style) {
  return fmt::format("\n{}\n\n", toned(text, Tone::strong, style));
}

static const char* direction_text(const BufferArgument& buffer) {
  switch (buffer.direction) {
    case Direction::in: return "input";
    case Direction::out: return buffer.arrival == Arrival::zeroed ? "output, arrives zeroed" : "output";
    case Direction::inout: return "in and out";
  }
  return "?";
}

static const char* memory_text(MemoryPlace place) {
  switch (place) {
    case MemoryPlace::device: return "device memory";
    case MemoryPlace::pageable: return "pageable host memory";
    case MemoryPlace::pinned: return "page-locked host memory";
  }
  return "?";
}

static std::string shape_text(const BufferArgument& buffer) {
  return buffer.shape.empty() ? "one value" : fmt::format("{}", fmt::join(buffer.shape, " x "));
}

static std::string tolerance_text(const BufferArgument& buffer) {
  if (buffer.direction == Direction::in) return {};
  const auto& checker = buffer.checker;
  switch (checker.kind) {
    case CheckerKind::tolerance:
      return fmt::format("within {:.3g} + {:.3g} * |expected|", checker.absolute, checker.relative);
    case CheckerKind::exact: return "exact";
    case CheckerKind::ulp: return fmt::format("within {} units in the last place", checker.ulps);
    case CheckerKind::norm:
      return fmt::format("norm within {:.3g} + {:.3g} * |expected|", checker.absolute, checker.relative);
    case CheckerKind::custom: return "by the problem's own check";
  }
  return {};
}

// Extra cases come last.
static const Case& last_that_counts(std::span<const Case> cases) {
  const auto first_extra = std::ranges::find_if(cases, &Case::is_extra);
  return first_extra == cases.begin() ? cases.back() : *std::prev(first_extra);
}

/// The parameters, as this case fills them.
static std::string parameter_table(const Problem& problem, const Case& test, const TextStyle& style) {
  Table table{.columns = {{"parameter"}, {"type"}, {"is"}, {"lies in"}, {"in case " + test.name}, {"must be right"}}, .rows = {}};
  for (std::size_t i = 0; i < test.arguments.size() && i < problem.signature.parameters.size(); ++i) {
    const auto& parameter = problem.signature.parameters[i];
    if (const auto* buffer = std::get_if<BufferArgument>(&test.arguments[i]))
      table.rows.push_back({parameter.name, parameter.spelling, direction_text(*buffer),
                            test.is_end_to_end() ? memory_text(buffer->memory) : "", shape_text(*buffer), tolerance_text(*buffer)});
    else
      table.rows.push_back({parameter.name, parameter.spelling, "value", "",
                            std::visit([](auto value) { return fmt::format("{}", value); },
                                       std::get<ScalarArgument>(test.arguments[i]).value),
                            ""});
  }
  return table_text(without_empty_columns(std::move(table)), style);
}

static std::string case_table(std::span<const Case> cases, const TextStyle& style) {
  Table table{.columns = {{"case"}, {"sizes"}, {"", Align::left, 1}}, .rows = {}};
  for (const auto& test : cases) {
    std::string sizes;
    for (const auto& argument : test.arguments)
      if (const auto* scalar = std::get_if<ScalarArgument>(&argument))
        sizes += fmt::format("{}{}={}", sizes.empty() ? "" : " ", scalar->name,
                             std::visit([](auto value) { return fmt::format("{}", value); }, scalar->value));
    const char* timed = test.is_extra ? "extra, timed" : "timed";
    table.rows.push_back({test.name, sizes, test.purpose == Purpose::timed ? timed : test.is_extra ? "extra" : ""});
  }
  return table_text(without_empty_columns(std::move(table)), style);
}

/// Without the title that most statements begin with: the page has its own.
static std::string_view statement_body(std::string_view statement) {
  if (!statement.starts_with("# ")) return statement;
  const auto body = statement.find_first_not_of('\n', std::min(statement.find('\n'), statement.size()));
  return body == std::string_view::npos ? std::string_view() : statement.substr(body);
}

std::string problem_page(const Problem& problem, std::span<const Case> cases, const TextStyle& style) {
  auto text = toned(printable(problem.title), Tone::strong, style);
  text += fmt::format("  ({}{}{}", problem.name, problem.difficulty.empty() ? "" : ", ", problem.difficulty);
  if (!problem.tags.empty()) text += fmt::format("; {}", fmt::join(problem.tags, ", "));
  text += fmt::format(")\n\n{}", printable(statement_body(problem.statement)));
  if (!text.ends_with('\n')) text += '\n';
  text += heading("Signature", style) + indented(problem.signature.text) + '\n';
  if (!cases.empty()) {
    text += heading("Parameters", style) + indented(parameter_table(problem, last_that_counts(cases), style));
    text += heading("Cases", style) + indented(case_table(cases, style));
  }
  text += heading("Start", style);
  text += fmt::format("    judge show {0} --starter > solutions/{1}_mine.cu\n    judge run {0} solutions/{1}_mine.cu\n",
                      problem.name, problem.prefix.empty() ? problem.name : problem.prefix);
  return text;
}

}  // namespace judge

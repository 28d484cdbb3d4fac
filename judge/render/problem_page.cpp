#include "judge/render/problem_page.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "judge/render/markdown.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

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
    case CheckerKind::tolerance: return fmt::format("within {:.3g} + {:.3g} * |expected|", checker.absolute, checker.relative);
    case CheckerKind::exact: return "exact";
    case CheckerKind::ulp: return fmt::format("within {} units in the last place", checker.ulps);
    case CheckerKind::norm: return fmt::format("norm within {:.3g} + {:.3g} * |expected|", checker.absolute, checker.relative);
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
  Table table{.columns = {{"parameter"}, {"type"}, {"is"}, {"lies in"}, {"in case " + test.name}, {"must be right"}},
              .rows = {}};
  for (std::size_t i = 0; i < test.arguments.size() && i < problem.signature.parameters.size(); ++i) {
    const auto& parameter = problem.signature.parameters[i];
    if (const auto* buffer = std::get_if<BufferArgument>(&test.arguments[i]))
      table.rows.push_back({parameter.name, parameter.spelling, direction_text(*buffer),
                            test.is_end_to_end() ? memory_text(buffer->memory) : "", shape_text(*buffer),
                            tolerance_text(*buffer)});
    else
      table.rows.push_back(
          {parameter.name, parameter.spelling, "value", "",
           std::visit([](auto value) { return fmt::format("{}", value); }, std::get<ScalarArgument>(test.arguments[i]).value),
           ""});
  }
  return table_text(without_empty_columns(std::move(table)), style);
}

static std::string case_table(std::span<const Case> cases, const TextStyle& style) {
  Table table{.columns = {{"case"}, {"sizes"}, {"", Align::left, 1}}, .rows = {}};
  for (const auto& test : cases) {
    const char* timed = test.is_extra ? "extra, timed" : "timed";
    table.rows.push_back({test.name, sizes_of(test), test.purpose == Purpose::timed ? timed : test.is_extra ? "extra" : ""});
  }
  return table_text(without_empty_columns(std::move(table)), style);
}

/// Without the title that most statements begin with: the page has its own.
static std::string_view statement_body(std::string_view statement) {
  if (!statement.starts_with("# ")) return statement;
  const auto body = statement.find_first_not_of('\n', std::min(statement.find('\n'), statement.size()));
  return body == std::string_view::npos ? std::string_view() : statement.substr(body);
}

std::string problem_page(const Problem& problem, std::span<const Case> cases, const TextStyle& style,
                         std::string_view attempt_folder) {
  auto text = toned(printable_line(problem.title), Tone::strong, style);
  const std::string number = problem.number ? fmt::format("{}. ", problem.number) : "";
  text += fmt::format("  ({}{}{}{}", number, printable_line(problem.name), problem.difficulty.empty() ? "" : ", ",
                      printable_line(problem.difficulty));
  if (!problem.tags.empty()) text += printable_line(fmt::format("; {}", fmt::join(problem.tags, ", ")));
  text += ")\n\n" + markdown_text(statement_body(problem.statement), style);
  text += heading("Signature", style) + indented(printable(problem.signature.text)) + '\n';
  if (!cases.empty()) {
    text += heading("Parameters", style) + indented(parameter_table(problem, last_that_counts(cases), style));
    text += heading("Cases", style) + indented(case_table(cases, style));
  }
  text += heading("Start", style);
  const auto file =
      printable_line(fmt::format("{}{}_mine.cu", attempt_folder, problem.prefix.empty() ? problem.name : problem.prefix));
  text += fmt::format("    judge show {0} --starter > {1}\n    judge try {0} {1}\n    judge run {0} {1}\n",
                      printable_line(problem.name), file);
  if (!problem.hints.empty()) text += fmt::format("    judge show {} --hint\n", problem.name);
  return text;
}

std::string hint_text(const Problem& problem, std::size_t number, const TextStyle& style) {
  auto text = markdown_text(problem.hints[number - 1], style);
  text += number < problem.hints.size() ? fmt::format("\nhint {} of {}; the next: judge show {} --hint={}\n", number,
                                                      problem.hints.size(), problem.name, number + 1)
                                        : fmt::format("\nhint {} of {}, the last\n", number, problem.hints.size());
  return text;
}

std::string note_on_sizes(std::span<const Case> cases, std::span<const Case> on_gpu) {
  const auto ranked = std::ranges::find(cases, Purpose::timed, &Case::purpose);
  if (ranked == cases.end()) return "";
  const auto same = std::ranges::find(on_gpu, ranked->name, &Case::name);
  if (same == on_gpu.end() || sizes_of(*same) == sizes_of(*ranked)) return "";
  return fmt::format("\nThe emulated runtime times case {} at {}; a GPU at {}.\n", ranked->name, sizes_of(*ranked),
                     sizes_of(*same));
}

}  // namespace judge

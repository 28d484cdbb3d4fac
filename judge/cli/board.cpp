#include <fmt/ranges.h>
#include <unistd.h>

#include <memory>

#include "judge/catalog/catalog.hpp"
#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/options.hpp"
#include "judge/judging/attempt_history.hpp"
#include "judge/judging/run_rows.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/model/documents.hpp"
#include "judge/passes/target.hpp"
#include "judge/render/history.hpp"
#include "judge/render/output.hpp"
#include "judge/render/run_table.hpp"
#include "judge/render/shown.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

namespace {

struct BoardOptions {
  std::string problem;
  std::string device;
  bool history = false;
  std::string attempt;
  bool any_version = false;
  Format format = Format::text;
};

Result<std::string> device_id(const CommonOptions& common, const BoardOptions& options) {
  if (!options.device.empty()) return options.device;
  JUDGE_TRY(const auto target, choose_target(common.runtime, find_installation()));
  JUDGE_TRY(const auto runtime, load_runtime_from(target.kind, target.runtime_library));
  JUDGE_TRY(const auto device, describe_device(runtime));
  return device.id;
}

/// How many more there would be, had the problem's files not changed since.
Result<std::string> note_on_older_versions(const Ledger& ledger, BoardQuery query, std::size_t shown) {
  if (!query.problem_hash) return std::string();
  query.problem_hash.reset();
  JUDGE_TRY(const auto all, ledger.board(query));
  if (all.size() <= shown) return std::string();
  return fmt::format("{} more {} judged before the problem's files changed; --any-version shows them\n", all.size() - shown,
                     all.size() - shown == 1 ? "was" : "were");
}

std::string nobody_yet(const BoardQuery& query) {
  return fmt::format("no attempt at {} was accepted on this device yet; `judge run {}` judges those in solutions/\n",
                     query.problem, query.problem);
}

std::string board_output(const BoardQuery& query, const BoardOptions& options, std::span<const RunRow> rows) {
  return in_format(options.format,
                   {.document = [&] { return encode(board_document(query, rows)); },
                    .csv = [&] { return board_csv(rows); },
                    .markdown = [&] { return board_markdown(rows); },
                    .text = [&] { return rows.empty() ? nobody_yet(query) : board_text(rows, style_for(STDOUT_FILENO)); }});
}

void say_skipped(const Ledger& ledger) {
  for (const auto& line : ledger.skipped()) say_error(line);
}

Result<int> show_board(const CommonOptions& common, const BoardOptions& options, const Problem& problem) {
  JUDGE_TRY(const auto place, ledger_to_read(common));
  JUDGE_TRY(const auto ledger, Ledger::open_to_read(place));
  JUDGE_TRY(const auto device, device_id(common, options));
  JUDGE_TRY(auto query, board_query(problem, device));
  if (options.any_version) query.problem_hash.reset();
  JUDGE_TRY(const auto board, read_board(ledger, query));
  say_skipped(ledger);
  JUDGE_CHECK(print(board_output(query, options, board.rows)));
  JUDGE_TRY(const auto note, note_on_older_versions(ledger, query, board.records.size()));
  if (!is_for_programs(options.format)) JUDGE_CHECK(print(note));
  return k_exit_fine;
}

/// That the name is of several, and how to choose one of them.
std::string note_on_namesakes(std::span<const Record> records, const std::string& attempt) {
  const auto labels = labels_of(records);
  if (attempt.empty() || labels.size() < 2) return "";
  return fmt::format("{} attempts are called {}: {}; --attempt '{}' shows one of them\n", labels.size(), attempt,
                     fmt::join(labels, ", "), labels.front());
}

std::string history_output(const std::string& problem, std::span<const Record> records, Format format) {
  std::vector<RunRow> rows;
  for (const auto& record : records) rows.push_back({.record = &record});
  return in_format(format, {.document =
                                [&] {
                                  return encode(HistoryDocument{{records.begin(), records.end()}});
                                },
                            .csv = [&] { return run_csv(rows); },
                            .markdown = [&] { return history_markdown(records); },
                            .text =
                                [&] {
                                  if (records.empty())
                                    return fmt::format("nothing was judged yet; `judge run {}` does\n", problem);
                                  return history_text(records, style_for(STDOUT_FILENO));
                                }});
}

Result<int> show_history(const CommonOptions& common, const BoardOptions& options, const Problem& problem) {
  JUDGE_TRY(const auto place, ledger_to_read(common));
  JUDGE_TRY(const auto ledger, Ledger::open_to_read(place));
  const auto records = attempt_history(ledger, problem.name, options.attempt);
  say_skipped(ledger);
  if (!records) return std::unexpected(records.error());
  JUDGE_CHECK(print(history_output(problem.name, *records, options.format)));
  if (!is_for_programs(options.format)) JUDGE_CHECK(print(note_on_namesakes(*records, options.attempt)));
  return k_exit_fine;
}

Result<int> board(const CommonOptions& common, const BoardOptions& options) {
  JUDGE_TRY(const auto root, find_root(common.root, find_installation()));
  JUDGE_TRY(const auto problem, find_problem(root, options.problem));
  const bool history = options.history || !options.attempt.empty();
  return history ? show_history(common, options, problem) : show_board(common, options, problem);
}

}  // namespace

void add_board(CommandLine& line) {
  const auto options = std::make_shared<BoardOptions>();
  auto* command = line.app.add_subcommand("board", "Every attempt so far on this device, ranked");
  command->add_option("problem", options->problem, "The problem's name")->required()->type_name("PROBLEM");
  command->add_flag("--history", options->history, "All records, oldest first, on all devices");
  command->add_option("--attempt", options->attempt,
                      "The history of one attempt: its name, with a folder where several have it (anna/red_a), or its hash");
  command->add_option("--device", options->device, "The board of another device: its id as in --json");
  command->add_flag("--any-version", options->any_version, "Also records from before the problem's files changed");
  add_format_options(*command, options->format,
                     {{Format::json, "As one JSON document; docs/json.md describes the records"},
                      {Format::csv, "As comma-separated values, raw numbers"},
                      {Format::markdown, "As a Markdown table"}});
  command->footer(
      "The best time of each attempt counts. Files with the same content are one attempt. A rank with '=' is shared: no\n"
      "difference you could measure, between runs on different days or side by side. 'certain' shows the best and the worst "
      "possible rank.\n"
      "`judge run` compares more precisely.\n\n"
      "Examples:\n"
      "  judge board vector-addition\n"
      "  judge board vector-addition --markdown > board.md\n"
      "  judge board vector-addition --attempt va_float4");
  command->callback([&line, options] { line.action = [&line, options] { return board(line.common, *options); }; });
}

}  // namespace judge

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "judge/cli/commands.hpp"
#include "judge/cli/options.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/ledger/schema.hpp"
#include "judge/render/output.hpp"
#include "judge/render/terminal.hpp"

namespace judge {

namespace fs = std::filesystem;

static std::string records_text(std::int64_t count) { return fmt::format("{} record{}", count, count == 1 ? "" : "s"); }

static Result<Ledger> open_source(const fs::path& place) {
  std::error_code error;
  if (Ledger::is_file(place) && !fs::exists(place, error)) return fail("--copy-from {}: no such file", place.string());
  return Ledger::open_to_read(place);
}

static Result<int> copy_ledgers(const fs::path& to, const std::vector<std::string>& from) {
  std::vector<Ledger> sources;
  std::int64_t there = 0;
  for (const auto& place : from) {
    JUDGE_TRY(auto source, open_source(place));
    JUDGE_TRY(const std::int64_t size, source.size());
    there += size;
    sources.push_back(std::move(source));
  }
  JUDGE_TRY(auto target, Ledger::open(to));
  JUDGE_TRY(const std::int64_t added, target.add_all_of(sources));
  JUDGE_TRY(const std::int64_t size, target.size());
  JUDGE_CHECK(
      print(printable(fmt::format("{}: {} read, {} were new, {} now\n", Ledger::shown(to), records_text(there), added, size))));
  return k_exit_fine;
}

static Result<int> print_ledger(const CommonOptions& common) {
  JUDGE_TRY(const auto place, ledger_to_read(common));
  std::error_code error;
  if (Ledger::is_file(place) && !fs::exists(place, error)) {
    JUDGE_CHECK(print(printable(fmt::format("{}: is not there yet; `judge run` makes it\n", Ledger::shown(place)))));
    return k_exit_fine;
  }
  JUDGE_TRY(const auto ledger, Ledger::open_to_read(place));
  JUDGE_TRY(const std::int64_t size, ledger.size());
  JUDGE_CHECK(
      print(printable(fmt::format("{}: version {}, {}\n", Ledger::shown(place), ledger_schema_version(), records_text(size)))));
  return k_exit_fine;
}

void add_ledger(CommandLine& line) {
  const auto from = std::make_shared<std::vector<std::string>>();
  auto* command = line.app.add_subcommand("ledger", "Where results are kept, how many; copies them from other ledgers");
  command->add_option("--copy-from", *from, "Add what this ledger has and --ledger has not; may be repeated")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
  command->footer(
      "A place is a file, or postgresql://USER@HOST/DATABASE. Copies lose nothing, in both directions. A second copy adds\n"
      "nothing. Records of several ledgers are put in the order of their times.\n\n"
      "Examples:\n"
      "  judge ledger\n"
      "  judge ledger --ledger postgresql://judge@db/judge --copy-from ~/.local/share/judge/ledger.sqlite\n"
      "  judge ledger --ledger all.sqlite --copy-from a.sqlite --copy-from b.sqlite");
  command->callback([&line, from] {
    line.action = [&line, from] {
      return from->empty() ? print_ledger(line.common) : copy_ledgers(line.common.ledger_path(), *from);
    };
  });
}

}  // namespace judge

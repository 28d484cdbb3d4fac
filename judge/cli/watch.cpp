#include <fmt/chrono.h>
#include <unistd.h>

#include <chrono>
#include <memory>

#include "judge/catalog/catalog.hpp"
#include "judge/cli/commands.hpp"
#include "judge/cli/judged_text.hpp"
#include "judge/passes/draws.hpp"
#include "judge/render/first_cases_progress.hpp"
#include "judge/render/output.hpp"
#include "judge/render/rate_text.hpp"
#include "judge/util/at_every_save.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace fs = std::filesystem;
using Clock = std::chrono::system_clock;

namespace {

constexpr std::size_t k_small_bytes = std::size_t{1} << 20;

struct WatchOptions {
  std::string problem, attempt;
  bool timing = false, check = false;
};

/// The cases before the first large one.
Result<std::size_t> count_small(const CommonOptions& common, const Problem& problem) {
  JUDGE_TRY(const auto target, choose_target(common.runtime, find_installation()));
  JUDGE_TRY(const auto cases, cases_of(problem, target.kind));
  std::size_t small = 0;
  while (small < cases.size() && bytes_of(cases[small]) <= k_small_bytes) ++small;
  return small;
}

std::string result_text(const Judged& judged, Clock::time_point begin, const TextStyle& style) {
  const auto& record = judged.records.front();
  auto text = rejected_and_warnings_text(judged, style);
  if (!judged.all_accepted()) return text;
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  text += fmt::format("{}: {} cases in {:.2f} s", toned("accepted", Tone::good, style), record.cases.size(), seconds);
  if (!record.measurements.empty()) text += ", " + time_text(record.measurements.front().device);
  return text + '\n';
}

/// What a session says before there is a save to judge.
class Held : public Observer {
 public:
  void message(std::string_view line) override { m_lines.emplace_back(line); }
  void tell(Observer& observer) const {
    for (const std::string& line : m_lines) observer.message(line);
  }

 private:
  std::vector<std::string> m_lines;
};

/// One judgement, in a process of its own: what has touched a GPU cannot fork, so all of that is here.
int judge_once(const CommonOptions& common, const WatchOptions& options, const Problem& problem, const NotesSaid& notes,
               const NextSave& save) {
  install_interrupt_handler();
  const JudgingOptions judging{{.keep = JudgingRules::Keep::nowhere,
                                .check = options.check ? CheckWish::all : CheckWish::after_failures,
                                .no_timing = !options.timing},
                               options.problem,
                               {options.attempt}};
  const auto small = count_small(common, problem);
  Held held;
  std::unique_ptr<Session> ahead;  // what cannot be opened is an error when there is something to judge
  if (!save.is_there())
    if (auto opened = open_ahead(common, judging, held)) ahead = *std::move(opened);
  if (!save.wait()) return k_exit_fine;
  const auto begin = saved_at(options.attempt);
  say(fmt::format("\n{:%H:%M:%S} {}", fmt::localtime(Clock::to_time_t(begin)), options.attempt));
  FirstCasesProgress progress(small.value_or(0), begin, notes);
  held.tell(progress);
  const auto judged = judge_attempts(common, judging, progress, std::move(ahead));
  progress.finish();
  if (interrupted()) return interrupted_exit_status();
  if (!judged) say_error(judged.error().message);
  else if (const auto printed = print(result_text(*judged, begin, style_for(STDOUT_FILENO))); !printed)
    say_error(printed.error().message);
  return k_exit_fine;
}

Result<int> watch(const CommonOptions& common, const WatchOptions& options) {
  JUDGE_TRY(const auto root, find_root(common.root, find_installation()));
  JUDGE_TRY(const auto problem, find_problem(root, options.problem));
  std::error_code error;
  if (!fs::is_regular_file(options.attempt, error))
    return fail("{0}: no such file; `judge show {1} --starter > {0}` makes one", options.attempt, problem.name);
  const NotesSaid notes;
  const SaveNews news{
      .gone = [&] { say(fmt::format("{}: not there any more; judged again when it comes back", options.attempt)); },
      .was_ended =
          [&](int signal) {
            say(fmt::format("no result: what judged it was ended by signal {}; the next save is judged again", signal));
          }};
  const auto work = [&](const NextSave& save) { return judge_once(common, options, problem, notes, save); };
  JUDGE_CHECK(at_every_save(options.attempt, work, news));
  return k_exit_fine;
}

}  // namespace

void add_watch(CommandLine& line) {
  const auto options = std::make_shared<WatchOptions>();
  auto* command = line.app.add_subcommand("watch", "Judge an attempt at every save, small cases first, until Ctrl-C");
  command->add_option("problem", options->problem, "Its name or number, or a problem folder's path")
      ->required()
      ->type_name("PROBLEM");
  command->add_option("attempt", options->attempt, "The file")->required()->type_name("ATTEMPT");
  command->add_flag("--time", options->timing, "Also time accepted attempts");
  command->add_flag("--check", options->check, "Also look for races, uninitialised reads etc.");
  command->footer(
      "Runs the problem's cases in their order, small ones first, and prints the result of the small ones at once. A save "
      "during a\n"
      "run starts it again, also a save of a header beside the file. Between two saves its processes wait, for two minutes.\n"
      "If the file goes, the command says so and waits for it.\n"
      "Nothing goes into the ledger; `judge run` writes it.\n"
      "Ctrl-C is its ordinary end: the exit status is 0 then.\n\n"
      "Examples:\n"
      "  judge watch vector-addition solutions/va_mine.cu\n"
      "  judge watch reduction my/red.cu --time");
  command->callback([&line, options] { line.action = [&line, options] { return watch(line.common, *options); }; });
}

}  // namespace judge

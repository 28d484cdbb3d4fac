#include "judge/cli/run.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "judge/catalog/catalog.hpp"
#include "judge/cli/checking.hpp"
#include "judge/cli/contestant.hpp"
#include "judge/cli/workbench.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/model/record_json.hpp"
#include "judge/render/details.hpp"
#include "judge/render/run_table.hpp"
#include "judge/util/files.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

void say(const std::string& text) {
  if (!text.empty()) fmt::print(stderr, "{}{}", text, text.ends_with('\n') ? "" : "\n");
}

// Checks each attempt in turn; the next one's player makes its context meanwhile.
Result<void> check_all(Workbench& bench, std::vector<Contestant>& contestants, StageClock& shared, Progress& progress) {
  std::optional<PlayerProcess> next;
  JUDGE_TRY(next, bench.start_player());
  JUDGE_CHECK(bench.open());
  shared.lap("reference");
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    PlayerProcess player = *std::move(next);
    next.reset();
    if (i + 1 < contestants.size()) {
      JUDGE_TRY(next, bench.start_player());
    }
    Contestant& contestant = contestants[i];
    progress.attempt_started(contestant.attempt.name, bench.cases().size());
    StageClock clock;
    JUDGE_CHECK(check_attempt(bench, contestant, std::move(player), clock, progress));
    contestant.stages = clock.stages();
  }
  return {};
}

// Which timed cases there are; the one that was asked for alone, if one was.
Result<std::vector<std::size_t>> timed_cases(const Workbench& bench, const RunOptions& options) {
  std::vector<std::size_t> indices;
  std::string names;
  for (std::size_t i = 0; i < bench.cases().size(); ++i) {
    const Case& test = bench.cases()[i];
    if (test.purpose != Purpose::timed) continue;
    names += " " + test.name;
    if (options.timed_case.empty() || options.timed_case == test.name) indices.push_back(i);
  }
  if (!options.timed_case.empty() && indices.empty())
    return fail("--case {}: {} has no such timed case; it has:{}", options.timed_case, bench.problem().name, names);
  return indices;
}

Record record_of(Workbench& bench, Contestant& contestant, const std::string& run_id, const StageClock& shared) {
  Record record{.run_id = run_id, .time = utc_now(), .judge_version = JUDGE_VERSION, .problem = bench.problem().name,
                .problem_hash = bench.problem().content_hash, .attempt = contestant.attempt, .device = bench.device(),
                .toolchain = contestant.artifact ? contestant.artifact->toolchain : bench.builder().toolchain(),
                .seed = bench.seed(), .verdict = contestant.verdict.value_or(Verdict{.kind = VerdictKind::accepted, .summary = "accepted"}),
                .mismatch = contestant.mismatch, .fault = contestant.fault, .findings = contestant.findings,
                .cases = contestant.cases, .measurements = contestant.measurements, .stages = shared.stages()};
  record.stages.insert(record.stages.end(), contestant.stages.begin(), contestant.stages.end());
  return record;
}

// The rows of the table, fastest first; rejected attempts last, in the order they were named.
Result<std::vector<RunRow>> ranked_rows(const std::vector<Record>& records, const std::optional<TimedCase>& timed, const Ledger& ledger) {
  std::vector<RunRow> rows;
  std::vector<bool> placed(records.size());
  if (timed) {
    const auto places = rank(timed->block_times_ns);
    JUDGE_TRY(const auto medians, ledger.all_medians({.problem = records.front().problem, .device_id = records.front().device.id,
                                                      .problem_hash = records.front().problem_hash}));
    for (const auto& place : places) {
      const std::size_t index = timed->contestants[place.contestant];
      const auto shares = [&](const Place& other) { return other.place == place.place && other.contestant != place.contestant; };
      rows.push_back({.record = &records[index], .rank = place.place, .tied = std::ranges::any_of(places, shares),
                      .percentile = percentile(records[index].measurements.front().device.median_ns, medians)});
      if (place.contestant != places.front().contestant) rows.back().versus_best = describe(place.to_first);
      placed[index] = true;
    }
  }
  for (std::size_t i = 0; i < records.size(); ++i)
    if (!placed[i] && records[i].verdict.kind == VerdictKind::accepted) rows.push_back({.record = &records[i]});
  for (std::size_t i = 0; i < records.size(); ++i)
    if (records[i].verdict.kind != VerdictKind::accepted) rows.push_back({.record = &records[i]});
  return rows;
}

void show_json(const std::vector<Record>& records) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& record : records) list.push_back(to_json(record));
  const nlohmann::json document{{"schema", "judge.run/1"}, {"records", std::move(list)}};
  fmt::print("{}\n", document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void show_rejected_and_warnings(const std::vector<Record>& records, const std::vector<Contestant>& contestants, FILE* stream) {
  const TextStyle style = style_for(fileno(stream));
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (contestants[i].artifact) fmt::print(stream, "{}", contestants[i].artifact->warnings);
    if (!contestants[i].printed.empty())
      fmt::print(stream, "{} printed:\n{}{}", contestants[i].attempt.name, contestants[i].printed, contestants[i].printed.ends_with('\n') ? "" : "\n");
    fmt::print(stream, "{}", details_text(records[i], style));
  }
}

}  // namespace

Result<int> run(const CommonOptions& common, const RunOptions& options) {
  install_interrupt_handler();
  StageClock shared;

  // What is judged, and on what.
  const Installation installation = find_installation();
  JUDGE_TRY(const auto root, find_root(common.root, installation));
  JUDGE_TRY(const Problem problem, find_problem(root, options.problem));
  JUDGE_TRY(auto contestants, gather_attempts(options.attempts, root, problem));
  JUDGE_TRY(const Target target, choose_target(common.runtime, installation));
  say(target.note);
  shared.lap("start");

  // Compilers start; the device wakes up meanwhile.
  JUDGE_TRY(const auto bench, Workbench::create({.installation = installation, .target = target,
                                                 .cache_dir = common.cache_dir(), .problem = problem,
                                                 .seed = options.seed}));
  start_builds(*bench, contestants);
  JUDGE_TRY(auto ledger, Ledger::open(common.ledger_path()));
  JUDGE_TRY(const auto timed_indices, timed_cases(*bench, options));
  shared.lap("device");

  // Every case of every attempt.
  Progress progress({.mode = progress_mode_for(STDERR_FILENO), .attempts = contestants.size()});
  JUDGE_CHECK(check_all(*bench, contestants, shared, progress));

  // The accepted ones against the clock, side by side.
  shared.restart();
  std::optional<TimedCase> ranked;
  if (!options.check_only)
    for (const std::size_t index : timed_indices) {
      JUDGE_TRY(auto timed, time_side_by_side(*bench, contestants, index, options.timing, progress));
      if (!ranked && !timed.contestants.empty()) ranked = std::move(timed);
    }
  shared.lap("timing");

  // Into the ledger.
  std::vector<Record> records;
  const std::string run_id = fmt::format("{:016x}", bench->seed() ^ static_cast<std::uint64_t>(::getpid()) << 32);
  for (auto& contestant : contestants) {
    if (contestant.player) contestant.printed = contestant.player->printed();
    records.push_back(record_of(*bench, contestant, run_id, shared));
    JUDGE_TRY(records.back().id, ledger.append(records.back()));
    progress.attempt_done(records.back());
  }
  progress.finish();

  // For people, or for programs.
  JUDGE_TRY(const auto rows, ranked_rows(records, ranked, ledger));
  show_rejected_and_warnings(records, contestants, options.json || options.csv || options.markdown ? stderr : stdout);
  if (options.json) show_json(records);
  else if (options.csv) fmt::print("{}", run_csv(rows));
  else if (options.markdown) fmt::print("{}", run_markdown(rows));
  else fmt::print("{}", run_text(rows, style_for(STDOUT_FILENO)));
  if (records.size() == 1) say(stages_text(records.front()));
  const bool all = std::ranges::all_of(records, [](const Record& record) { return record.verdict.kind == VerdictKind::accepted; });
  return all ? 0 : 1;
}

}  // namespace judge

#include "judge/passes/checker_run.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include "judge/nvidia/programs.hpp"
#include "judge/nvidia/sanitizer.hpp"
#include "judge/passes/leaks.hpp"
#include "judge/passes/own_lines.hpp"
#include "judge/passes/replay_job.hpp"
#include "judge/passes/testing.hpp"
#include "judge/passes/warps_apart.hpp"
#include "judge/referee/symbolize.hpp"
#include "judge/util/files.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/units.hpp"
#include "judge/verdict/findings.hpp"
#include "judge/verdict/judge_outcome.hpp"
#include "judge/verdict/texts.hpp"
#include "judge/verdict/wrong_answer.hpp"

namespace judge {

namespace {

// Checked code is up to fifty times slower. No case is begun after a minute.
constexpr std::chrono::seconds k_patience{60};
constexpr int k_slower = 10;
// So cases that take long as they are are left out; of the one that failed more is bearable.
constexpr double k_most_effort_ns = 0.2e9, k_most_effort_of_failed_ns = 2e9;
// At full size, where all smaller cases are right, it is mostly the size.
constexpr double k_most_effort_at_full_size_ns = 0.1e9;
constexpr std::size_t k_most_bytes_of_failed = std::size_t{256} << 20;

// The results of one run under the checker.
struct CheckerRun {
  std::chrono::steady_clock::time_point deadline;
  std::vector<Finding> findings;
  std::optional<Fault> fault;  // that ended it
  Leaks leaks;
  CheckSummary summary;
};

bool is_bearable(const std::vector<Case>& cases, const Tested& attempt, std::size_t index) {
  // The first call of each case that it was called on, in order.
  const double effort_ns = index < attempt.cases.size() ? attempt.cases[index].effort_ns : 0;
  if (attempt.is_right()) return effort_ns <= k_most_effort_ns && !cases[index].is_full_size_twin;
  const double most_ns = cases[index].is_full_size_twin ? k_most_effort_at_full_size_ns : k_most_effort_of_failed_ns;
  return effort_ns <= most_ns && bytes_of(cases[index]) <= k_most_bytes_of_failed;
}

std::vector<std::size_t> cases_to_check(const std::vector<Case>& cases, const Tested& attempt) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool failed = !attempt.is_right() && attempt.standing.error().verdict.case_name == cases[i].name;
    if ((attempt.is_right() || (failed && indices.empty())) && is_bearable(cases, attempt, i)) indices.push_back(i);
  }
  return indices;
}

void set_line(Finding& finding, const std::filesystem::path& library, std::uint64_t offset) {
  if (offset == 0) return;
  const SourceLine source = source_line(library, offset);
  finding.file = source.file;
  finding.line = source.line;
  finding.column = source.column;
}

void take_trace(CheckerRun& run, const protocol::Returned& returned, const Case& test, const std::filesystem::path& library) {
  const protocol::Trace& trace = returned.trace;
  if (!trace.unchecked_launch.empty() && !returned.error_is_pending) {  // a pending one is a finding already
    Finding finding{.kind = Fault::Kind::unchecked_launch, .in_kernel = false, .note = trace.unchecked_launch + " failed"};
    set_line(finding, library, trace.unchecked_launch_offset);
    run.findings.push_back(std::move(finding));
  }
  run.leaks.called(trace, bytes_of(test));
}

// False: the player has ended, or there is no time left.
Result<bool> check_case(Harness& harness, Player& player, const Artifact& artifact, std::size_t index, CheckerRun& run) {
  const Case& test = harness.setting.cases[index];
  if (harness.setting.now() > run.deadline) {
    run.summary.note = fmt::format("no time was left for the cases from {} on", test.name);
    return false;
  }
  JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(index));
  JUDGE_TRY(auto called, harness.referee.call(player, *prepared, {.l2 = Referee::L2::warm}));
  if (interrupted()) return fail("interrupted");
  ++run.summary.cases;
  if (const auto* faulted = std::get_if<outcome::Faulted>(&called.outcome)) run.fault = faulted->fault;
  if (std::holds_alternative<outcome::TimedOut>(called.outcome))
    run.summary.note = fmt::format("stopped in case {}, which took too long", test.name);
  if (called.returned.wall_ns == 0) return false;
  run.summary.blocks = called.returned.trace.launched_blocks;
  run.summary.watched_blocks = called.returned.trace.watched_blocks;
  take_trace(run, called.returned, test, artifact.library);
  return called.returned.error == 0 || called.returned.error_is_pending;
}

// Warnings of local variables without a value: "a.cu:12:9: warning: 'x' is used uninitialized [-Wuninitialized]", and the
// same with [-Wmaybe-uninitialized].
void take_warnings(CheckerRun& run, const std::string& warnings) {
  std::istringstream lines(warnings);
  for (std::string line; std::getline(lines, line);) {
    const auto warning = line.find(": warning: ");
    if (warning == std::string::npos || !line.ends_with("uninitialized]")) continue;
    const SourceLine source = first_of_the_users(line.substr(0, warning));
    // Of no thread: the compiler says it of every one, or of the host.
    Finding finding{.kind = Fault::Kind::uninitialised_read,
                    .thread_is_unknown = true,
                    .file = source.file,
                    .line = source.line,
                    .column = source.column,
                    .space = Fault::Space::local};
    run.findings.push_back(std::move(finding));
  }
}

void quote_all(CheckerRun& run, const Submission& submission) {
  for (Finding& finding : run.findings) name_own_lines(finding, submission);
  if (run.fault) name_own_lines(*run.fault, submission);
}

// Under a sanitizer kernels are up to a hundred times slower. A case that is looked at alone is the one that failed.
constexpr std::size_t k_largest_case_bytes = std::size_t{64} << 20, k_largest_only_case_bytes = std::size_t{1} << 30;
constexpr std::chrono::seconds k_sanitizer_patience{20};

// `note`: which of these cases it lacks, and why.
Result<protocol::ReplayJob> sanitizer_job(const Harness& harness, const Built& built, std::span<const std::size_t> indices,
                                          const std::filesystem::path& folder, std::string& note) {
  auto job = replay_job(harness, built);
  job.host_memory_limit_bytes = host_memory_limit_bytes(harness.setting.problem);
  job.patience_ms = std::chrono::milliseconds(k_sanitizer_patience).count();
  const std::size_t most_bytes = indices.size() == 1 ? k_largest_only_case_bytes : k_largest_case_bytes;
  std::string left_out;
  for (const std::size_t index : indices) {
    const Case& test = harness.setting.cases[index];
    if (bytes_of(test) > most_bytes) {
      left_out += (left_out.empty() ? "" : ", ") + test.name;
      continue;
    }
    JUDGE_TRY(auto written, replay_case(harness, index, folder));
    job.cases.push_back(std::move(written));
  }
  if (!left_out.empty())
    note = fmt::format("of more than {} and so left out: {}", format_bytes(static_cast<double>(most_bytes)), left_out);
  return job;
}

// On a GPU compute-sanitizer watches each access.
Result<void> sanitize_cases(const Harness& harness, const Built& built, std::span<const std::size_t> indices, CheckerRun& run) {
  const auto program = find_toolkit_program("compute-sanitizer");
  if (!program) {
    run.summary.note =
        "compute-sanitizer is not on this machine (the CUDA Toolkit brings it), so the kernels' memory accesses were not "
        "checked; "
        "`--runtime emulated --check` needs no GPU";
    return {};
  }
  JUDGE_TRY(const auto sanitizer, ask_sanitizer(*program, replay_program(harness.setting.installation)));
  run.summary.tool = "compute-sanitizer " + sanitizer.version;
  JUDGE_TRY(const auto folder, TemporaryDirectory::create("check"));
  std::string left_out;
  JUDGE_TRY(const auto job, sanitizer_job(harness, built, indices, folder.path(), left_out));
  JUDGE_TRY(auto sanitized, sanitize(sanitizer, job, folder.path() / "job"));
  std::ranges::move(sanitized.findings, std::back_inserter(run.findings));
  for (auto& [finding, offset] : sanitized.host_accesses) {
    set_line(finding, built.artifact.library, offset);
    run.findings.push_back(std::move(finding));
  }
  run.summary.note = sanitized.note + (sanitized.note.empty() || left_out.empty() ? "" : "; ") + left_out;
  return {};
}

bool is_told(const std::vector<Finding>& findings, const Finding& finding) {
  return std::ranges::any_of(findings, [&](const Finding& known) {
    const bool same_thing = known.buffer == finding.buffer && known.thing == finding.thing;
    if (finding.kind == Fault::Kind::leak && known.kind == finding.kind) return known.line == finding.line;  // of other calls
    return known.kind == finding.kind && same_thing && (!finding.buffer.empty() || known.note == finding.note);
  });
}

// Of what the first calls told. Where the checker called every case that they did, it tells all of that again, with thread and line.
std::vector<Finding> not_told_again(const Tested& attempt, const CheckerRun& run) {
  std::vector<Finding> kept;
  if (run.summary.cases >= static_cast<int>(attempt.cases.size())) return kept;
  std::ranges::copy_if(attempt.findings, std::back_inserter(kept),
                       [&](const Finding& finding) { return !is_told(run.findings, finding); });
  return without_repetitions(kept);
}

// Of two that differ only in that one is between lanes of a warp and the other between warps, what stays must say both: they decide
// what is run again.
std::vector<Finding> fresh_findings(const std::vector<Finding>& findings) {
  auto fresh = without_repetitions(findings);
  const auto keep_one = [&](auto is_such) {
    const auto found = std::ranges::find_if(findings, is_such);
    if (found != findings.end() && std::ranges::none_of(fresh, is_such)) fresh.push_back(*found);
  };
  keep_one([](const Finding& finding) { return finding.in_one_warp; });
  keep_one(is_race_between_warps);
  return fresh;
}

bool names_memory(const Fault& fault) { return !fault.buffer.empty() || !fault.thing.empty(); }

// The checker knows a fault's thread and column for certain. One of another kind is a finding like others.
Checked conclude(const std::vector<Case>& cases, Tested attempt, CheckerRun run) {
  quote_all(run, attempt);
  Decided* decided = attempt.is_right() ? nullptr : &attempt.standing.error();
  const Case* test = decided ? &cases.at(find_case(cases, decided->verdict.case_name).value_or(0)) : nullptr;
  const bool is_same = run.fault && decided && decided->fault && run.fault->kind == decided->fault->kind;
  const bool says_less = is_same && names_memory(*decided->fault) && !names_memory(*run.fault);
  if (is_same && !says_less) {
    decided->fault = std::move(run.fault);
    decided->verdict = judge_outcome(outcome::Faulted{*decided->fault}, *test);
  } else if (run.fault && !(says_less && run.fault->line == decided->fault->line)) {
    run.findings.push_back(*std::move(run.fault));
  }
  // The checker does not look for it.
  std::ranges::copy_if(attempt.findings, std::back_inserter(run.findings),
                       [](const Finding& finding) { return finding.kind == Fault::Kind::leans_on_zeros; });
  auto told_before = not_told_again(attempt, run);
  attempt.findings = fresh_findings(run.findings);
  if (decided && decided->mismatch)
    decided->verdict.details = without_guess(decided->verdict.details, *decided->mismatch, *test, attempt.findings);
  if (decided && !attempt.findings.empty())
    decided->verdict.details =
        join_lines({decided->verdict.details,
                    findings_text(attempt.findings, *test, join_lines({decided->verdict.summary, decided->verdict.details}))});
  std::ranges::move(told_before, std::back_inserter(attempt.findings));
  return {std::move(attempt), std::move(run.summary)};
}

// Calls what was built for the checker on these cases. Errors: the judge's own failures; interrupted.
Result<void> check_cases(Harness& harness, const Built& built, std::vector<std::size_t> indices, CheckerRun& run) {
  take_warnings(run, built.artifact.warnings);
  JUDGE_TRY(auto player, start_player(harness.setting, {.patience = k_slower}));
  JUDGE_TRY(auto players, load(harness, built, std::move(player)));
  if (!players) {
    run.summary.note = "does not load under the checker: " + players.error().verdict.summary;
    indices.clear();
  }
  for (const std::size_t index : indices) {
    JUDGE_TRY(const bool goes_on, check_case(harness, *players->front(), built.artifact, index, run));
    if (!goes_on) break;
  }
  if (players) std::ranges::copy(players->front()->all_findings(), std::back_inserter(run.findings));
  std::ranges::move(leak_findings(run.leaks, built.artifact.library), std::back_inserter(run.findings));
  if (players) players->clear();
  if (harness.setting.runtime.kind == RuntimeKind::cuda && !indices.empty())
    if (const auto sanitized = sanitize_cases(harness, built, indices, run); !sanitized)
      run.summary.note = "the kernels' memory accesses were not checked: " + sanitized.error().message;
  if (interrupted()) return fail("interrupted");
  return {};
}

// False: it does not compile for the checker, and a note says so.
Result<bool> build_and_check(Harness& harness, const Submission& attempt, std::vector<std::size_t> indices, CheckerRun& run) {
  JUDGE_TRY(const BuildResult result, build_attempt(harness.setting, BuildPurpose::checker, attempt));
  if (const auto* failure = std::get_if<CompileFailure>(&result)) {
    run.summary.note = "does not compile for the checker:\n" + failure->diagnostics;
    return false;
  }
  JUDGE_TRY(const auto built, built_from(result, attempt));
  JUDGE_CHECK(check_cases(harness, *built, std::move(indices), run));
  return true;
}

}  // namespace

bool wants_checker(const Tested& attempt, CheckWish wish) {
  if (wish == CheckWish::none || !attempt.built) return false;
  if (attempt.is_right()) return wish == CheckWish::all;
  const Verdict& verdict = attempt.standing.error().verdict;
  return !verdict.case_name.empty() &&
         (verdict.kind == VerdictKind::wrong_answer || verdict.kind == VerdictKind::runtime_error);
}

Result<Checked> run_checker(Harness& harness, Tested attempt, Observer& observer) {
  observer.overall_stage("checking " + attempt.attempt.shown());
  CheckerRun run{.deadline = harness.setting.now() + k_patience};
  run.summary.tool = name_of(harness.setting.target.kind);
  auto indices = cases_to_check(harness.setting.cases, attempt);
  bool is_looked_at = !indices.empty();
  if (is_looked_at) {
    JUDGE_TRY(is_looked_at, build_and_check(harness, attempt, std::move(indices), run));
  } else {
    run.summary.note = "the case takes too long for the checker";
  }
  if (!is_looked_at) return Checked{std::move(attempt), std::move(run.summary)};
  return conclude(harness.setting.cases, std::move(attempt), std::move(run));
}

Result<void> add_findings_in_case(Harness& harness, Checked& attempt, std::size_t index, Observer& observer) {
  if (attempt.check) return {};  // they are there
  observer.overall_stage("checking " + attempt.attempt.shown());
  CheckerRun run{.deadline = harness.setting.now() + k_patience};
  JUDGE_CHECK(build_and_check(harness, attempt, {index}, run));
  quote_all(run, attempt);
  if (run.fault) run.findings.push_back(*std::move(run.fault));
  std::ranges::move(fresh_findings(run.findings), std::back_inserter(attempt.findings));
  return {};
}

}  // namespace judge

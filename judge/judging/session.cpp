#include "judge/judging/session.hpp"

#include <algorithm>
#include <charconv>

#include "judge/catalog/suggest.hpp"
#include "judge/judging/tested_alone.hpp"
#include "judge/judging/timing_lock.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/measure/sampling.hpp"
#include "judge/passes/later_passes.hpp"
#include "judge/passes/testing.hpp"
#include "judge/referee/free_memory.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/protection.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

std::unexpected<Error> no_such_timed_case(const Setting& setting, const std::string& name) {
  const auto every = cases_of(setting.problem, setting.target.kind, {.all = true}).value_or(setting.cases);
  std::vector<Case> timed;
  std::ranges::copy_if(every, std::back_inserter(timed), [](const Case& test) { return test.purpose == Purpose::timed; });
  if (const auto untimed = names_of_called(every, name); !untimed.empty())
    return fail("--case {}: this case of {} is not timed, those that are: {}; `judge try {} ATTEMPT --case '{}'` shows it",
                name, setting.problem.name, list_of_cases(timed), setting.problem.name, untimed.front());
  std::vector<std::string> names;
  for (const Case& test : timed) names.push_back(test.name);
  return fail("--case {}: {} has no such timed case; it has: {}{}", name, setting.problem.name, list_of_cases(timed),
              did_you_mean(name, names));
}

// The ranked case, which is the first timed one, unless another or "all" was asked for; none where none is to be timed.
Result<std::vector<std::size_t>> timed_cases(const Setting& setting, const JudgingRules& rules) {
  std::vector<std::size_t> indices;
  const auto called = names_of_called(setting.cases, rules.timed_case);
  for (std::size_t i = 0; i < setting.cases.size(); ++i) {
    const Case& test = setting.cases[i];
    if (test.purpose != Purpose::timed) continue;
    const bool is_first = rules.timed_case.empty() && indices.empty();
    if (is_first || rules.timed_case == "all" || contains(called, test.name)) indices.push_back(i);
  }
  if (!rules.timed_case.empty() && indices.empty()) return no_such_timed_case(setting, rules.timed_case);
  if (rules.no_timing) indices.clear();
  return indices;
}

}  // namespace

Result<std::uint64_t> parse_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size())
    return fail("{} is not a whole number from 0 to 2^64 - 1", text);
  return seed;
}

bool Judgements::all_accepted() const {
  return std::ranges::all_of(records, [](const Record& record) { return record.verdict.kind == VerdictKind::accepted; });
}

// To run other people's code.
static Result<void> report_missing_protection(const JudgingRules& rules, Observer& observer) {
  for (const std::string& missing : missing_protection()) {
    if (rules.require_sandbox) return fail("--require-sandbox: this machine has {}; `judge doctor` shows it", missing);
    observer.message("note: this machine has " + missing);
  }
  return {};
}

Result<std::unique_ptr<Session>> Session::open(const CommonOptions& common, const JudgingRules& rules,
                                               const Installation& installation, Problem problem, StageClock clock,
                                               Observer& observer, CleanPlayers* players) {
  std::unique_ptr<Session> session(new Session(rules, std::move(clock)));
  JUDGE_CHECK(report_missing_protection(rules, observer));
  JUDGE_TRY(const Target target, choose_target(common.runtime, installation));
  if (!target.note.empty()) observer.message(target.note);
  if (rules.timing.playback == PlaybackWish::required && !rules.no_timing && target.kind == RuntimeKind::emulated)
    return fail("--require-playback: nothing is played back on the emulated runtime; leave it out, or give --no-timing");
  session->m_clock.lap("start");
  JUDGE_TRY(auto opening, open_setting({.installation = installation,
                                        .target = target,
                                        .cache_dir = common.cache_dir(),
                                        .problem = std::move(problem),
                                        .seed = rules.seed,
                                        .extra = {.all = rules.extra, .name = rules.timed_case}}));
  if (players)
    opening.setting->players = [players, start = opening.setting->players](const PlayerProcess::Options& options) {
      return players->take(options, start);
    };
  session->m_players = players;
  session->m_setting = std::move(opening.setting);
  session->m_own_builds = std::move(opening.builds);
  session->m_ledger_path = common.ledger_path();
  for (const auto& note : session->m_setting->builder.notes()) observer.message(note);
  return session;
}

struct Session::Opened {
  std::unique_ptr<Ledger> ledger;
  DevicePeaks peaks;
  std::vector<std::size_t> cases_to_time;
  std::unique_ptr<Harness> harness;
  std::unique_ptr<Player> bystander;  // the harness gets it before the first timed call
};

Session::Session(const JudgingRules& rules, StageClock clock) : m_rules(rules), m_clock(std::move(clock)) {}

Session::~Session() {
  if (m_players) keep_clean_players();
}

// Before the memory goes that the bystander has open. What fails is not kept.
void Session::keep_clean_players() {
  const auto keep = [&](std::unique_ptr<Player>& player, const PlayerProcess::Options& wish = {}) {
    if (player) m_players->keep(player_options(*m_setting, wish), std::move(player));
  };
  keep(m_next_player, k_with_one_queue);
  if (!m_opened) return;
  Harness& harness = *m_opened->harness;
  for (auto& player : harness.spare) keep(player, k_with_one_queue);
  for (auto& player : harness.spare_for_playback) keep(player, k_as_bystander);
  keep(m_opened->bystander, k_as_bystander);
  if (harness.bystander && !harness.bystander_has_played && let_go(*harness.bystander)) keep(harness.bystander, k_as_bystander);
}

const Harness& Session::harness() const { return *m_opened->harness; }
const Ledger& Session::ledger() const { return *m_opened->ledger; }

// While compilers run, the device wakes up.
Result<std::unique_ptr<Session::Opened>> Session::open_all() {
  JUDGE_CHECK(start_next_player());
  JUDGE_TRY(auto opened_ledger, Ledger::open(m_ledger_path));
  auto ledger = std::make_unique<Ledger>(std::move(opened_ledger));
  JUDGE_TRY(auto peaks, DevicePeaks::prepare(*m_setting, *ledger));
  JUDGE_TRY(auto cases_to_time, timed_cases(*m_setting, m_rules));
  JUDGE_TRY(const FreeMemory free, free_memory(m_setting->runtime));
  JUDGE_CHECK(check_room(m_setting->cases, free));
  DrawnAhead ahead;
  if (!cases_to_time.empty()) ahead = draw_ahead(*m_setting, cases_to_time.front());
  m_clock.lap("device");

  JUDGE_TRY(auto harness, open_harness(*m_setting, std::move(m_own_builds), std::move(ahead)));
  std::unique_ptr<Player> bystander;
  if (!cases_to_time.empty()) {
    JUDGE_TRY(bystander, start_bystander(*m_setting));
  }
  return std::make_unique<Opened>(std::move(ledger), std::move(peaks), std::move(cases_to_time), std::move(harness),
                                  std::move(bystander));
}

Result<void> Session::start_next_player() {
  if (m_next_player) return {};
  JUDGE_TRY(m_next_player, start_player(*m_setting, k_with_one_queue));
  return {};
}

// While an attempt is timed others wait: what it may want then is there before. One process plays it back, and more of them if its problem's
// least time is a short one.
static std::size_t players_for_timing(const Harness& harness, std::size_t attempts,
                                      const std::vector<std::size_t>& cases_to_time, const TimingOptions& timing,
                                      const std::optional<PeakRates>& peaks) {
  if (cases_to_time.empty() || attempts == 0 || harness.setting.runtime.kind != RuntimeKind::cuda) return 0;
  const Case& test = harness.setting.cases[cases_to_time.front()];
  if (test.is_end_to_end()) return 0;
  const double least_ns = peaks ? least_time_ns({test.work_bytes, test.work_flops, test.arithmetic}, *peaks) : 0;
  const std::size_t processes =
      least_ns > 0 && is_short(least_ns) ? processes_for_short_times(attempts, timing.most_processes) : 1;
  return attempts * (processes - (timing.playback == PlaybackWish::never ? 1 : 0));
}

static SpareFor spare_for(const TimingOptions& timing) {
  return timing.playback == PlaybackWish::never ? SpareFor::attempts : SpareFor::playback;
}

// It will wait for its turn, and then others for it: processes that are started now have their contexts when it is over. Where one cannot be
// started, the next attempt tries again.
void Session::start_for_next_attempt() {
  Harness& harness = *m_opened->harness;
  (void)start_next_player();
  start_spare_players(harness, spare_for(m_rules.timing),
                      players_for_timing(harness, 1, m_opened->cases_to_time, m_rules.timing, m_opened->peaks.known()));
}

// What needs no calls on the device, which those who wait to time wait for.
Result<void> Session::prepare_to_test(std::size_t attempts, Building* first) {
  Harness& harness = *m_opened->harness;
  const std::size_t players =
      players_for_timing(harness, attempts, m_opened->cases_to_time, m_rules.timing, m_opened->peaks.known());
  start_spare_players(harness, spare_for(m_rules.timing), players);
  JUDGE_CHECK(harness.draws.work_out_all());
  m_clock.lap("inputs");
  if (first) wait_for_first(*first, *m_next_player);
  else wait_for_context(*m_next_player);
  if (m_opened->bystander) wait_for_context(*m_opened->bystander);
  JUDGE_CHECK(keep_spare_players(harness, spare_for(m_rules.timing), players));
  m_clock.lap("player");
  return {};
}

Result<std::vector<Checked>> Session::test_and_check(std::vector<Building> building, DeviceAccess& device,
                                                     std::vector<Record>& decided, Observer& observer) {
  Harness& harness = *m_opened->harness;
  if (!m_next_player) JUDGE_CHECK(start_next_player());
  harness.oracle.tell_slow_calls_to([&observer](const std::string& line) { observer.message(line); });
  m_clock.lap("reference");

  const bool is_among_others = m_rules.beside_others == JudgingRules::BesideOthers::calls_alone;
  if (is_among_others) {
    JUDGE_CHECK(prepare_to_test(building.size(), building.empty() ? nullptr : &building.front()));
    JUDGE_CHECK(device.beside_others());
    m_clock.lap("turn");
  }

  // Load and test: every case of every attempt.
  // What runs on the emulated runtime may be judged again, in lockstep.
  const bool is_final = m_rules.check == CheckWish::none || m_setting->runtime.kind == RuntimeKind::cuda;
  const auto note = [&](const Tested& attempt) {
    if (!attempt.is_right() && (is_final || !attempt.built)) decided.push_back(decided_record(attempt, std::nullopt));
  };
  const auto note_unless_tested_again = [&](const Tested& attempt) {
    if (!is_among_others || !attempt.lacked_device_memory()) note(attempt);
  };
  JUDGE_TRY(auto tested, test_all(harness, std::move(building), m_next_player, observer, note_unless_tested_again));
  if (is_among_others) JUDGE_CHECK(test_alone_what_lacked_memory(harness, tested, device, observer, note));
  m_clock.restart();

  // Check: what failed, or everything, once more under the checker.
  JUDGE_TRY(auto checked, check_all(harness, std::move(tested), m_rules.check, observer));
  m_clock.lap("check");
  JUDGE_TRY(checked, lockstep_all(harness, std::move(checked), m_rules.check, observer));
  m_clock.lap("lockstep");

  // Those that passed at sizes that suit a processor: would a GPU launch them at its own?
  JUDGE_TRY(checked, full_size_all(harness, std::move(checked), m_rules.check, observer));
  m_clock.lap("full size");

  // Those that passed, once more in other orders of threads and blocks: does one wait for another at all?
  JUDGE_TRY(checked, reorder_all(harness, std::move(checked), m_rules.check, observer));
  m_clock.lap("order");
  decided.clear();
  for (const Checked& attempt : checked)
    if (!attempt.is_right()) decided.push_back(decided_record(attempt, attempt.check));
  return checked;
}

Result<void> Session::warm_up() {
  if (m_opened) return {};
  JUDGE_TRY(m_opened, open_all());
  if (m_setting->runtime.kind == RuntimeKind::cuda) return prepare_to_test(1, nullptr);
  wait_for_context(*m_next_player);  // references of large cases may take seconds, and small ones come first
  return {};
}

Result<Judgements> Session::judge(std::vector<Building> building, Observer& observer) {
  if (!m_opened) JUDGE_CHECK(timed_cases(*m_setting, m_rules));
  observer.run_started(building.size());
  observer.overall_stage(fmt::format("building {} attempt{}", building.size(), building.size() == 1 ? "" : "s"));
  if (m_opened) {
    m_clock.restart();
  } else {
    JUDGE_TRY(m_opened, open_all());
  }
  std::vector<Record> decided;  // so far, of attempts that no later pass judges
  auto found = run_passes(std::move(building), decided, observer);
  m_opened->harness->oracle.tell_slow_calls_to({});  // the observer may end before the session does
  if (!found) keep_decided(std::move(decided), observer);
  return found;
}

// First, once for each device, what it can do at most.
static Result<void> measure_peaks(DevicePeaks& peaks, DeviceAccess& device, StageClock& clock, Observer& observer) {
  JUDGE_CHECK(device.alone());
  clock.restart();
  if (const auto found = peaks.find_out(); !found)
    observer.message((peaks.known() ? "the device's peak rates are not in the ledger: "
                                    : "the device's peak rates are not known, so impossible times are not rejected: ") +
                     found.error().message);
  clock.lap("limits");
  return {};
}

Result<Judgements> Session::run_passes(std::vector<Building> building, std::vector<Record>& decided, Observer& observer) {
  auto& [ledger, peaks, cases_to_time, harness, bystander] = *m_opened;
  JUDGE_CHECK(replace_bystander_that_played());
  const bool is_among_others =
      m_rules.beside_others == JudgingRules::BesideOthers::calls_alone && m_setting->runtime.kind == RuntimeKind::cuda;
  LockedDevice device(timing_lock_file(m_setting->device), observer,
                      is_among_others ? LockedDevice::Others::wait_for_it : LockedDevice::Others::unlikely);
  JUDGE_TRY(auto checked, test_and_check(std::move(building), device, decided, observer));

  // Time: what is right, side by side.
  if (!cases_to_time.empty() && peaks.have_to_be_measured()) JUDGE_CHECK(measure_peaks(peaks, device, m_clock, observer));
  if (!cases_to_time.empty() && !harness->bystander && std::ranges::any_of(checked, &Checked::is_right)) {
    if (!bystander) {
      JUDGE_TRY(bystander, start_bystander(*m_setting));
    }
    JUDGE_CHECK(stand_by(*harness, *bystander));
    harness->bystander = std::move(bystander);
  }
  if (is_among_others && m_expects_more) start_for_next_attempt();
  JUDGE_TRY(auto times, time_all(*harness, std::move(checked), cases_to_time, m_rules, peaks, device, m_clock, observer));
  device.leave();
  end_players(times.attempts);
  Judgements found;
  found.attempts = std::move(times.attempts);
  found.ranked = std::move(times.ranked);
  found.peaks = peaks.known();
  record(found, observer);
  observer.run_ended();
  if (m_expects_more) JUDGE_CHECK(replace_bystander_that_played());
  m_clock = StageClock(m_setting->now);
  return found;
}

Result<void> Session::replace_bystander_that_played() {
  auto& [ledger, peaks, cases_to_time, harness, bystander] = *m_opened;
  if (!harness->bystander_has_played) return {};
  harness->bystander.reset();
  harness->bystander_has_played = false;
  harness->nothing_before_playing.clear();
  JUDGE_TRY(bystander, start_bystander(*m_setting));
  return {};
}

// All at once, and while their verdicts are told.
void Session::end_players(std::vector<Timed>& attempts) {
  for (Timed& attempt : attempts) {
    for (auto& player : attempt.playback.players) player->begin_to_end();
    if (attempt.is_right())
      for (auto& player : *attempt.standing) player->begin_to_end();
  }
  if (m_opened->harness->bystander_has_played) m_opened->harness->bystander->begin_to_end();
}

Record Session::decided_record(const Tested& attempt, const std::optional<CheckSummary>& check) const {
  Record record = record_of(*m_setting, attempt, "", m_clock.stages());
  record.check = check;
  return record;
}

// The others have no verdict. A ledger that fails now is not told: the error that came first is.
void Session::keep_decided(std::vector<Record> decided, Observer& observer) {
  const std::string run_id = new_run_id(*m_setting);
  int kept = 0;
  for (Record& record : decided) {
    record.run_id = run_id;
    if (is_for_the_ledger(record) && m_opened->ledger->append(record)) ++kept;
  }
  if (kept > 0)
    observer.message(fmt::format("{} {} decided before this, and {} in the ledger", count_of(kept, "attempt"),
                                 kept == 1 ? "was" : "were", kept == 1 ? "is" : "are"));
}

bool Session::is_for_the_ledger(const Record& record) const {
  return m_rules.keep == JudgingRules::Keep::in_ledger && !failed_only_extra(*m_setting, record.verdict);
}

// Accepted as another pass called it, whose code or whose order is not what is timed.
static std::string why_without_time(const Record& record) {
  const auto has = [&](Fault::Kind kind) { return contains(record.findings, kind, &Finding::kind); };
  if (has(Fault::Kind::lockstep)) return "it was accepted with its warps in lockstep, and what runs so has no time";
  if (has(Fault::Kind::warps_apart)) return "it was accepted with the warps of each block apart, and what runs so has no time";
  return "it was accepted by a run of another kind, which has no time";
}

void Session::record(Judgements& found, Observer& observer) {
  const std::string run_id = new_run_id(*m_setting);
  for (const Timed& attempt : found.attempts) {
    Record& record = found.records.emplace_back(record_of(*m_setting, attempt, run_id, m_clock.stages()));
    const bool is_accepted = record.verdict.kind == VerdictKind::accepted;
    if (is_accepted && !attempt.is_right() && !m_opened->cases_to_time.empty()) record.not_timed = why_without_time(record);
    if (is_for_the_ledger(record) && !found.not_kept) {
      if (const auto id = m_opened->ledger->append(record)) record.id = *id;
      else found.not_kept = id.error();
    }
    observer.attempt_done(record);
  }
}

}  // namespace judge

#include "judge/worker/worker.hpp"

#include <signal.h>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/folders.hpp"
#include "judge/judging/compare_document.hpp"
#include "judge/judging/judging.hpp"
#include "judge/judging/session.hpp"
#include "judge/judging/trial.hpp"
#include "judge/model/record_json.hpp"
#include "judge/model/trial.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/worker/lines.hpp"
#include "judge/worker/messages.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_builds_ahead = 3;
// They hold memory.
constexpr std::size_t k_most_read_ahead = 31;
// A session holds device memory and a process or two.
constexpr std::chrono::seconds k_idle_session{20};

/// Writes the progress of one job as events.
class EventWriter : public Observer {
 public:
  EventWriter(int output, std::string id) : m_output(output), m_id(std::move(id)) {}

  void attempt_started(std::string_view, std::size_t cases) override { m_cases += static_cast<std::int64_t>(cases); }
  void stage(std::string_view name) override { write(WorkerEvent::Stage{std::string(name)}); }
  void overall_stage(std::string_view name) override { stage(name); }
  void message(std::string_view line) override { write(WorkerEvent::Message{std::string(line)}); }
  void case_done(std::string_view name, bool passed) override {
    write(WorkerEvent::CaseDone{.name = std::string(name), .passed = passed, .done = ++m_done, .of = m_cases});
  }

  /// Nothing after the job's last event.
  void write(WorkerEvent::What what) {
    if (m_is_over) return;
    const WorkerEvent event{m_id, std::move(what)};
    m_is_over = event.is_last();
    if (const auto written = write_all(m_output, line_of(event)); !written && !m_failure) m_failure = written.error();
  }
  const std::optional<Error>& failure() const { return m_failure; }

 private:
  int m_output;
  std::string m_id;
  std::int64_t m_done = 0, m_cases = 0;
  bool m_is_over = false;
  std::optional<Error> m_failure;
};

/// A job whose files were read.
struct Prepared {
  WorkerJob job;
  Installation installation;
  std::filesystem::path root;
  Problem problem;
  Submission submission;
  JudgingRules rules;
  std::string session_key;  ///< jobs with the same one can share a session
};

/// A job that has arrived.
struct Waiting {
  std::string line;
  std::optional<Result<Prepared>> prepared;  ///< none yet
  std::vector<Building> building;            ///< its build, if that has been started
};

Result<JudgingRules> rules_of(const WorkerJob& job, const WorkerOptions& options) {
  JudgingRules rules{.keep = job.keep ? JudgingRules::Keep::in_ledger : JudgingRules::Keep::nowhere,
                     .beside_others = options.beside_others ? JudgingRules::BesideOthers::calls_alone
                                                            : JudgingRules::BesideOthers::times_alone,
                     .check = job.check,
                     .timed_case = job.case_name,
                     .extra = job.extra,
                     .no_timing = !job.timing,
                     .by_operation = job.by_operation};
  rules.timing.playback = job.playback;
  // On a GPU one context is made at a time, whoever wants it, and takes as long as half a timing.
  if (options.beside_others) rules.timing.most_processes = 3;
  if (job.seed) {
    const auto seed = parse_seed(*job.seed);
    if (!seed) return fail("the seed {}", seed.error().message);
    rules.seed = *seed;
  }
  return rules;
}

Result<Prepared> prepare(const CommonOptions& common, const WorkerOptions& options, WorkerJob job) {
  Prepared prepared{.installation = find_installation()};
  JUDGE_TRY(prepared.root, find_root(common.root, prepared.installation));
  JUDGE_TRY(prepared.problem, find_problem(prepared.root, job.problem));
  JUDGE_TRY(prepared.rules, rules_of(job, options));
  Submission& submission = prepared.submission;
  if (job.source) submission.source = *job.source;
  else {
    JUDGE_TRY(submission.source, read_submission(job.path));
  }
  const std::filesystem::path path = job.path.empty() ? job.name + ".cu" : job.path;
  submission.attempt = {
      .name = job.name.empty() ? path.stem().string() : job.name, .path = path, .content_hash = hash_of(submission.source)};
  WorkerJob same_for_all = job;  // what a session's jobs may differ in is left out
  same_for_all.id = same_for_all.path = same_for_all.name = "";
  same_for_all.source.reset();
  same_for_all.problem = prepared.problem.folder.string() + prepared.problem.content_hash;
  prepared.session_key = line_of(same_for_all);
  prepared.job = std::move(job);
  return prepared;
}

class Worker {
 public:
  Worker(const CommonOptions& common, const WorkerOptions& options)
      : m_common(common), m_options(options), m_lines(options.input) {}

  Result<void> run() {
    JUDGE_CHECK(tell_device());
    while (true) {
      const auto has_one = wait();
      if (!has_one && m_waiting.empty() && interrupted_exit_status() == 128 + SIGINT) return {};
      if (!has_one) return std::unexpected(has_one.error());
      if (!*has_one) return {};
      Waiting next = std::move(m_waiting.front());
      m_waiting.pop_front();
      JUDGE_CHECK(finish(std::move(next)));
    }
  }

 private:
  Result<void> tell_device() {
    JUDGE_TRY(const Target target, choose_target(m_common.runtime, find_installation()));
    JUDGE_TRY(const Runtime runtime, load_runtime_from(target.kind, target.runtime_library));
    JUDGE_TRY(const Device device, describe_device(runtime));
    EventWriter events(m_options.output, "");
    if (!target.note.empty()) events.message(target.note);
    events.write(WorkerEvent::Ready{device});
    if (events.failure()) return std::unexpected(*events.failure());
    return {};
  }

  /// Takes what has arrived; false at the end. An idle session is closed.
  Result<bool> wait() {
    if (m_waiting.empty()) {
      JUDGE_TRY(auto line, m_lines.next(m_holds_processes ? k_idle_session : LineReader::k_for_ever));
      if (!line && !m_lines.has_ended()) {
        end_players();
        JUDGE_TRY(line, m_lines.next(LineReader::k_for_ever));
      }
      if (!line) return false;
      m_waiting.push_back({*std::move(line)});
    }
    while (true) {
      JUDGE_TRY(auto line, m_lines.next(std::chrono::milliseconds(0)));
      if (!line) return true;
      m_waiting.push_back({*std::move(line)});
    }
  }

  void close_session() {
    for (Waiting& waiting : m_waiting) waiting.building.clear();  // they were started for it
    m_session.reset();
    m_session_key.clear();
  }

  void end_players() {
    close_session();
    m_players.clear();
    m_holds_processes = false;
  }

  void prepare_once(Waiting& waiting) {
    if (waiting.prepared) return;
    auto job = parse_job(waiting.line);
    waiting.prepared = job ? prepare(m_common, m_options, *std::move(job)) : Result<Prepared>(std::unexpected(job.error()));
  }

  Result<void> finish(Waiting waiting) {
    EventWriter events(m_options.output, id_in(waiting.line));
    events.write(WorkerEvent::Started{});
    prepare_once(waiting);
    if (const auto done = judge(waiting, events); !done) {
      if (interrupted()) return std::unexpected(done.error());
      end_players();  // what went wrong may be the session's fault, or theirs
      events.write(WorkerEvent::Failed{done.error().message});
    }
    if (events.failure()) return std::unexpected(*events.failure());
    return {};
  }

  Result<void> judge(Waiting& waiting, EventWriter& events) {
    if (!*waiting.prepared) return std::unexpected(waiting.prepared->error());
    Prepared& prepared = **waiting.prepared;
    if (prepared.job.kind == JobKind::attempt) return try_it(prepared, events);
    if (prepared.job.kind == JobKind::compare) return compare(prepared, events);
    JUDGE_CHECK(open_session(prepared, events));
    if (waiting.building.empty()) waiting.building = start_builds(m_session->setting(), {prepared.submission});
    m_session->expect_more(build_ahead());
    JUDGE_TRY(auto found, m_session->judge(std::move(waiting.building), events));
    if (found.not_kept) events.message("this is not in the ledger: " + found.not_kept->message);
    events.write(WorkerEvent::Judged{to_json(found.records.front())});
    found = {};  // its processes end before the next one's begins
    // Where it cannot be started, that is no error of this job's, which has had its last event: the next job tries again, and fails if it must.
    (void)m_session->start_next_player();
    if (!prepared.rules.seed && --m_session_is_for == 0) close_session();
    return {};
  }

  // A record tells the seed of its session, from which all inputs follow, and what an attempt printed may tell them, too. So a session whose
  // seed nobody chose is for jobs whose texts were read before anything of it was told, and for no others.
  Result<void> open_session(const Prepared& prepared, EventWriter& events) {
    if (m_session && m_session_key == prepared.session_key) return {};
    close_session();
    m_holds_processes = true;
    JUDGE_TRY(m_session, Session::open(m_common, prepared.rules, prepared.installation, prepared.problem, StageClock(), events,
                                       &m_players));
    m_session_key = prepared.session_key;
    m_session_is_for = 1;
    while (m_session_is_for <= std::min(m_waiting.size(), k_most_read_ahead) && fits(m_waiting[m_session_is_for - 1]))
      ++m_session_is_for;
    return {};
  }

  bool fits(Waiting& waiting) {
    prepare_once(waiting);
    const auto& prepared = *waiting.prepared;
    return prepared && prepared->job.kind == JobKind::judge && prepared->session_key == m_session_key;
  }

  /// Of the jobs that wait, those that this session is for. True if the next one is such.
  bool build_ahead() {
    for (std::size_t i = 0; i < std::min(m_waiting.size(), k_most_builds_ahead); ++i) {
      Waiting& next = m_waiting[i];
      if (!fits(next)) break;  // builds of other sessions' jobs are started with those
      if (!(*next.prepared)->rules.seed && i + 1 >= m_session_is_for) break;
      if (next.building.empty()) next.building = start_builds(m_session->setting(), {(*next.prepared)->submission});
    }
    return !m_waiting.empty() && !m_waiting.front().building.empty();
  }

  Result<void> try_it(Prepared& prepared, EventWriter& events) {
    JUDGE_TRY(const auto trial, try_submission(m_common,
                                               {.installation = prepared.installation,
                                                .problem = std::move(prepared.problem),
                                                .submission = std::move(prepared.submission),
                                                .case_name = prepared.job.case_name,
                                                .seed = prepared.rules.seed},
                                               events));
    events.write(WorkerEvent::Tried{encode(trial)});
    return {};
  }

  /// In a session of its own, with nothing of another one's on the device. Two texts named A and B are nobody's attempts: the
  /// ledger does not get them.
  Result<void> compare(Prepared& prepared, EventWriter& events) {
    end_players();
    Submission a = std::move(prepared.submission), b = a;
    b.source = *prepared.job.other_source;
    b.attempt.content_hash = hash_of(b.source);
    a.attempt.name = "A";
    b.attempt.name = "B";
    JudgingRules rules = prepared.rules;
    rules.keep = JudgingRules::Keep::nowhere;
    rules.timing.pairs = TimingOptions::Pairs::all;
    Named named{.installation = prepared.installation,
                .root = prepared.root,
                .problem = std::move(prepared.problem),
                .submissions = {std::move(a), std::move(b)}};
    JUDGE_TRY(const Judged judged, judge_submissions(m_common, rules, std::move(named), events));
    const auto pairs = compare_pairs(judged.ranked.block_times_ns, judged.ranked.comparing);
    events.write(WorkerEvent::Compared{encode(compare_document(judged, pairs))});
    return {};
  }

  const CommonOptions& m_common;
  const WorkerOptions& m_options;
  LineReader m_lines;
  CleanPlayers m_players;  // before the session, which adds to them when it ends
  std::unique_ptr<Session> m_session;
  std::string m_session_key;
  std::size_t m_session_is_for =
      0;  // jobs from here on, the one in hand among them; of no meaning with a seed that was asked for
  bool m_holds_processes = false;  // the session's, or clean players
  std::deque<Waiting> m_waiting;   // after the session: their builds refer to its setting
};

}  // namespace

Result<void> work(const CommonOptions& common, const WorkerOptions& options) {
  ::signal(SIGPIPE, SIG_IGN);
  auto done = Worker(common, options).run();
  return done;
}

}  // namespace judge

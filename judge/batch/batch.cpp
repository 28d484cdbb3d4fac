#include "judge/batch/batch.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <set>
#include <unordered_map>

#include "judge/batch/groups.hpp"
#include "judge/batch/job_preparer.hpp"
#include "judge/batch/job_source.hpp"
#include "judge/batch/results.hpp"
#include "judge/batch/session_seeds.hpp"
#include "judge/catalog/catalog.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/model/record_json.hpp"
#include "judge/passes/lack_of_memory.hpp"
#include "judge/passes/quiet_device.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/worker/worker_process.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_waiting = 1000;   // jobs whose sources are in memory
constexpr std::size_t k_jobs_in_a_worker = 3;  // one is judged while the next ones compile
constexpr int k_most_failures = 2;             // of a job, before it is given up
constexpr std::chrono::milliseconds k_tick{500};

/// A worker and what it was given.
struct Slot {
  WorkerProcess::Options options;
  std::optional<WorkerProcess> process;
  std::deque<ReadyJob> jobs;  // the first is being judged
  std::string group;          // of the last one
  SessionSeeds seeds{random_bits};
};

class Batch {
 public:
  Batch(const CommonOptions& common, const BatchOptions& options, const BatchObserver& observer)
      : m_common(common), m_options(options), m_observer(observer) {}

  Result<BatchCounts> run() {
    JUDGE_TRY(m_root, find_root(m_common.root, find_installation()));
    JUDGE_TRY(auto source, JobSource::open(m_options.jobs, m_root));
    for (const auto& line : source.left_out()) m_observer.message(line);
    JUDGE_CHECK(start_workers());
    JUDGE_TRY(auto results, ResultsFile::open(m_options.results, m_device_ids));
    if (m_options.in_ledger) {
      JUDGE_TRY(auto ledger, Ledger::open(m_common.ledger_path()));
      m_ledger.emplace(std::move(ledger));
    }
    return judge_all(source, results);
  }

  Result<BatchCounts> run(JobSource& source, BatchResults& results) {
    JUDGE_TRY(m_root, find_root(m_common.root, find_installation()));
    JUDGE_CHECK(start_workers());
    m_preparer.emplace(m_root, m_options.defaults, JobPreparer::Headers::nowhere);
    return judge_all(source, results);
  }

 private:
  Result<BatchCounts> judge_all(JobSource& source, BatchResults& results) {
    m_source = &source;
    m_results = &results;
    if (!m_preparer) m_preparer.emplace(m_root, m_options.defaults, JobPreparer::Headers::beside);
    while (true) {
      JUDGE_CHECK(read_jobs());
      JUDGE_CHECK(give_out_jobs());
      if (m_source->has_ended() && m_groups.empty() &&
          std::ranges::all_of(m_slots, [](const Slot& slot) { return slot.jobs.empty(); })) {
        JUDGE_CHECK(m_results->finish());
        return m_counts;
      }
      JUDGE_CHECK(wait());
      for (Slot& slot : m_slots) JUDGE_CHECK(listen(slot));
    }
  }

  /// All of them, and what they judge on.
  Result<void> start_workers() {
    const auto workers = static_cast<std::size_t>(m_options.workers);
    for (std::size_t i = 0; i < workers; ++i) {
      Slot& slot = m_slots.emplace_back();
      slot.options = {.common = m_common, .beside_others = true};
      if (!m_options.gpus.empty()) slot.options.environment["CUDA_VISIBLE_DEVICES"] = m_options.gpus[i % m_options.gpus.size()];
      JUDGE_TRY(slot.process, WorkerProcess::start(slot.options));
    }
    for (Slot& slot : m_slots) {
      while (!slot.process->device()) {
        JUDGE_TRY(const auto event, slot.process->next(LineReader::k_for_ever));
        if (event) tell_once(*event);
      }
      m_device_ids.insert(slot.process->device()->id);
    }
    return {};
  }

  void tell_once(const WorkerEvent& event) {
    const auto* message = event.get_if<WorkerEvent::Message>();
    if (message && m_told.insert(message->line).second) m_observer.message(message->line);
  }

  // As many as there is room for.
  Result<void> read_jobs() {
    while (m_groups.size() < k_most_waiting) {
      JUDGE_TRY(auto next, m_source->next());
      if (!next) return {};
      JUDGE_CHECK(take(*std::move(next)));
    }
    return {};
  }

  Result<void> take(JobSource::Next next) {
    auto ready = next.job ? m_preparer->prepare(*std::move(next.job)) : Result<ReadyJob>(std::unexpected(next.job.error()));
    if (!ready) return give_up({.id = next.id}, ready.error().message);
    ready->number = ++m_jobs_read;
    if (!next.key.empty() && next.key != ready->key)
      return give_up(ready->job, "the problem's files or the source are no longer what they were when the batch was made");
    if (m_results->has(ready->job.id, ready->key)) return tell_before(*ready);
    JUDGE_TRY(const auto known, m_results->find(ready->key));
    if (known) return add_same(ready->job, *known);
    const auto [same, is_new] = m_in_work.try_emplace(ready->key);
    if (is_new) m_groups.add(*std::move(ready));
    else same->second.push_back({.id = ready->job.id, .path = ready->job.path, .name = ready->job.name});
    return {};
  }

  Result<void> tell_before(const ReadyJob& ready) {
    ++m_counts.before;
    report();
    if (!m_observer.result) return {};
    JUDGE_TRY(auto known, m_results->find(ready.key));
    if (!known) return {};
    known->id = ready.job.id;
    known->path = ready.job.path;
    m_observer.result(*known);
    return {};
  }

  Result<void> add(const BatchResult& result) {
    JUDGE_CHECK(m_results->add(result));
    if (m_observer.result) m_observer.result(result);
    return {};
  }

  Result<void> give_out_jobs() {
    for (std::size_t depth = 1; depth <= k_jobs_in_a_worker; ++depth)  // first one for each
      for (Slot& slot : m_slots) {
        if (slot.jobs.size() >= depth) continue;
        auto job = m_groups.take(slot.group);
        if (!job) return {};
        JUDGE_CHECK(give(slot, *std::move(job)));
      }
    return {};
  }

  Result<void> give(Slot& slot, ReadyJob job) {
    if (!slot.process) {
      JUDGE_TRY(slot.process, WorkerProcess::start(slot.options));
    }
    slot.group = job.group;
    WorkerJob told = job.job;
    if (!told.seed) {
      job.seed = slot.seeds.for_job(job.group, job.number);
      told.seed = std::to_string(job.seed);
    }
    slot.jobs.push_back(std::move(job));
    // One that has just ended is noticed when it is listened to.
    (void)slot.process->send(told);
    return {};
  }

  Result<void> wait() {
    std::vector<pollfd> polled{{interrupt_fd(), POLLIN, 0}};
    if (m_groups.size() < k_most_waiting && m_source->fd() >= 0 && !m_source->has_ended())
      polled.push_back({m_source->fd(), POLLIN, 0});
    for (const Slot& slot : m_slots)
      if (slot.process) slot.process->add_to(polled);
    ::poll(polled.data(), polled.size(), static_cast<int>(k_tick.count()));
    if (interrupted()) return fail("interrupted");
    report();
    return {};
  }

  Result<void> listen(Slot& slot) {
    while (slot.process) {
      auto event = slot.process->next(std::chrono::milliseconds(0));
      if (!event && interrupted()) return std::unexpected(event.error());
      if (!event) return lose(slot, event.error().message);
      if (!*event) return {};
      tell_once(**event);
      if (!(*event)->is_last() || slot.jobs.empty()) continue;
      if ((*event)->id != slot.jobs.front().job.id)  // all that it says from here on would be taken for another job's
        return lose(slot, fmt::format("the worker ended the job '{}', which it does not have in hand", (*event)->id));
      ReadyJob job = std::move(slot.jobs.front());
      slot.jobs.pop_front();
      slot.seeds.told(job.seed, m_jobs_read);
      if (const auto* judged = (*event)->get_if<WorkerEvent::Judged>()) JUDGE_CHECK(keep(job, judged->record));
      else if (const auto* failed = (*event)->get_if<WorkerEvent::Failed>())
        JUDGE_CHECK(fail_job(std::move(job), failed->message));
      else JUDGE_CHECK(finish_error(job, "the worker did not judge it"));
    }
    return {};
  }

  // Another worker's attempt may hold the device's memory for as long as it is judged, and the judge's own processes have none then; or its kernels may go on.
  Result<void> fail_job(ReadyJob job, const std::string& error) {
    if (!(tells_of_lack_of_memory(error) || tells_of_kernels_of_others(error)) || ++job.failures >= k_most_failures)
      return finish_error(job, error);
    m_groups.add(std::move(job));
    return {};
  }

  // A worker has ended by itself: the job that it had in hand may be why; the others were not begun.
  Result<void> lose(Slot& slot, const std::string& how) {
    slot.process.reset();
    slot.seeds = SessionSeeds(random_bits);
    m_groups.leave(std::exchange(slot.group, ""));
    std::deque<ReadyJob> jobs = std::exchange(slot.jobs, {});
    if (jobs.empty()) return fail("{}", how);
    if (++jobs.front().failures >= k_most_failures) {
      ReadyJob culprit = std::move(jobs.front());
      jobs.pop_front();
      JUDGE_CHECK(finish_error(culprit, how));
    }
    for (auto job = jobs.rbegin(); job != jobs.rend(); ++job) m_groups.put_back(std::move(*job));
    return {};
  }

  Result<void> keep(const ReadyJob& job, const nlohmann::json& document) {
    JUDGE_TRY(Record record, record_from_json(document));
    for (const StageTime& stage : record.stages)
      if (stage.stage == "timing") m_counts.timing_seconds += stage.seconds;
    if (m_ledger) {
      JUDGE_TRY(record.id, m_ledger->append(record));
    }
    BatchResult result = result_of(record, job.job.id, job.key);
    if (m_options.with_records) result.record = to_json(record);
    JUDGE_CHECK(add(result));
    ++m_counts.judged;
    ++m_counts.verdicts[*result.verdict];
    for (const WorkerJob& same : take_same(job.key)) JUDGE_CHECK(add_same(same, result));
    report();
    return {};
  }

  std::vector<WorkerJob> take_same(const std::string& key) {
    const auto found = m_in_work.find(key);
    std::vector<WorkerJob> same = std::move(found->second);
    m_in_work.erase(found);
    return same;
  }

  Result<void> add_same(const WorkerJob& job, BatchResult result) {
    result.same_as = std::exchange(result.id, job.id);
    result.attempt = job.name;
    result.path = job.path;
    result.record = nullptr;
    JUDGE_CHECK(add(result));
    if (m_observer.same) m_observer.same(result);
    ++m_counts.same;
    ++m_counts.verdicts[*result.verdict];
    report();
    return {};
  }

  Result<void> finish_error(const ReadyJob& job, const std::string& error) {
    JUDGE_CHECK(give_up(job.job, error));
    for (const WorkerJob& same : take_same(job.key)) JUDGE_CHECK(give_up(same, error));
    return {};
  }

  Result<void> give_up(const WorkerJob& job, const std::string& error) {
    JUDGE_CHECK(add({.id = job.id, .attempt = job.name, .path = job.path, .error = error}));
    ++m_counts.errors;
    report();
    return {};
  }

  void report() { m_observer.progress(m_counts, m_source->total()); }

  const CommonOptions& m_common;
  const BatchOptions& m_options;
  const BatchObserver& m_observer;
  std::filesystem::path m_root;
  JobSource* m_source = nullptr;
  BatchResults* m_results = nullptr;
  std::optional<Ledger> m_ledger;
  std::deque<Slot> m_slots;
  std::set<std::string> m_device_ids, m_told;
  std::optional<JobPreparer> m_preparer;
  Groups m_groups;
  std::unordered_map<std::string, std::vector<WorkerJob>>
      m_in_work;  // by key: further jobs with the content of one that is under way
  std::uint64_t m_jobs_read = 0;
  BatchCounts m_counts;
};

}  // namespace

Result<BatchCounts> run_batch(const CommonOptions& common, const BatchOptions& options, const BatchObserver& observer) {
  return Batch(common, options, observer).run();
}

Result<BatchCounts> run_batch(const CommonOptions& common, const BatchOptions& options, const BatchObserver& observer,
                              JobSource& source, BatchResults& results) {
  return Batch(common, options, observer).run(source, results);
}

}  // namespace judge

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "judge/model/check_wish.hpp"
#include "judge/util/described_json.hpp"

/// What a worker is told and what it tells: one JSON object a line. docs/worker.md describes it field by field; within a version
/// of the judge both ends are one build.
namespace judge {

enum class JobKind : int { judge = 1, attempt = 2 };

constexpr auto names_of(JobKind) { return named<JobKind>({{JobKind::judge, "judge"}, {JobKind::attempt, "try"}}); }

/// One attempt to judge, or to run on one case alone.
struct WorkerJob {
  std::string id;
  std::string problem;                ///< its name or number, or the path of its folder
  std::string path;                   ///< of the file; beside it lie the headers that it includes
  std::optional<std::string> source;  ///< what is judged; none = what the file holds
  std::string name;                   ///< empty = the file's
  JobKind kind = JobKind::judge;
  std::string case_name;  ///< to time, or to try; empty = the ranked one, the worked example
  std::optional<std::string> seed;
  CheckWish check = CheckWish::after_failures;
  bool timing = true;
  bool keep = true;  ///< in the ledger
  bool extra = false;
  bool by_operation = false;

  static constexpr auto fields() {
    using enum Form;
    return field_list(field<optional>("id", &WorkerJob::id), field("problem", &WorkerJob::problem),
                      field<optional>("path", &WorkerJob::path), field<optional>("source", &WorkerJob::source),
                      field<optional>("name", &WorkerJob::name), field<optional>("kind", &WorkerJob::kind),
                      field<optional>("case", &WorkerJob::case_name), field<optional>("seed", &WorkerJob::seed),
                      field<optional>("check", &WorkerJob::check), field<optional>("timing", &WorkerJob::timing),
                      field<optional>("keep", &WorkerJob::keep), field<optional>("extra", &WorkerJob::extra),
                      field<optional>("by_operation", &WorkerJob::by_operation));
  }
};

/// What happens to a job. `record`, `trial` and `error` are the last of a job, and each job has one of them.
struct WorkerEvent {
  enum class Kind : int { started = 1, stage = 2, test = 3, message = 4, record = 5, trial = 6, error = 7, ready = 8 };

  std::string id;  ///< of the job; empty: a line was none
  Kind kind = Kind::started;
  std::string text;               ///< the stage, the case's name, the message
  bool passed = false;            ///< test
  std::int64_t done = 0, of = 0;  ///< test: cases so far and in all; 0 = not known
  nlohmann::json document;        ///< record: judge.record/1; trial: judge.trial/1; ready: the worker's device, as in a record

  bool is_last() const { return kind >= Kind::record && kind <= Kind::error; }
};

constexpr auto names_of(WorkerEvent::Kind) {
  using enum WorkerEvent::Kind;
  return named<WorkerEvent::Kind>({{started, "started"},
                                   {stage, "stage"},
                                   {test, "case"},
                                   {message, "message"},
                                   {record, "record"},
                                   {trial, "trial"},
                                   {error, "error"},
                                   {ready, "ready"}});
}

/// One line, with its end.
std::string line_of(const WorkerJob& job);
std::string line_of(const WorkerEvent& event);

/// Errors: not JSON, a field that is missing or of the wrong type, an unknown field of a job.
Result<WorkerJob> parse_job(std::string_view line);
Result<WorkerEvent> parse_event(std::string_view line);

}  // namespace judge

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "judge/model/check_wish.hpp"
#include "judge/model/playback_wish.hpp"
#include "judge/model/record.hpp"
#include "judge/util/described_json.hpp"

/// What a worker is told and what it tells: one JSON object a line. docs/worker.md describes it field by field; within a version
/// of the judge both ends are one build.
namespace judge {

enum class JobKind : int { judge = 1, attempt = 2, compare = 3 };

constexpr auto names_of(JobKind) {
  return named<JobKind>({{JobKind::judge, "judge"}, {JobKind::attempt, "try"}, {JobKind::compare, "compare"}});
}

/// One attempt to judge, or to run on one case alone; or two to time side by side.
struct WorkerJob {
  std::string id;
  std::string problem;                      ///< its name or number, or the path of its folder
  std::string path;                         ///< of the file; beside it lie the headers that it includes
  std::optional<std::string> source;        ///< what is judged; none = what the file holds
  std::optional<std::string> other_source;  ///< B of a comparison, whose A is the source; for no other kind
  std::string name;                         ///< empty = the file's; those of a comparison are A and B
  JobKind kind = JobKind::judge;
  std::string case_name;  ///< to time, or to try; empty = the ranked one, the worked example
  std::optional<std::string> seed;
  CheckWish check = CheckWish::after_failures;
  bool timing = true;
  PlaybackWish playback = PlaybackWish::where_possible;
  bool keep = true;  ///< in the ledger
  bool extra = false;
  bool by_operation = false;

  static constexpr auto fields() {
    using enum Form;
    return field_list(field<optional>("id", &WorkerJob::id), field("problem", &WorkerJob::problem),
                      field<optional>("path", &WorkerJob::path), field<optional>("source", &WorkerJob::source),
                      field<optional>("other_source", &WorkerJob::other_source), field<optional>("name", &WorkerJob::name),
                      field<optional>("kind", &WorkerJob::kind), field<optional>("case", &WorkerJob::case_name),
                      field<optional>("seed", &WorkerJob::seed), field<optional>("check", &WorkerJob::check),
                      field<optional>("timing", &WorkerJob::timing), field<optional>("playback", &WorkerJob::playback),
                      field<optional>("keep", &WorkerJob::keep), field<optional>("extra", &WorkerJob::extra),
                      field<optional>("by_operation", &WorkerJob::by_operation));
  }
};

/// What happens to a job. Each kind of event is a struct with the fields of its own.
struct WorkerEvent {
  struct Started {
    static constexpr const char* event = "started";
    static constexpr auto fields() { return field_list(); }
  };
  struct Stage {
    static constexpr const char* event = "stage";
    std::string stage;
    static constexpr auto fields() { return field_list(field("stage", &Stage::stage)); }
  };
  struct CaseDone {
    static constexpr const char* event = "case";
    std::string name;
    bool passed = false;
    std::int64_t done = 0, of = 0;  ///< cases so far and in all; 0 = not known
    static constexpr auto fields() {
      return field_list(field("name", &CaseDone::name), field("passed", &CaseDone::passed), field("done", &CaseDone::done),
                        field("of", &CaseDone::of));
    }
  };
  struct Message {
    static constexpr const char* event = "message";
    std::string line;
    static constexpr auto fields() { return field_list(field("line", &Message::line)); }
  };
  struct Judged {
    static constexpr const char* event = "record";
    nlohmann::json record;  ///< judge.record/1
    static constexpr auto fields() { return field_list(field("record", &Judged::record)); }
  };
  struct Tried {
    static constexpr const char* event = "trial";
    nlohmann::json trial;  ///< judge.trial/1
    static constexpr auto fields() { return field_list(field("trial", &Tried::trial)); }
  };
  struct Compared {
    static constexpr const char* event = "comparison";
    nlohmann::json comparison;  ///< judge.compare/1
    static constexpr auto fields() { return field_list(field("comparison", &Compared::comparison)); }
  };
  struct Failed {
    static constexpr const char* event = "error";
    std::string message;
    static constexpr auto fields() { return field_list(field("message", &Failed::message)); }
  };
  struct Ready {
    static constexpr const char* event = "ready";
    Device device;
    static constexpr auto fields() { return field_list(field("device", &Ready::device)); }
  };
  using What = std::variant<Started, Stage, CaseDone, Message, Judged, Tried, Compared, Failed, Ready>;

  std::string id;  ///< of the job; empty: a line was none
  What what;

  /// Null if something else happened.
  template <class Event>
  const Event* get_if() const {
    return std::get_if<Event>(&what);
  }
  /// Of its job, which has exactly one such event.
  bool is_last() const { return get_if<Judged>() || get_if<Tried>() || get_if<Compared>() || get_if<Failed>(); }
};

/// One line, with its end.
std::string line_of(const WorkerJob& job);
std::string line_of(const WorkerEvent& event);

/// Errors: not JSON, a field that is missing or of the wrong type, an unknown field of a job.
Result<WorkerJob> parse_job(std::string_view line);
Result<WorkerEvent> parse_event(std::string_view line);

/// The id of a line that may be no job, nor all of it JSON: what stands before the mistake is read. Empty where there is none.
std::string id_in(std::string_view line);

}  // namespace judge

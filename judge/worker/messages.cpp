#include "judge/worker/messages.hpp"

#include <vector>

#include "judge/catalog/suggest.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

/// The fields of an event beside its id; those that its kind lacks are absent.
struct EventText {
  const char* text = nullptr;      ///< under which name
  const char* document = nullptr;  ///< likewise
};

EventText names_in(WorkerEvent::Kind kind) {
  using enum WorkerEvent::Kind;
  switch (kind) {
    case stage: return {.text = "stage"};
    case test: return {.text = "name"};
    case message: return {.text = "line"};
    case error: return {.text = "message"};
    case record: return {.document = "record"};
    case trial: return {.document = "trial"};
    case ready: return {.document = "device"};
    case started: break;
  }
  return {};
}

/// The part of an event that every kind has.
struct EventHead {
  std::string id;
  WorkerEvent::Kind kind = WorkerEvent::Kind::started;

  static constexpr auto fields() { return field_list(field("id", &EventHead::id), field("event", &EventHead::kind)); }
};

struct EventCase {
  bool passed = false;
  std::int64_t done = 0, of = 0;

  static constexpr auto fields() {
    return field_list(field("passed", &EventCase::passed), field("done", &EventCase::done), field("of", &EventCase::of));
  }
};

Result<void> check_names(const nlohmann::json& document) {
  std::vector<std::string> known;
  for_each_field<WorkerJob>([&](const auto& field) { known.emplace_back(field.name); });
  for (const auto& [name, value] : document.items())
    if (!contains(known, name)) return fail("a job has no field '{}'{}", name, did_you_mean(name, known));
  return {};
}

}  // namespace

std::string line_of(const WorkerJob& job) { return json_text(encode(job)) + "\n"; }

std::string line_of(const WorkerEvent& event) {
  nlohmann::json line{{"id", event.id}, {"event", name_of(event.kind)}};
  const auto [text, document] = names_in(event.kind);
  if (text) line[text] = event.text;
  if (document) line[document] = event.document;
  if (event.kind == WorkerEvent::Kind::test) line.update({{"passed", event.passed}, {"done", event.done}, {"of", event.of}});
  return json_text(line) + "\n";
}

Result<WorkerJob> parse_job(std::string_view line) {
  JUDGE_TRY(auto document, parse_json(line));
  if (document.is_object() && document.contains("id") && document["id"].is_number_integer())
    document["id"] = document["id"].dump();
  if (!document.is_object()) return fail("a job is a JSON object: {{\"id\": \"1\", \"problem\": \"...\", \"path\": \"a.cu\"}}");
  JUDGE_CHECK(check_names(document));
  JUDGE_TRY(auto job, decode<WorkerJob>(document, "the job"));
  if (job.path.empty() && !job.source) return fail("the job {} names neither a path nor a source", job.id);
  return job;
}

Result<WorkerEvent> parse_event(std::string_view line) {
  JUDGE_TRY(const auto document, parse_json(line));
  JUDGE_TRY(auto head, decode<EventHead>(document, "the event"));
  WorkerEvent event{.id = std::move(head.id), .kind = head.kind};
  const auto names = names_in(event.kind);
  if (names.text) {
    if (!document.contains(names.text)) return fail("the event '{}' has no '{}'", name_of(event.kind), names.text);
    JUDGE_TRY(event.text, decode<std::string>(document[names.text], names.text));
  }
  if (names.document) {
    if (!document.contains(names.document)) return fail("the event '{}' has no document", name_of(event.kind));
    event.document = document[names.document];
  }
  if (event.kind == WorkerEvent::Kind::test) {
    JUDGE_TRY(const auto test, decode<EventCase>(document, "the event"));
    event.passed = test.passed;
    event.done = test.done;
    event.of = test.of;
  }
  return event;
}

}  // namespace judge

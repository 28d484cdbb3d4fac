#include "judge/worker/messages.hpp"

#include <type_traits>
#include <utility>
#include <vector>

#include "judge/catalog/suggest.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

Result<void> check_names(const nlohmann::json& document) {
  std::vector<std::string> known;
  for_each_field<WorkerJob>([&](const auto& field) { known.emplace_back(field.name); });
  for (const auto& [name, value] : document.items())
    if (!contains(known, name)) return fail("a job has no field '{}'{}", name, did_you_mean(name, known));
  return {};
}

std::string called(const WorkerJob& job) { return job.id.empty() ? "the job" : "the job " + job.id; }

/// What every event has.
struct EventHead {
  std::string id, event;

  static constexpr auto fields() { return field_list(field("id", &EventHead::id), field("event", &EventHead::event)); }
};

using What = WorkerEvent::What;

/// The event of this name.
template <class... Events>
Result<What> read_event(const nlohmann::json& document, std::string_view name, std::type_identity<std::variant<Events...>>) {
  Result<What> what = fail("event: \"{}\" is not a name that this judge knows", name);
  const auto read_as = [&]<class Event>(std::type_identity<Event>) {
    if (name != Event::event) return;
    auto event = decode<Event>(document, "the event");
    what = event ? Result<What>(*std::move(event)) : std::unexpected(event.error());
  };
  (read_as(std::type_identity<Events>()), ...);
  return what;
}

/// Takes the outermost object's id, from one event of the parser to the next.
class IdFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::string id;

  bool null() override { return is_value({}); }
  bool boolean(bool) override { return is_value({}); }
  bool number_integer(number_integer_t value) override { return is_value(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return is_value(std::to_string(value)); }
  bool number_float(number_float_t, const string_t&) override { return is_value({}); }
  bool string(string_t& value) override { return is_value(value); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return begins(); }
  bool start_array(std::size_t) override { return begins() && m_depth > 1; }
  bool key(string_t& name) override {
    m_is_id = m_depth == 1 && name == "id";
    return true;
  }
  bool end_object() override { return ends(); }
  bool end_array() override { return ends(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override { return false; }

 private:
  bool is_value(const std::string& value) {
    if (std::exchange(m_is_id, false)) id = value;
    return true;
  }
  bool begins() {
    m_is_id = false;
    ++m_depth;
    return true;
  }
  bool ends() {
    --m_depth;
    return true;
  }

  int m_depth = 0;
  bool m_is_id = false;
};

}  // namespace

std::string id_in(std::string_view line) {
  IdFinder finder;
  nlohmann::json::sax_parse(line, &finder);
  return std::move(finder.id);
}

std::string line_of(const WorkerJob& job) { return json_text(encode(job)) + "\n"; }

std::string line_of(const WorkerEvent& event) {
  const auto document = [&](const auto& what) {
    nlohmann::json line = encode(what);
    line.update(encode(EventHead{event.id, what.event}));
    return line;
  };
  return json_text(std::visit(document, event.what)) + "\n";
}

Result<WorkerJob> parse_job(std::string_view line) {
  JUDGE_TRY(auto document, parse_json(line));
  if (document.is_object() && document.contains("id") && document["id"].is_number_integer())
    document["id"] = document["id"].dump();
  if (!document.is_object()) return fail("a job is a JSON object: {{\"id\": \"1\", \"problem\": \"...\", \"path\": \"a.cu\"}}");
  JUDGE_CHECK(check_names(document));
  JUDGE_TRY(auto job, decode<WorkerJob>(document, "the job"));
  if (job.path.empty() && !job.source) return fail("{} names neither a path nor a source", called(job));
  const bool compares = job.kind == JobKind::compare;
  if (compares && !job.other_source)
    return fail("{} compares one text with nothing; other_source is the text of B", called(job));
  if (!compares && job.other_source) return fail("{} has an other_source, which only the kind compare takes", called(job));
  if (compares && !job.timing) return fail("{} compares without timing; leave timing out", called(job));
  return job;
}

Result<WorkerEvent> parse_event(std::string_view line) {
  JUDGE_TRY(const auto document, parse_json(line));
  JUDGE_TRY(auto head, decode<EventHead>(document, "the event"));
  JUDGE_TRY(auto what, read_event(document, head.event, std::type_identity<What>()));
  return WorkerEvent{std::move(head.id), std::move(what)};
}

}  // namespace judge

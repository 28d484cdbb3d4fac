#include "judge/serve/site.hpp"

#include <algorithm>
#include <charconv>
#include <thread>

#include "judge/catalog/new_problem.hpp"
#include "judge/judging/catalogue.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/measure/ranking.hpp"
#include "judge/model/record_json.hpp"
#include "judge/serve/line_diff.hpp"
#include "judge/serve/marks.hpp"
#include "judge/serve/views.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/units.hpp"
#include "judge/web/assets.hpp"

// A request passes refuse() (where it comes from), the rate limits and user_of() (whose it is), and then goes by its path to one
// function, which returns a page, or what a script asked for.

namespace judge {

using namespace nlohmann::literals;

namespace {

constexpr std::size_t k_most_body_bytes = 1 << 20;
constexpr int k_most_streams_of_one = 8, k_most_streams = 40;
constexpr std::size_t k_most_attempts_of_one_problem = 200;
constexpr std::int64_t k_most_elements_of_a_trial = 1 << 16;
constexpr int k_most_shown = 300;

SiteReply json_reply(const nlohmann::json& document, int status = 200) {
  return {.status = status, .type = "application/json", .body = json_text(document)};
}

SiteReply trouble_page(int status, std::string_view title, std::string_view text, const std::string& user = {}) {
  return {.status = status, .body = page_text({.title = std::string(title), .user = user}, message_view(title, text))};
}

SiteReply redirect_to(std::string address) {
  return {.status = 303, .type = "text/plain; charset=utf-8", .headers = {{"Location", std::move(address)}}};
}

bool is_for_a_script(std::string_view path) { return path.starts_with("/api/") || path == "/events"; }

SiteReply trouble(const SiteRequest& request, int status, std::string_view text, const std::string& user = {}) {
  if (is_for_a_script(request.facts.path)) return json_reply({{"error", std::string(text)}}, status);
  const char* title = status == 404   ? "Not found"
                      : status == 429 ? "Too many requests"
                      : status >= 500 ? "The judge failed"
                                      : "Refused";
  return trouble_page(status, title, text, user);
}

std::string text_in(const nlohmann::json& body, const char* name) {
  const auto found = body.find(name);
  return found != body.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number <= 0) return std::nullopt;
  return number;
}

bool is_problem_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 &&
         std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

nlohmann::json conflict_json(const FileText& now) { return {{"conflict", true}, {"text", now.text}, {"version", now.version}}; }

// So that a page shows nothing of one user to the next, and no other site shows it in a frame or reads of it.
void add_headers(SiteReply& reply, bool is_kept) {
  reply.headers.insert(reply.headers.end(), {{"Content-Security-Policy",
                                              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                                              "connect-src 'self'; form-action 'self'; "
                                              "base-uri 'none'; frame-ancestors 'none'"},
                                             {"X-Content-Type-Options", "nosniff"},
                                             {"Referrer-Policy", "same-origin"},
                                             {"Cross-Origin-Resource-Policy", "same-origin"},
                                             {"Cross-Origin-Opener-Policy", "same-origin"},
                                             {"Cache-Control", is_kept ? "public, max-age=31536000, immutable" : "no-store"}});
}

std::optional<Measurement> timing_in(const nlohmann::json& result) {
  const auto record = record_from_json(result);
  if (!record || record->verdict.kind != VerdictKind::accepted || record->measurements.empty()) return std::nullopt;
  return record->measurements.front();
}

}  // namespace

Site::Site(Options options, Store& store, Dispatcher& dispatcher)
    : m_options(std::move(options)), m_store(store), m_dispatcher(dispatcher) {}

std::optional<SiteReply> Site::refuse(const SiteRequest& request) {
  auto reply = [&]() -> std::optional<SiteReply> {
    if (const auto refusal = refusal_of(request.facts, m_options.access))
      return trouble(request, refusal->status, refusal->reason);
    if (!m_visits.allow(request.address)) return trouble(request, 429, "Too many requests. Wait a moment.");
    return std::nullopt;
  }();
  if (reply) add_headers(*reply, false);
  return reply;
}

SiteReply Site::answer(const SiteRequest& request) {
  const auto& path = request.facts.path;
  if (path.starts_with("/assets/")) {
    const auto* asset = find_asset(std::string_view(path).substr(8));
    SiteReply reply = asset ? SiteReply{.type = std::string(asset->content_type), .body = std::string(asset->content)}
                            : trouble(request, 404, "There is no such file.");
    add_headers(reply, asset != nullptr && request.parameter("v") == assets_version());
    return reply;
  }
  auto reply = [&] {
    if (path == "/api/sign-in" && request.facts.method == "POST") return sign_in(request);
    const auto user = user_of(request.facts, m_options.access);
    if (!user && path == "/sign-in") return SiteReply{.body = page_text({.title = "Sign in"}, sign_in_view(""))};
    if (!user) return is_for_a_script(path) ? trouble(request, 401, "Sign in first.") : redirect_to("/sign-in");
    if (request.facts.method == "POST") return call(request, *user);
    return page(request, *user);
  }();
  add_headers(reply, false);
  return reply;
}

SiteReply Site::sign_in(const SiteRequest& request) {
  // By address and over all: a token is guessed once in 2^128 attempts, and nobody needs many.
  if (!m_sign_ins.allow(request.address)) return trouble(request, 429, "Too many attempts to sign in. Wait a minute.");
  const auto body = parse_json(request.body);
  const auto name = body ? text_in(*body, "name") : "", token = body ? text_in(*body, "token") : "";
  if (!may_sign_in(m_options.access, name, token))
    return trouble(request, 403, "This name and this token do not belong together.");
  auto reply = json_reply({{"name", name}});
  const bool is_secure = request.facts.origin.starts_with("https://");
  reply.headers.emplace_back("Set-Cookie", fmt::format("judge={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000{}",
                                                       cookie_of(m_options.access, name), is_secure ? "; Secure" : ""));
  return reply;
}

SiteReply Site::page(const SiteRequest& request, const std::string& user) {
  const std::string_view path = request.facts.path;
  const auto reply = [&]() -> Result<SiteReply> {
    if (path == "/") return catalogue_page(request, user);
    if (path == "/sign-in") return redirect_to("/");
    if (path == "/queue") return queue_page(user);
    if (path == "/submissions") return history_page(user, "");
    if (path == "/compare") return compare_page(request, user);
    if (path == "/api/file") return get_file(request, user);
    if (path.starts_with("/submissions/")) {
      const auto rest = path.substr(13);
      return rest.ends_with("/result") ? submission_page(user, rest.substr(0, rest.size() - 7), true)
                                       : submission_page(user, rest, false);
    }
    if (path.starts_with("/problems/")) {
      const auto rest = path.substr(10);
      const auto name = rest.substr(0, rest.find('/')), part = rest.substr(name.size());
      if (is_problem_name(name) && part.empty()) return problem_page(request, user, name);
      if (is_problem_name(name) && part == "/history") return history_page(user, name);
      if (is_problem_name(name) && part == "/board") return board_page(user, name);
    }
    return trouble(request, 404, "There is no page of this address.", user);
  }();
  return reply ? *reply : trouble(request, 404, reply.error().message, user);
}

SiteReply Site::call(const SiteRequest& request, const std::string& user) {
  if (!m_changes.allow(user)) return trouble(request, 429, "Too many changes at once. Wait a moment.");
  if (request.body.size() > k_most_body_bytes) return trouble(request, 413, "This is too large.");
  const auto body = parse_json(request.body);
  if (!body || !body->is_object()) return trouble(request, 400, "The body is no JSON object.");
  const std::string_view path = request.facts.path;
  const auto reply = [&]() -> Result<SiteReply> {
    if (path == "/api/save") return post_save(*body, user);
    if (path == "/api/submit") return post_submit(*body, user);
    if (path == "/api/compare") return post_compare(*body, user);
    if (path == "/api/cancel") return post_cancel(*body, user);
    if (path == "/api/diff") return post_diff(*body, user);
    if (path == "/api/sign-out") {
      auto bye = json_reply({{"name", ""}});
      bye.headers.emplace_back("Set-Cookie", "judge=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
      return bye;
    }
    return trouble(request, 404, "There is nothing of this address.");
  }();
  return reply ? *reply : trouble(request, 400, reply.error().message);
}

Workspace Site::files_of(std::string_view user) const {
  return Workspace(m_options.access.with_tokens ? m_options.solutions / user : m_options.solutions);
}

Result<Site::LoadedPtr> Site::load(std::string_view name) {
  if (!is_problem_name(name)) return fail("There is no such problem.");
  LoadedPtr known;
  {
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_loaded.find(name); found != m_loaded.end()) known = found->second;
  }
  if (known)
    if (const auto hash = content_hash_of(known->problem.folder); hash && *hash == known->hash) return known;
  JUDGE_TRY(auto problem, find_problem(m_options.root, name));
  JUDGE_TRY(auto cases, cases_of(problem, m_options.runtime, {.all = true}));
  const auto key = problem.name;
  auto loaded = std::make_shared<Loaded>(Loaded{problem.content_hash, std::move(problem), std::move(cases)});
  const std::lock_guard lock(m_mutex);
  return m_loaded[key] = std::move(loaded);
}

Result<std::string> Site::file_of(const SiteRequest& request, const Loaded& loaded, const Workspace& files) const {
  const auto& prefix = loaded.problem.prefix;
  if (const auto asked = request.parameter("file"); !asked.empty()) {
    if (!Workspace::is_attempt_name(asked, prefix))
      return fail("A file of this problem is called {}_NAME, of letters, digits, - and _.", prefix);
    return asked;
  }
  const auto present = files.attempts(prefix);
  if (present.empty()) return prefix + "_mine";
  // The one that was submitted last, or else the one that was changed last.
  const auto changed_at = [&](const std::string& name) {
    std::error_code ignored;
    return std::filesystem::last_write_time(files.path_of(name), ignored);
  };
  return *std::ranges::max_element(present, {}, changed_at);
}

Result<std::vector<CatalogueRow>> Site::catalogue(const std::string& user) const {
  JUDGE_TRY(auto catalogue, read_catalogue(m_options.common));
  if (!m_options.access.with_tokens) return catalogue.rows;
  JUDGE_TRY(const auto standings, m_store.standings(user));
  for (auto& row : catalogue.rows) {
    row.standing = {};
    if (const auto own = standings.find(row.problem.name); own != standings.end())
      row.standing = {.accepted = own->second.accepted, .rejected = own->second.rejected, .best_ns = own->second.best_ns};
  }
  return catalogue.rows;
}

Result<SiteReply> Site::catalogue_page(const SiteRequest& request, const std::string& user) {
  const CatalogueFilter filter{request.parameter("text"), request.parameter("tag"), request.parameter("difficulty"),
                               request.parameter("state")};
  JUDGE_TRY(const auto rows, catalogue(user));
  return SiteReply{
      .body =
          page_text({.title = "Problems", .user = user, .current = "/", .is_signed_in_by_token = m_options.access.with_tokens},
                    catalogue_view(rows, filter, ""))};
}

Result<SiteReply> Site::problem_page(const SiteRequest& request, const std::string& user, std::string_view name) {
  JUDGE_TRY(const auto loaded, load(name));
  if (loaded->problem.name != name) return redirect_to("/problems/" + loaded->problem.name);
  const auto files = files_of(user);
  JUDGE_TRY(const auto attempt, file_of(request, *loaded, files));
  JUDGE_TRY(auto file, files.read(attempt));
  JUDGE_TRY(const auto open, m_store.open_orders());
  std::vector<Order> unfinished;
  for (const auto& order : open)
    if (order.user == user && order.problem == name && order.kind != OrderKind::compare) unfinished.push_back(order);
  const Workbench bench{.problem = loaded->problem,
                        .cases = loaded->cases,
                        .attempts = files.attempts(loaded->problem.prefix),
                        .attempt = attempt,
                        .file = std::move(file),
                        .starter = starter_for(loaded->problem),
                        .folder = files.path_of(attempt).parent_path(),
                        .unfinished = std::move(unfinished),
                        .is_emulated = m_options.runtime == RuntimeKind::emulated};
  const Shell shell{.title = loaded->problem.title,
                    .user = user,
                    .styles = {"codemirror.css", "dialog.css"},
                    .scripts = {"codemirror.js", "clike.js", "matchbrackets.js", "closebrackets.js", "comment.js", "dialog.js",
                                "searchcursor.js", "search.js", "jump-to-line.js", "active-line.js", "workbench.js"},
                    .is_signed_in_by_token = m_options.access.with_tokens,
                    .is_wide = true};
  return SiteReply{.body = page_text(shell, workbench_view(bench))};
}

Result<SiteReply> Site::history_page(const std::string& user, std::string_view name) {
  const bool is_of_one = !name.empty();
  Html view;
  nlohmann::json chart;
  Shell shell{.title = "Submissions",
              .user = user,
              .current = is_of_one ? "" : "/submissions",
              .is_signed_in_by_token = m_options.access.with_tokens};
  JUDGE_TRY(const auto orders, m_store.history(user, name, k_most_shown));
  if (is_of_one) {
    JUDGE_TRY(const auto loaded, load(name));
    shell.title = "Submissions: " + loaded->problem.title;
    view += problem_tabs(loaded->problem, "/history");
    auto points = nlohmann::json::array();
    for (auto order = orders.rbegin(); order != orders.rend(); ++order) {
      if (order->kind != OrderKind::judge || order->state != OrderState::done) continue;
      JUDGE_TRY(const auto text, m_store.result(order->id));
      const auto result = parse_json(text);
      const auto timing = result ? timing_in(*result) : std::nullopt;
      if (!timing) continue;
      points.push_back({{"time", text_in(*result, "time")},
                        {"median_ns", timing->device.median_ns},
                        {"low_ns", timing->device.low_ns},
                        {"high_ns", timing->device.high_ns},
                        {"judge_version", text_in(*result, "judge_version")},
                        {"driver", ""},
                        {"verdict", order->verdict}});
    }
    if (points.size() > 1) {
      chart = {
          {"history", {{"kind", "history"}, {"title", "Your times"}, {"attempt", "your submissions"}, {"points", points}}}};
      view += element("figure", {{"data-chart", "/history"}, {"class", "chart"}}) + json_element("judge-data", chart);
      shell.scripts = {"chart.min.js", "charts.js"};
    }
  } else {
    view += element("h1", "Submissions");
  }
  view += history_view(orders, std::string(name));
  return SiteReply{.body = page_text(shell, view)};
}

Result<SiteReply> Site::board_page(const std::string& user, std::string_view name) {
  JUDGE_TRY(const auto loaded, load(name));
  JUDGE_TRY(const auto ledger, Ledger::open_to_read(m_options.common.ledger_path()));
  JUDGE_TRY(const auto device, ledger.latest_device(m_options.runtime));
  Html view = problem_tabs(loaded->problem, "/board");
  Shell shell{
      .title = "Leaderboard: " + loaded->problem.title, .user = user, .is_signed_in_by_token = m_options.access.with_tokens};
  std::vector<Record> records;
  if (device) {
    JUDGE_TRY(
        records,
        ledger.board({.problem = loaded->problem.name, .device_id = device->id, .problem_hash = loaded->problem.content_hash}));
  }
  if (records.empty()) {
    view += element("p", {{"class", "faint"}}, "No attempt was accepted here yet. The first one is yours to make.");
    return SiteReply{.body = page_text(shell, view)};
  }
  JUDGE_TRY(const auto peaks, ledger.peak_rates(device->id));
  std::vector<Summary> times;
  std::vector<BetweenRuns> allowances;
  for (const auto& record : records) {
    times.push_back(record.measurements.empty() ? Summary() : record.measurements.front().device);
    allowances.push_back(between_runs(record.measurements.empty() ? Bracket::none : record.measurements.front().bracket));
  }
  const auto places = rank_unpaired(times, allowances);
  auto entries = nlohmann::json::array();
  Html rows, head;
  for (const auto& place : places) {
    const auto& record = records[place.entry];
    const auto& time = times[place.entry];
    if (time.count == 0 || time.median_ns <= 0) continue;
    const bool is_tied = std::ranges::count(places, place.place, &BoardPlace::place) > 1;
    std::optional<double> peak;
    if (peaks && !record.measurements.empty() && device->runtime == RuntimeKind::cuda)
      peak = percent_of_peak(record.measurements.front(), *peaks);
    if (entries.size() < 40)
      entries.push_back({{"name", record.attempt.name},
                         {"rank", place.place},
                         {"tied", is_tied},
                         {"median_ns", time.median_ns},
                         {"low_ns", time.low_ns},
                         {"high_ns", time.high_ns},
                         {"p10_ns", time.p10_ns},
                         {"p90_ns", time.p90_ns},
                         {"percent_of_limit", peak ? nlohmann::json(*peak) : nlohmann::json()}});
    rows += element(
        "tr", element("td", {{"class", "number"}}, fmt::format("{}{}", place.place, is_tied ? "=" : "")) +
                  element("th", {{"scope", "row"}, {"class", "name"}}, record.attempt.name) +
                  element("td", {{"class", "number"}}, format_time_ns(time.median_ns)) +
                  element("td", {{"class", "number"}}, format_time_ns(time.low_ns) + " to " + format_time_ns(time.high_ns)) +
                  element("td", {{"class", "number"}},
                          fmt::format("{:.2f}", time.median_ns / times[places.front().entry].median_ns)) +
                  element("td", record.time.substr(0, 10)));
  }
  for (const auto& [text, kind] : {std::pair{"rank", "number"},
                                   {"attempt", "name"},
                                   {"time", "number"},
                                   {"95% interval", "number"},
                                   {"of the fastest", "number"},
                                   {"judged", ""}})
    head += element("th", {{"scope", "col"}, {"class", kind}}, text);
  view +=
      element("figure", {{"data-chart", "/board"}, {"class", "chart"}}) +
      json_element("judge-data", {{"board", {{"kind", "board"}, {"title", "Times on " + device->name}, {"entries", entries}}}});
  view += element("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Leaderboard"}},
                  element("table", {{"class", "full"}}, element("thead", element("tr", head)) + element("tbody", rows)));
  view += element("p", {{"class", "faint"}},
                  "The best time of each text counts. A rank with = is shared: runs at different times differ by more than the "
                  "difference.");
  shell.scripts = {"chart.min.js", "charts.js"};
  return SiteReply{.body = page_text(shell, view)};
}

Result<Order> Site::own_order(std::string_view id, const std::string& user) const {
  const auto number = number_in(id);
  JUDGE_TRY(auto order, number ? m_store.find(*number) : std::optional<Order>());
  if (!order || order->user != user) return fail("There is no submission {} of yours.", number.value_or(0));
  return std::move(*order);
}

Result<SiteReply> Site::submission_page(const std::string& user, std::string_view id, bool is_part) {
  JUDGE_TRY(const auto order, own_order(id, user));
  JUDGE_TRY(const auto text, m_store.result(order.id));
  const auto parsed = text.empty() ? Result<nlohmann::json>(nlohmann::json()) : parse_json(text);
  const nlohmann::json result = parsed.value_or(nlohmann::json());
  const auto part = result_view(order, result);
  if (is_part) return SiteReply{.body = part.markup()};
  Shell shell{
      .title = fmt::format("Submission {}", order.id), .user = user, .is_signed_in_by_token = m_options.access.with_tokens};
  Html view = element("p", {{"class", "faint crumbs"}},
                      element("a", {{"href", "/problems/" + order.problem}}, order.problem) + Html(" / ") +
                          element("a", {{"href", "/problems/" + order.problem + "/history"}}, "your submissions"));
  view += element("h1", fmt::format("{} {}",
                                    order.kind == OrderKind::compare ? "Comparison"
                                    : order.kind == OrderKind::trial ? "Run"
                                                                     : "Submission",
                                    order.id));
  view += element("p", {{"class", "faint"}},
                  fmt::format("{}{}, {} UTC", order.kind == OrderKind::compare ? "" : order.attempt + ".cu, ",
                              order.note.empty() ? order.problem : order.note, time_text(order.submitted)));
  if (order.is_open()) view += element("div", {{"id", "watch"}, {"data-id", std::to_string(order.id)}});
  view += element("section", {{"class", "result"}, {"aria-label", "Result"}}, part);
  if (const auto timing = timing_in(result); timing && order.kind == OrderKind::judge) {
    if (const auto chart = samples_chart(*timing, order.attempt); !chart.is_null()) {
      view += element("figure", {{"data-chart", "/samples"}, {"class", "chart"}}) +
              json_element("judge-data", {{"samples", chart}});
      shell.scripts = {"chart.min.js", "charts.js"};
    }
  }
  JUDGE_TRY(const auto source, m_store.text(order.hash));
  if (order.kind == OrderKind::compare) {
    JUDGE_TRY(const auto other, m_store.text(order.other_hash));
    view += element("h2", "Differences") + diff_view(diff_lines(source, other), "A", "B");
  } else {
    std::vector<LineMark> marks;
    const auto& record_json =
        order.kind == OrderKind::trial && result.is_object() ? result.value("record", nlohmann::json()) : result;
    if (record_json.is_object())
      if (const auto record = record_from_json(record_json)) marks = marks_of(*record);
    view += element("h2", "Source") + source_view(source, marks);
  }
  return SiteReply{.body = page_text(shell, view)};
}

Result<SiteReply> Site::compare_page(const SiteRequest& request, const std::string& user) {
  JUDGE_TRY(const auto a, own_order(request.parameter("a"), user));
  JUDGE_TRY(const auto b, own_order(request.parameter("b"), user));
  if (a.problem != b.problem) return fail("Numbers {} and {} are of different problems.", a.id, b.id);
  std::optional<Summary> times[2];
  Bracket bracket = Bracket::none;
  for (const auto& [order, time] : {std::pair{&a, &times[0]}, {&b, &times[1]}}) {
    JUDGE_TRY(const auto text, m_store.result(order->id));
    const auto result = parse_json(text);
    if (const auto timing = result ? timing_in(*result) : std::nullopt) {
      *time = timing->device;
      bracket = std::max(bracket, timing->bracket);
    }
  }
  JUDGE_TRY(const auto old_text, m_store.text(a.hash));
  JUDGE_TRY(const auto new_text, m_store.text(b.hash));
  const auto name = [](const char* side, const Order& order) {
    return fmt::format("{} (number {}, {}.cu)", side, order.id, order.attempt);
  };
  Html view = element("p", {{"class", "faint crumbs"}},
                      element("a", {{"href", "/problems/" + a.problem}}, a.problem) + Html(" / ") +
                          element("a", {{"href", "/problems/" + a.problem + "/history"}}, "your submissions"));
  view += element("h1", fmt::format("Numbers {} and {}", a.id, b.id));
  Html facts;
  for (const auto& [side, order] : {std::pair{"A", &a}, {"B", &b}})
    facts +=
        element("dt", side) +
        element("dd", element("a", {{"href", fmt::format("/submissions/{}", order->id)}}, fmt::format("number {}", order->id)) +
                          Html(fmt::format(", {}.cu, {} UTC: ", order->attempt, time_text(order->submitted))) +
                          verdict_view(*order) + Html(order->median_ns ? " " + format_time_ns(*order->median_ns) : ""));
  view += element("dl", {{"class", "facts"}}, facts);
  view += element("p", {{"class", "sentence"}}, sentence_on(times[0], times[1], bracket));
  if (a.hash != b.hash && times[0] && times[1])
    view += element("p", element("button",
                                 {{"type", "button"},
                                  {"class", "primary"},
                                  {"id", "side-by-side"},
                                  {"data-a", std::to_string(a.id)},
                                  {"data-b", std::to_string(b.id)}},
                                 "Time them side by side"));
  view += diff_view(diff_lines(old_text, new_text), name("A", a), name("B", b));
  return SiteReply{
      .body = page_text({.title = "Comparison", .user = user, .is_signed_in_by_token = m_options.access.with_tokens}, view)};
}

Result<SiteReply> Site::queue_page(const std::string& user) {
  JUDGE_TRY(const auto state, m_dispatcher.state());
  Html view =
      element("h1", "Queue") +
      element("p", {{"class", "faint"}}, "One attempt at a time, since a time needs the device alone. People take turns.") +
      queue_view(state, user);
  return SiteReply{
      .body = page_text(
          {.title = "Queue", .user = user, .current = "/queue", .is_signed_in_by_token = m_options.access.with_tokens}, view)};
}

Result<SiteReply> Site::get_file(const SiteRequest& request, const std::string& user) {
  JUDGE_TRY(const auto loaded, load(request.parameter("problem")));
  const auto files = files_of(user);
  JUDGE_TRY(const auto attempt, file_of(request, *loaded, files));
  JUDGE_TRY(const auto file, files.read(attempt));
  return json_reply({{"attempt", attempt}, {"text", file.text}, {"version", file.version}});
}

Result<SiteReply> Site::post_save(const nlohmann::json& body, const std::string& user) {
  JUDGE_TRY(const auto loaded, load(text_in(body, "problem")));
  const auto attempt = text_in(body, "file"), base = text_in(body, "base");
  const auto& prefix = loaded->problem.prefix;
  if (!Workspace::is_attempt_name(attempt, prefix))
    return fail("A file of this problem is called {}_NAME, of letters, digits, - and _.", prefix);
  const auto files = files_of(user);
  if (base.empty() && files.attempts(prefix).size() >= k_most_attempts_of_one_problem)
    return fail("You have {} files at this problem already.", k_most_attempts_of_one_problem);
  JUDGE_TRY(const auto saved, files.save(attempt, base, text_in(body, "text")));
  if (saved.conflict) return json_reply(conflict_json(saved.now), 409);
  return json_reply({{"version", saved.now.version}});
}

Result<SiteReply> Site::post_submit(const nlohmann::json& body, const std::string& user) {
  JUDGE_TRY(const auto loaded, load(text_in(body, "problem")));
  const auto kind = text_in(body, "kind");
  if (kind != "judge" && kind != "try") return fail("The kind is judge or try.");
  const auto attempt = text_in(body, "file"), text = text_in(body, "text"), case_name = text_in(body, "case");
  if (kind == "try" && !case_name.empty()) {
    const auto test = std::ranges::find(loaded->cases, case_name, &Case::name);
    if (test == loaded->cases.end()) return fail("{} has no case {}.", loaded->problem.name, case_name);
    std::int64_t elements = 0;
    for (const auto& argument : test->arguments)
      if (const auto* buffer = std::get_if<BufferArgument>(&argument))
        elements += std::min(buffer->elements(), 2 * k_most_elements_of_a_trial);
    if (elements > 4 * k_most_elements_of_a_trial) return fail("Case {} is too large to be shown.", case_name);
  }
  JUDGE_TRY(const auto saved, post_save(body, user));
  if (saved.status != 200) return saved;
  const Order order{.user = user,
                    .problem = loaded->problem.name,
                    .attempt = attempt,
                    .path = files_of(user).path_of(attempt),
                    .kind = kind == "try" ? OrderKind::trial : OrderKind::judge,
                    .case_name = kind == "try" ? case_name : ""};
  JUDGE_TRY(const auto id, m_dispatcher.add(order, text));
  auto reply = nlohmann::json::parse(saved.body);
  reply["id"] = id;
  return json_reply(reply);
}

Result<SiteReply> Site::post_compare(const nlohmann::json& body, const std::string& user) {
  JUDGE_TRY(const auto a, own_order(text_in(body, "a"), user));
  JUDGE_TRY(const auto b, own_order(text_in(body, "b"), user));
  if (a.problem != b.problem || a.kind == OrderKind::compare || b.kind == OrderKind::compare)
    return fail("These two cannot be compared.");
  JUDGE_TRY(const auto old_text, m_store.text(a.hash));
  JUDGE_TRY(const auto new_text, m_store.text(b.hash));
  const Order order{.user = user,
                    .problem = a.problem,
                    .attempt = a.attempt,
                    .path = a.path,
                    .kind = OrderKind::compare,
                    .note = fmt::format("A: number {}, {}.cu; B: number {}, {}.cu", a.id, a.attempt, b.id, b.attempt)};
  JUDGE_TRY(const auto id, m_dispatcher.add(order, old_text, new_text));
  return json_reply({{"id", id}});
}

Result<SiteReply> Site::post_cancel(const nlohmann::json& body, const std::string& user) {
  const auto id = body.value("id", nlohmann::json());
  if (!id.is_number_integer()) return fail("Which one?");
  JUDGE_CHECK(m_dispatcher.cancel(id.get<std::int64_t>(), user));
  return json_reply({{"cancelled", id}});
}

Result<SiteReply> Site::post_diff(const nlohmann::json& body, const std::string& user) {
  JUDGE_TRY(const auto loaded, load(text_in(body, "problem")));
  const auto attempt = text_in(body, "file");
  if (!Workspace::is_attempt_name(attempt, loaded->problem.prefix)) return fail("There is no such file.");
  JUDGE_TRY(const auto file, files_of(user).read(attempt));
  const auto text = text_in(body, "text");
  return SiteReply{.body = diff_view(diff_lines(file.text, text), "the file on the disk", "the editor").markup()};
}

// One browser tab that looks on. What it sees is told whole each time, so that nothing depends on what it has seen before.
class SiteStream : public EventStream {
 public:
  SiteStream(Site& site, std::string user, std::string problem, std::string attempt, std::string prefix)
      : m_site(site),
        m_user(std::move(user)),
        m_problem(std::move(problem)),
        m_attempt(std::move(attempt)),
        m_prefix(std::move(prefix)) {}
  ~SiteStream() override {
    const std::lock_guard lock(m_site.m_mutex);
    if (--m_site.m_streams[m_user] <= 0) m_site.m_streams.erase(m_user);
  }

  std::string next(std::chrono::milliseconds patience) override {
    const auto begin = std::chrono::steady_clock::now();
    if (begin - m_looked < k_least_interval) std::this_thread::sleep_for(k_least_interval);
    const auto seen = m_site.m_dispatcher.wait_for_change(m_version, m_version == 0 ? std::chrono::milliseconds(0) : patience);
    m_version = seen;
    m_looked = std::chrono::steady_clock::now();
    const auto state = told();
    if (state && *state != m_told) {
      m_told = *state;
      m_sent = m_looked;
      return "data: " + m_told + "\n\n";
    }
    if (m_looked - m_sent < k_most_silence) return {};
    m_sent = m_looked;
    return ":\n\n";
  }

 private:
  static constexpr std::chrono::milliseconds k_least_interval{80};
  static constexpr std::chrono::seconds k_most_silence{5};

  Result<std::string> told() const {
    JUDGE_TRY(const auto state, m_site.m_dispatcher.state());
    nlohmann::json told{{"waiting", state.turns.size()}, {"mine", nlohmann::json::array()}, {"running", nullptr}};
    if (const auto& running = state.running; running.id) {
      told["running"] = {{"problem", running.problem}, {"stage", running.stage}, {"done", running.done}, {"of", running.of}};
      if (running.user == m_user) {
        auto& one = told["mine"].emplace_back(told["running"]);
        one["id"] = running.id;
        one["state"] = "running";
        one["failed"] = running.failed;
        one["kind"] = name_of(running.kind);
        one["messages"] = running.messages;
      }
    }
    for (const auto& turn : state.turns) {
      const auto& order = state.waiting.find(turn.id);
      if (order == state.waiting.end() || order->second.user != m_user) continue;
      told["mine"].push_back({{"id", turn.id},
                              {"state", "queued"},
                              {"problem", order->second.problem},
                              {"kind", name_of(order->second.kind)},
                              {"position", turn.position},
                              {"wait", wait_text(turn.wait_seconds)}});
    }
    if (!m_attempt.empty()) {
      const auto files = m_site.files_of(m_user);
      told["version"] = files.version(m_attempt);
      told["attempts"] = files.attempts(m_prefix);
    }
    return json_text(told);
  }

  Site& m_site;
  std::string m_user, m_problem, m_attempt, m_prefix;
  std::uint64_t m_version = 0;
  std::string m_told;
  std::chrono::steady_clock::time_point m_sent, m_looked;
};

std::unique_ptr<EventStream> Site::events(const SiteRequest& request) {
  const auto user = user_of(request.facts, m_options.access);
  if (!user) return nullptr;
  std::string problem, attempt, prefix;
  if (!request.parameter("problem").empty()) {
    const auto loaded = load(request.parameter("problem"));
    if (!loaded) return nullptr;
    problem = (*loaded)->problem.name;
    prefix = (*loaded)->problem.prefix;
    if (const auto file = request.parameter("file"); Workspace::is_attempt_name(file, prefix)) attempt = file;
  }
  {
    const std::lock_guard lock(m_mutex);
    int all = 0;
    for (const auto& [name, count] : m_streams) all += count;
    if (all >= k_most_streams || m_streams[*user] >= k_most_streams_of_one) return nullptr;
    ++m_streams[*user];
  }
  return std::make_unique<SiteStream>(*this, *user, problem, attempt, prefix);
}

}  // namespace judge

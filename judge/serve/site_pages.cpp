#include <algorithm>

#include "judge/catalog/new_problem.hpp"
#include "judge/judging/catalogue.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/measure/ranking.hpp"
#include "judge/serve/site.hpp"
#include "judge/serve/site_replies.hpp"
#include "judge/serve/views.hpp"
#include "judge/util/units.hpp"

namespace judge {

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

Answer<SiteReply> Site::catalogue_page(const SiteRequest& request, const std::string& user) {
  const CatalogueFilter filter{request.parameter("text"), request.parameter("tag"), request.parameter("difficulty"),
                               request.parameter("state")};
  JUDGE_TRY(const auto rows, catalogue(user));
  return SiteReply{
      .body =
          page_text({.title = "Problems", .user = user, .current = "/", .is_signed_in_by_token = m_options.access.with_tokens},
                    catalogue_view(rows, filter, ""))};
}

Answer<SiteReply> Site::problem_page(const SiteRequest& request, const std::string& user, std::string_view name) {
  JUDGE_TRY(const auto loaded, load(name));
  if (loaded->problem.name != name) return redirect_to("/problems/" + loaded->problem.name);
  const auto files = files_of(user);
  JUDGE_TRY(const auto attempt, file_of(request, *loaded, files));
  JUDGE_TRY(auto file, read_attempt(files, attempt));
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

Answer<SiteReply> Site::queue_page(const std::string& user) {
  JUDGE_TRY(const auto state, m_dispatcher.state());
  Html view =
      element("h1", "Queue") +
      element("p", {{"class", "faint"}}, "One attempt at a time, since a time needs the device alone. People take turns.") +
      queue_view(state, user);
  return SiteReply{
      .body = page_text(
          {.title = "Queue", .user = user, .current = "/queue", .is_signed_in_by_token = m_options.access.with_tokens}, view)};
}

Answer<SiteReply> Site::board_page(const std::string& user, std::string_view name) {
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

}  // namespace judge

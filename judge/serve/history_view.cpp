#include "judge/serve/views.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

std::string kind_text(OrderKind kind) {
  return kind == OrderKind::judge ? "submission" : kind == OrderKind::trial ? "run of the example" : "comparison";
}

Html order_row(const Order& order, bool with_problem, bool with_choice) {
  const auto address = fmt::format("/submissions/{}", order.id);
  Html cells;
  if (with_choice) {
    for (const char* side : {"a", "b"})
      cells += element(
          "td", order.kind == OrderKind::compare
                    ? Html()
                    : element("input", {{"type", "radio"},
                                        {"name", side},
                                        {"value", std::to_string(order.id)},
                                        {"aria-label", fmt::format("{}: number {}", *side == 'a' ? "A" : "B", order.id)}}));
  }
  cells += element("th", {{"scope", "row"}}, element("a", {{"href", address}}, std::to_string(order.id)));
  cells += element("td", time_text(order.submitted));
  if (with_problem) cells += element("td", element("a", {{"href", "/problems/" + order.problem}}, order.problem));
  cells += element("td", {{"class", "name"}}, order.attempt);
  cells += element("td", kind_text(order.kind));
  cells += element("td", verdict_view(order));
  cells += element("td", {{"class", "number"}}, order.median_ns ? format_time_ns(*order.median_ns) : "");
  cells += element("td", {{"class", "about-cell"}}, order.verdict == "accepted" ? "" : order.summary);
  return element("tr", cells);
}

}  // namespace

Html history_view(std::span<const Order> orders, const std::string& problem) {
  const bool with_problem = problem.empty();
  if (orders.empty()) return element("p", {{"class", "faint"}}, "Nothing was submitted yet.");
  Html head, rows;
  if (!with_problem)
    for (const char* side : {"A", "B"}) head += element("th", {{"scope", "col"}}, side);
  for (const char* text : {"no.", "time (UTC)"}) head += element("th", {{"scope", "col"}}, text);
  if (with_problem) head += element("th", {{"scope", "col"}}, "problem");
  for (const char* text : {"file", "what", "verdict", "time", "why"}) head += element("th", {{"scope", "col"}}, text);
  for (const auto& order : orders) rows += order_row(order, with_problem, !with_problem);
  Html table = element("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Submissions"}},
                       element("table", {{"class", "full"}}, element("thead", element("tr", head)) + element("tbody", rows)));
  if (with_problem) return table;
  return element(
      "form", {{"method", "get"}, {"action", "/compare"}, {"id", "history"}, {"aria-label", "Submissions to compare"}},
      element("p", {{"class", "row"}},
              element("button", {{"type", "submit"}}, "Compare A with B") +
                  element("span", {{"class", "faint"}}, "Choose an A and a B: their difference line by line, and in time.")) +
          table);
}

Html diff_view(const std::vector<DiffLine>& lines, std::string_view old_name, std::string_view new_name) {
  constexpr std::size_t k_context = 4, k_most_rows = 2000;
  std::vector<bool> near(lines.size(), false);
  int removed = 0, added = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    removed += lines[i].is_removed();
    added += lines[i].is_added();
    if (lines[i].is_removed() || lines[i].is_added())
      for (std::size_t j = i > k_context ? i - k_context : 0; j < lines.size() && j <= i + k_context; ++j) near[j] = true;
  }
  if (removed + added == 0) return element("p", {{"class", "faint"}}, "The two texts are the same.");
  Html rows;
  bool is_gap = false, is_cut = false;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!near[i]) {
      if (!is_gap) rows += element("tr", {{"class", "gap"}}, element("td", {{"colspan", "4"}}, "\u2026"));
      is_gap = true;
      continue;
    }
    is_gap = false;
    if (++shown > k_most_rows) {
      is_cut = true;
      break;
    }
    const auto& line = lines[i];
    const char* kind = line.is_removed() ? "removed" : line.is_added() ? "added" : "";
    const char* sign = line.is_removed() ? "\u2212" : line.is_added() ? "+" : "";
    rows += element(
        "tr", {{"class", kind}},
        element("td", {{"class", "number"}}, line.old_number ? std::to_string(line.old_number) : "") +
            element("td", {{"class", "number"}}, line.new_number ? std::to_string(line.new_number) : "") +
            element("td", {{"class", "sign"}}, *kind ? Html(sign) + element("span", {{"class", "only-read"}}, kind) : Html()) +
            element("td", {{"class", "text"}},
                    Html(line.text) + (line.has_end || !*kind
                                           ? Html()
                                           : element("span", {{"class", "faint"}}, " (no newline at the end of the file)"))));
  }
  auto caption =
      fmt::format("From {} to {}: {} line{} removed, {} added", old_name, new_name, removed, removed == 1 ? "" : "s", added);
  if (is_cut) caption += fmt::format("; the first {} lines are shown", k_most_rows);
  return element("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Differences"}},
                 element("table", {{"class", "diff full"}}, element("caption", caption) + element("tbody", rows)));
}

Html queue_view(const QueueState& state, const std::string& user) {
  Html rows;
  const auto row = [&](const std::string& place, const std::string& who, const std::string& problem, const std::string& attempt,
                       OrderKind kind, const std::string& what, std::int64_t id) {
    const bool is_own = who == user;
    rows +=
        element("tr", element("th", {{"scope", "row"}}, place) + element("td", {{"class", "number"}}, std::to_string(id)) +
                          element("td", {{"class", "name"}}, attempt + ".cu") + element("td", who + (is_own ? " (you)" : "")) +
                          element("td", element("a", {{"href", "/problems/" + problem}}, problem)) +
                          element("td", kind_text(kind)) + element("td", what) +
                          element("td", is_own ? element("button",
                                                         {{"type", "button"},
                                                          {"class", "cancel-order"},
                                                          {"data-id", std::to_string(id)},
                                                          {"aria-label", fmt::format("Cancel number {}", id)}},
                                                         "Cancel")
                                               : Html()));
  };
  const auto& running = state.running;
  if (running.id)
    row("now", running.user, running.problem, running.attempt, running.kind,
        running.of ? fmt::format("{}, {} of {} cases", running.stage, running.done, running.of) : running.stage, running.id);
  for (const auto& turn : state.turns)
    if (const auto found = state.waiting.find(turn.id); found != state.waiting.end())
      row(std::to_string(turn.position), found->second.user, found->second.problem, found->second.attempt, found->second.kind,
          "begins in " + wait_text(turn.wait_seconds), turn.id);
  if (rows.empty()) return element("p", {{"class", "faint"}, {"id", "queue"}}, "Nothing is being judged, and nothing waits.");
  Html head;
  for (const char* text : {"place", "no.", "file", "who", "problem", "what", "state", ""})
    head += element("th", {{"scope", "col"}}, text);
  return element("div", {{"class", "scroll"}, {"id", "queue"}},
                 element("table", {{"class", "full"}}, element("thead", element("tr", head)) + element("tbody", rows)));
}

}  // namespace judge

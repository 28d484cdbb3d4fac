#include <algorithm>

#include "judge/model/record_json.hpp"
#include "judge/report/parts.hpp"
#include "judge/serve/line_diff.hpp"
#include "judge/serve/marks.hpp"
#include "judge/serve/site.hpp"
#include "judge/serve/site_replies.hpp"
#include "judge/serve/views.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

constexpr int k_most_shown = 300;
constexpr std::size_t k_most_points = 60;  // of the chart of one's times: each is read out of its record

}  // namespace

Answer<SiteReply> Site::history_page(const std::string& user, std::string_view name) {
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
    for (const auto& order : orders) {
      if (order.kind != OrderKind::judge || order.state != OrderState::done || !order.median_ns ||
          points.size() >= k_most_points)
        continue;
      JUDGE_TRY(const auto text, m_store.result(order.id));
      const auto result = parse_json(text);
      if (const auto timing = result ? timing_in(*result) : std::nullopt)
        points.push_back({{"time", text_in(*result, "time")},
                          {"median_ns", timing->device.median_ns},
                          {"low_ns", timing->device.low_ns},
                          {"high_ns", timing->device.high_ns},
                          {"judge_version", text_in(*result, "judge_version")},
                          {"driver", ""},
                          {"verdict", order.verdict}});
    }
    std::reverse(points.begin(), points.end());  // oldest first
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

Answer<Order> Site::own_order(std::string_view id, const std::string& user) const {
  const auto number = number_in(id);
  JUDGE_TRY(auto order, number ? m_store.find(*number) : std::optional<Order>());
  if (!order || order->user != user) return fail_with(404, "There is no submission {} of yours.", number.value_or(0));
  return std::move(*order);
}

Answer<SiteReply> Site::submission_page(const std::string& user, std::string_view id, bool is_part) {
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
    if (const auto chart = parts::samples_chart(*timing, "Samples of case " + timing->case_name, order.attempt);
        !chart.is_null()) {
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

Answer<SiteReply> Site::compare_page(const SiteRequest& request, const std::string& user) {
  JUDGE_TRY(const auto a, own_order(request.parameter("a"), user));
  JUDGE_TRY(const auto b, own_order(request.parameter("b"), user));
  if (a.problem != b.problem)
    return fail_with(400, "Numbers {} and {} are of different problems. Choose two of one.", a.id, b.id);
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

}  // namespace judge

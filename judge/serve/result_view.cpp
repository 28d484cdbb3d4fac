#include <algorithm>
#include <cmath>

#include "judge/measure/ranking.hpp"
#include "judge/model/record_json.hpp"
#include "judge/model/trial.hpp"
#include "judge/render/details.hpp"
#include "judge/render/rate_text.hpp"
#include "judge/serve/marks.hpp"
#include "judge/serve/served_comparison.hpp"
#include "judge/serve/views.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/lines.hpp"
#include "judge/util/units.hpp"
#include "judge/web/annotated_source.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_rows = 24, k_most_columns = 16;
constexpr std::int64_t k_most_elements_to_show = 1 << 16;  // of a case that a page offers to show

struct Grid {
  std::string title;
  std::vector<std::string> texts;
};

struct BufferView {
  std::string name;
  bool is_input = false;
  std::vector<std::int64_t> shape;
  std::vector<Grid> grids;
  std::vector<bool> differs;  // of the last grid
  std::size_t size = 0;
  std::size_t columns() const {
    return shape.size() < 2 ? 1 : static_cast<std::size_t>(std::max<std::int64_t>(shape.back(), 1));
  }
  std::size_t focus = 0;  // the row that is of interest
};

/// The row of the first element that differs.
std::optional<std::size_t> wrong_row_of(const BufferView& buffer) {
  const auto first = std::ranges::find(buffer.differs, true);
  if (first == buffer.differs.end()) return std::nullopt;
  return static_cast<std::size_t>(first - buffer.differs.begin()) / buffer.columns();
}

BufferView view_of(const TrialBuffer& values) {
  const bool is_input = values.direction == Direction::in;
  BufferView buffer{.name = values.name, .is_input = is_input, .shape = values.shape, .differs = values.differs};
  const auto add = [&](const char* title, const std::vector<std::string>& texts) {
    if (!texts.empty()) buffer.grids.push_back({title, texts});
  };
  add(is_input ? "input" : "before", values.given);
  add("expected", values.expected);
  add(is_input ? "after the call" : "got", values.got);
  for (const auto& grid : buffer.grids) buffer.size = std::max(buffer.size, grid.texts.size());
  if (buffer.grids.empty() || buffer.grids.back().texts.size() != buffer.differs.size()) buffer.differs.clear();
  return buffer;
}

Html cell_of(const std::string& text, bool differs) {
  if (!differs) return element("td", {{"class", "number"}}, text);
  return element("td", {{"class", "number differs"}}, Html(text) + element("span", {{"class", "only-read"}}, " differs"));
}

/// The rows to show: those around the one of interest.
std::size_t first_row_of(const BufferView& buffer, std::size_t rows) {
  const auto row = buffer.focus;
  return rows <= k_most_rows ? 0 : std::min(row >= k_most_rows ? row - k_most_rows / 2 : 0, rows - k_most_rows);
}

// One extent: a column for each of input, expected and got, beside each other.
Html column_table(const BufferView& buffer) {
  Html head = element("th", {{"scope", "col"}}, "");
  for (const auto& grid : buffer.grids) head += element("th", {{"scope", "col"}, {"class", "number"}}, grid.title);
  const auto first = first_row_of(buffer, buffer.size);
  const auto end = std::min(buffer.size, first + k_most_rows);
  Html rows;
  for (std::size_t i = first; i < end; ++i) {
    Html cells = element("th", {{"scope", "row"}}, fmt::format("[{}]", i));
    for (const auto& grid : buffer.grids) {
      const bool differs = &grid == &buffer.grids.back() && i < buffer.differs.size() && buffer.differs[i];
      cells += cell_of(i < grid.texts.size() ? grid.texts[i] : "", differs);
    }
    rows += element("tr", cells);
  }
  Html caption = element("code", buffer.name);
  if (end - first < buffer.size)
    caption += fmt::format(" [{} to {}] of {}", first, end - 1, format_count(static_cast<std::int64_t>(buffer.size)));
  return element("table", {{"class", "grid"}},
                 element("caption", caption) + element("thead", element("tr", head)) + element("tbody", rows));
}

Html matrix_table(const BufferView& buffer, const Grid& grid, std::size_t columns) {
  const auto rows_in_all = (grid.texts.size() + columns - 1) / columns;
  const auto first = first_row_of(buffer, rows_in_all);
  const auto end = std::min(rows_in_all, first + k_most_rows);
  const auto shown = std::min(columns, k_most_columns);
  const bool is_last = &grid == &buffer.grids.back();
  Html rows;
  for (std::size_t row = first; row < end; ++row) {
    Html cells = element("th", {{"scope", "row"}}, fmt::format("[{}]", row));
    for (std::size_t column = 0; column < shown; ++column) {
      const auto i = row * columns + column;
      if (i >= grid.texts.size()) break;
      cells += cell_of(grid.texts[i], is_last && i < buffer.differs.size() && buffer.differs[i]);
    }
    if (shown < columns) cells += element("td", "\u2026");
    rows += element("tr", cells);
  }
  Html caption = element("code", buffer.name) + Html(" " + grid.title);
  if (end - first < rows_in_all) caption += fmt::format(", rows {} to {} of {}", first, end - 1, rows_in_all);
  return element("table", {{"class", "grid"}}, element("caption", caption) + element("tbody", rows));
}

Html trial_view(const Trial& trial) {
  Html units;
  std::vector<BufferView> buffers;
  for (const auto& values : trial.buffers) buffers.push_back(view_of(values));
  // Inputs of as many rows as what is wrong are shown at the same rows.
  const auto wrong = std::ranges::find_if(buffers, [](const auto& buffer) { return wrong_row_of(buffer).has_value(); });
  for (auto& buffer : buffers) {
    if (const auto own = wrong_row_of(buffer)) buffer.focus = *own;
    else if (wrong != buffers.end() && buffer.size / buffer.columns() == wrong->size / wrong->columns())
      buffer.focus = wrong_row_of(*wrong).value_or(0);
    if (buffer.grids.empty()) continue;
    Html unit;
    if (buffer.shape.size() < 2) unit = column_table(buffer);
    else
      for (const auto& grid : buffer.grids) unit += matrix_table(buffer, grid, buffer.columns());
    const auto count = std::ranges::count(buffer.differs, true);
    if (count > 0)
      unit +=
          element("p", {{"class", "bad-text"}},
                  fmt::format("{} of {} elements of {} {}", format_count(count),
                              format_count(static_cast<std::int64_t>(buffer.size)), buffer.name,
                              buffer.is_input ? "changed: inputs are not to be written to" : "differ from what is expected"));
    units += element("div", {{"class", "unit"}}, unit);
  }
  const auto &name = trial.case_name, &sizes = trial.sizes;
  return element("h3", "Case " + name + (sizes.empty() || sizes == name ? "" : ": " + sizes)) +
         element("div",
                 {{"class", "units scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Input, expected and got"}},
                 units);
}

Html fact(const char* name, const Html& value) { return element("dt", name) + element("dd", value); }

Html times_view(const Record& record) {
  Html facts;
  if (!record.not_timed.empty()) facts += fact("not timed", record.not_timed);
  for (const auto& measurement : record.measurements) {
    const auto& device = measurement.device;
    if (device.count == 0) continue;
    facts += fact("time", element("strong", time_text(device)) +
                              Html(fmt::format(" median of {} calls, 95% interval {}, case {}", device.count,
                                               time_interval_text(device), measurement.case_name)));
    if (measurement.work_bytes > 0) facts += fact("rate", format_bandwidth(measurement.work_bytes, device.median_ns));
    if (measurement.work_flops > 0) facts += fact("arithmetic", format_flop_rate(measurement.work_flops, device.median_ns));
    if (!measurement.note.empty()) facts += fact("note", measurement.note);
  }
  if (!record.cases.empty()) {
    const auto passed = std::ranges::count(record.cases, true, &CaseResult::passed);
    facts += fact("cases", fmt::format("{} of {} passed", passed, record.cases.size()));
  }
  facts += fact("device", record.device.name);
  facts += fact("built by", record.toolchain);
  return element("dl", {{"class", "facts"}}, facts);
}

/// As a terminal has them, without the line that is the page's headline, and without folders before the attempt's name.
std::string details_of(const Record& record) {
  const TextStyle plain;
  const auto text = details_text(record, plain);
  const auto path = record.attempt.path.string(), name = record.attempt.path.filename().string();
  std::string details;
  std::string_view rest = text;
  for (bool is_first = true; !rest.empty(); is_first = false) {
    const auto line = take_line(rest);
    if (is_first && line.starts_with(record.attempt.name + ": ")) continue;
    details += line.starts_with("    ") ? line.substr(4) : line;
    details += '\n';
  }
  for (std::size_t at = 0; !path.empty() && (at = details.find(path, at)) != std::string::npos; at += name.size())
    details.replace(at, path.size(), name);
  return details;
}

Html record_view(const Record& record, const Order& order) {
  const auto details = details_of(record);
  Html view;
  if (!details.empty()) view += element("pre", {{"class", "details"}, {"tabindex", "0"}, {"aria-label", "Details"}}, details);
  const bool is_small = record.mismatch && record.mismatch->total <= k_most_elements_to_show;
  if (order.kind == OrderKind::judge && is_small && !record.verdict.case_name.empty())
    view += element("p", element("button",
                                 {{"type", "button"},
                                  {"class", "try-case"},
                                  {"data-case", record.verdict.case_name},
                                  {"data-seed", std::to_string(record.seed)}},
                                 "Show input, expected and got of this case"));
  if (order.kind == OrderKind::judge) view += times_view(record);
  return view;
}

std::string headline_of(const Order& order) {
  switch (order.state) {
    case OrderState::queued: return "waits in the queue";
    case OrderState::running: return "is being judged";
    case OrderState::cancelled: return "cancelled";
    case OrderState::failed: return "the judge could not judge this";
    case OrderState::done: break;
  }
  if (order.kind == OrderKind::compare) return "compared";
  if (order.kind == OrderKind::trial) return order.verdict == "accepted" ? "right in this case" : order.verdict;
  return order.verdict;
}

Html compared_view(const Order& order, const nlohmann::json& result) {
  Html view = element("p", {{"class", "sentence"}}, order.summary);
  const auto comparison = decode<ServedComparison>(result, "the comparison");
  if (!comparison) return view;
  if (const auto& pair = comparison->pair)
    view += element(
        "p", {{"class", "faint"}},
        fmt::format("A / B = {:.4f}, from {} blocks in which both were called, in random order.", pair->ratio, pair->blocks));
  for (const auto& record : comparison->records)
    view += element("h3", record.attempt.name + ": " + std::string(name_of(record.verdict.kind))) + record_view(record, order) +
            (record.measurements.empty() ? Html() : times_view(record));
  return view;
}

struct Known {
  std::optional<Trial> trial;
  std::optional<Record> record;
};

/// What this judge can read of a result; one that is not there yet, or is a newer judge's, is nothing.
Known trial_and_record(const Order& order, const nlohmann::json& result) {
  Known known;
  if (order.kind != OrderKind::trial) {
    if (auto record = record_from_json(result)) known.record = *std::move(record);
  } else if (auto trial = decode<Trial>(result, "the trial")) {
    known.record = trial->record;
    known.trial = *std::move(trial);
  }
  return known;
}

}  // namespace

Html verdict_view(const Order& order) {
  const std::string kind = order.state == OrderState::done ? order.verdict : "";
  if (kind.empty())
    return element(
        "span", {{"class", "state-" + std::string(name_of(order.state))}},
        order.kind == OrderKind::compare && order.state == OrderState::done ? "compared" : std::string(name_of(order.state)));
  return element("span", {{"class", "verdict verdict-" + kind}}, headline_of(order));
}

Html result_view(const Order& order, const nlohmann::json& result) {
  Html view;
  const bool has_verdict = order.state == OrderState::done && !order.verdict.empty();
  Html head = has_verdict ? element("span", {{"class", "verdict verdict-" + order.verdict}}, headline_of(order))
                          : Html(headline_of(order));
  if (order.median_ns && order.kind == OrderKind::judge)
    head += element("span", {{"class", "headline-time"}}, format_time_ns(*order.median_ns));
  view += element("h2", {{"class", "headline"}}, head);
  if (!order.summary.empty() && order.kind != OrderKind::compare && order.verdict != "accepted")
    view += element("p", {{"class", "summary"}}, order.summary);
  if (order.state == OrderState::failed) view += element("p", {{"class", "note bad"}}, order.error);

  auto marks = nlohmann::json::array();
  if (order.kind == OrderKind::compare) {
    if (result.is_object()) view += compared_view(order, result);
  } else if (const auto [trial, record] = trial_and_record(order, result); record) {
    if (trial) view += trial_view(*trial);
    view += record_view(*record, order);
    for (const auto& mark : marks_of(*record))
      marks.push_back({{"line", mark.line}, {"error", mark.is_error}, {"text", mark.text}});
  }
  if (order.kind != OrderKind::compare && !order.is_open())
    view += element("p", {{"class", "faint permalink"}},
                    element("a", {{"href", fmt::format("/submissions/{}", order.id)}},
                            fmt::format("{} {}", order.kind == OrderKind::trial ? "Run" : "Submission", order.id)) +
                        Html(fmt::format(" of {}.cu", order.attempt)));
  return element("div",
                 {{"class", "result-body"},
                  {"data-id", std::to_string(order.id)},
                  {"data-state", std::string(name_of(order.state))},
                  {"data-verdict", order.verdict},
                  {"data-hash", order.hash},
                  {"data-marks", json_text(marks)}},
                 view);
}

Html source_view(std::string_view source, const std::vector<LineMark>& marks) {
  std::multimap<int, std::string> notes;
  for (const auto& mark : marks) notes.emplace(mark.line, mark.text);
  return annotated_source(source, notes);
}

std::string sentence_on(const std::optional<Summary>& a, const std::optional<Summary>& b, Bracket bracket) {
  if (!a || !b) return "There is no time of both, so there is nothing to say of their speed.";
  const Summary times[] = {*a, *b};
  // The host's clock is mostly that of the emulated runtime, for which more is allowed.
  const auto allowance = between_runs(bracket, bracket == Bracket::host_clock ? RuntimeKind::emulated : RuntimeKind::cuda);
  const auto ranked = rank_unpaired(times, allowance);
  const auto both = fmt::format("A took {}, B took {}", time_text(*a), time_text(*b));
  if (ranked[0].tied)
    return both +
           ". Two runs at different times differ by as much as that by themselves: this shows no difference. Timing them side "
           "by side may.";
  const bool a_is_faster = ranked[0].entry == 0;
  const double ratio = a_is_faster ? b->median_ns / a->median_ns : a->median_ns / b->median_ns;
  return fmt::format(
      "{}. {} is faster by a factor of about {}, beyond what two runs at different times differ by. Timing them side by side "
      "says by how much.",
      both, a_is_faster ? "A" : "B", format_significant(ratio));
}

}  // namespace judge

#include "judge/render/rate_text.hpp"
#include "judge/report/html_table.hpp"
#include "judge/report/parts.hpp"
#include "judge/serve/views.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_in_chart = 40;

HtmlRow cells_of(const RunRow& row, double fastest_ns) {
  const Summary& time = row.record->measurements.front().device;
  return {fmt::format("{}{}", *row.rank, row.tied ? "=" : ""),
          row.record->attempt.shown(),
          time_text(time),
          time_interval_text(time),
          fmt::format("{:.2f}", time.median_ns / fastest_ns),
          row.record->time.substr(0, 10)};
}

}  // namespace

Html board_view(std::span<const RunRow> rows, const std::string& device, std::span<const std::string> notes) {
  const auto untimed = std::ranges::find_if(rows, [](const RunRow& row) { return !row.rank; });
  rows = rows.first(static_cast<std::size_t>(untimed - rows.begin()));
  if (rows.empty())
    return element("p", {{"class", "faint"}}, "No attempt was accepted here yet. The first one is yours to make.") +
           notes_view(notes);
  const auto chart = parts::board_chart(rows.first(std::min(rows.size(), k_most_in_chart)), "Times on " + device);
  const double fastest_ns = rows.front().record->measurements.front().device.median_ns;
  std::vector<HtmlRow> cells;
  for (const auto& row : rows) cells.push_back(cells_of(row, fastest_ns));
  using enum HtmlColumn::Kind;
  return element("figure", {{"data-chart", "/board"}, {"class", "chart"}}) + json_element("judge-data", {{"board", chart}}) +
         html_table("The best time of each text counts. A rank with = is shared: no difference you could measure.",
                    {{"rank", number},
                     {"attempt", name},
                     {"time", number},
                     {"95% interval", number},
                     {"of the fastest", number},
                     {"judged"}},
                    cells) +
         notes_view(notes);
}

}  // namespace judge

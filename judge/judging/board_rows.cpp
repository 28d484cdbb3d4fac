#include "judge/judging/board_rows.hpp"

#include <algorithm>

#include "judge/measure/least_time.hpp"
#include "judge/measure/ranking.hpp"

namespace judge {

static Summary ranked_time(const Record& record) {
  return record.measurements.empty() ? Summary{} : record.measurements.front().device;
}

std::optional<double> peak_share_of(const Record& record, const std::optional<PeakRates>& peaks) {
  if (!peaks || record.measurements.empty()) return std::nullopt;
  return percent_of_peak(record.measurements.front(), *peaks);
}

std::vector<RunRow> board_rows(std::span<const Record> records, std::span<const double> all_medians_ns,
                               const std::optional<PeakRates>& peaks) {
  std::vector<Summary> times;
  std::vector<BetweenRuns> allowances;
  for (const auto& record : records) {
    times.push_back(ranked_time(record));
    allowances.push_back(between_runs(record.measurements.empty() ? Bracket::none : record.measurements.front().bracket));
  }
  const auto places = rank_unpaired(times, allowances);
  std::vector<RunRow> rows;
  for (const auto& place : places) {
    RunRow row{.record = &records[place.entry]};
    const auto& time = times[place.entry];
    if (time.count > 0 && time.median_ns > 0) {
      row.rank = place.place;
      row.best_place = place.best;
      row.worst_place = place.worst;
      row.tied = std::ranges::count(places, place.place, &BoardPlace::place) > 1;
      row.percentile = percentile(time.median_ns, all_medians_ns);
      row.percent_of_peak = peak_share_of(*row.record, peaks);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace judge

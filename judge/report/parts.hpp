#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>

#include "judge/model/rows.hpp"
#include "judge/report/gather.hpp"

/// The charts of one problem, as charts.js takes them: {"kind": "board", "title": ..., ...}. null where there is nothing to draw.
namespace judge::parts {

/// Of the rows that have a rank; one entry each, in their order.
nlohmann::json board_chart(std::span<const RunRow> rows, const std::string& title);
/// board_chart() of all that is on the problem's board.
nlohmann::json board(const ReportProblem& problem, const std::optional<PeakRates>& peaks);

/// The bins of a measurement's samples, up to the 98th percentile; what is above is counted. Null where there are fewer than two.
nlohmann::json samples_chart(const Measurement& timing, const std::string& title, const std::string& name);

/// The rungs that the sources say: of the run with the most of them, at least two, else the last record of each.
nlohmann::json ladder(const ReportProblem& problem, const std::optional<PeakRates>& peaks);

/// Time, and bytes or operations a second, of the last study of each parameter. A list.
nlohmann::json scales(const ReportProblem& problem, const std::optional<PeakRates>& peaks);

/// The last sweep of each attempt and set of macros. A list.
nlohmann::json sweeps(const ReportProblem& problem);

/// The fastest attempts by operations a byte and operations a second, below the device's peaks.
nlohmann::json roofline(const ReportProblem& problem, const std::optional<PeakRates>& peaks);

/// Of the attempts that were timed more than once on the ranked case, at most four, those judged last first. A list.
nlohmann::json histories(const ReportProblem& problem);

/// Of the fastest four attempts with the times of their operations. A list.
nlohmann::json timelines(const ReportProblem& problem);

/// The distribution of samples of the fastest four attempts. A list.
nlohmann::json samples(const ReportProblem& problem);

/// Every attempt by its last record: on the board first, in its order. A list.
nlohmann::json attempts(const ReportProblem& problem);

}  // namespace judge::parts

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/ledger/ledger.hpp"
#include "judge/model/record.hpp"
#include "judge/passes/common_options.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// The text that an attempt's record is about, or why it is not at hand.
struct ReportSource {
  std::optional<std::string> text;
  std::string note;  ///< empty if it is
};

/// What there is to say about one problem on one device: all of one version of its files.
struct ReportProblem {
  std::string name, title, hash;
  bool is_of_old_files = false;                 ///< the problem's files are others by now, or not here
  std::vector<Record> board;                    ///< as Ledger::board()
  std::vector<double> medians_ns;               ///< as Ledger::all_medians()
  std::vector<Record> history;                  ///< every record, oldest first
  std::vector<Study> studies;                   ///< oldest first
  std::map<std::string, ReportSource> sources;  ///< by the content hash of the attempt
};

/// Everything that a report is made of.
struct ReportData {
  std::string time;  ///< when it is made: UTC, "2026-01-31T12:00:00Z"
  std::string judge_version;
  Device device;
  std::optional<PeakRates> peaks;
  std::vector<ReportProblem> problems;  ///< by name
  std::vector<std::string> notes;       ///< what is not in it and why, a line each
};

/// What a report is to be about.
struct ReportWish {
  std::vector<std::string> problems;  ///< names; empty = all that the ledger has on the device
  std::string device_id;              ///< empty = the device that was judged on last
};

/// Reads ledger, problems and sources; touches no device. Errors: nothing was judged, a problem that is neither in the ledger nor
/// under problems/, a ledger that cannot be read.
Result<ReportData> gather_report(const CommonOptions& common, const ReportWish& wish);

}  // namespace judge

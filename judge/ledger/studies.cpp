// What the ledger keeps beside its records: what studies found, and what devices can do.

#include "judge/ledger/ledger.hpp"
#include "judge/ledger/stored.hpp"

namespace judge {

Result<std::optional<PeakRates>> Ledger::peak_rates(std::string_view device_id) const {
  std::optional<PeakRates> peaks;
  JUDGE_CHECK(
      m_database->run("SELECT bytes_per_s, flops_per_s, fp16_flops_per_s, int8_flops_per_s, time FROM ceilings "
                      "WHERE device_id = $1 AND fp16_flops_per_s IS NOT NULL "
                      "ORDER BY time DESC, id DESC LIMIT 1",
                      {device_id}, [&](const Row& row) {
                        peaks = PeakRates{.bytes_per_s = row.real(0),
                                          .flops_per_s = {row.real(1), row.real(2), row.real(3)},
                                          .time = std::string(row.text(4))};
                      }));
  return peaks;
}

Result<void> Ledger::put_peak_rates(std::string_view device_id, const PeakRates& peaks) {
  const auto& [fp32, fp16, int8] = peaks.flops_per_s;
  return add_peak_rates(*m_database, {device_id, std::string_view(peaks.time), peaks.bytes_per_s, fp32, fp16, int8});
}

Result<void> Ledger::put_study(const Study& study) {
  return add_study(*m_database, {study.kind, study.time, study.problem, study.problem_hash, study.device_id, study.document});
}

// Of kind, time, problem, problem_hash, device_id, document.
static Study study_of(const Row& row) {
  return {.kind = std::string(row.text(0)),
          .time = std::string(row.text(1)),
          .problem = std::string(row.text(2)),
          .problem_hash = std::string(row.text(3)),
          .device_id = std::string(row.text(4)),
          .document = std::string(row.text(5))};
}

Result<std::vector<Study>> Ledger::studies(std::string_view problem, std::string_view device_id) const {
  std::vector<Study> found;
  JUDGE_CHECK(
      m_database->run("SELECT kind, time, problem, problem_hash, device_id, document FROM studies "
                      "WHERE problem = $1 AND device_id = $2 ORDER BY id",
                      {problem, device_id}, [&](const Row& row) { found.push_back(study_of(row)); }));
  return found;
}

Result<std::set<std::string>> Ledger::studied_problems(std::string_view device_id) const {
  std::set<std::string> problems;
  JUDGE_CHECK(m_database->run("SELECT DISTINCT problem FROM studies WHERE device_id = $1", {device_id},
                              [&](const Row& row) { problems.emplace(row.text(0)); }));
  return problems;
}

Result<std::optional<Study>> Ledger::latest_study() const {
  std::optional<Study> latest;
  JUDGE_CHECK(
      m_database->run("SELECT kind, time, problem, problem_hash, device_id, document FROM studies ORDER BY id DESC LIMIT 1", {},
                      [&](const Row& row) { latest = study_of(row); }));
  return latest;
}

}  // namespace judge

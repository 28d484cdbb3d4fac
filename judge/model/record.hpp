#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/model/attempt.hpp"
#include "judge/model/measurement.hpp"
#include "judge/model/outcome.hpp"
#include "judge/model/verdict.hpp"

namespace judge {

// Every description here is of a kept format (model/record_json.hpp): what is added to one is a Form::optional field.

/// The device of a run. Boards compare only runs of one `id`.
struct Device {
  RuntimeKind runtime = RuntimeKind::emulated;
  std::string id;    ///< GPU: its UUID; emulated: "emulated:" and the host CPU's model
  std::string name;  ///< "NVIDIA H200", "emulated on AMD EPYC (2 threads)"
  int compute_major = 0, compute_minor = 0;
  int multiprocessors = 0;
  int runtime_version = 0;  ///< as cudaRuntimeGetVersion says
  int driver_version = 0;

  static constexpr auto fields() {
    return field_list(field("runtime", &Device::runtime), field("id", &Device::id), field("name", &Device::name),
                      field("compute_major", &Device::compute_major), field("compute_minor", &Device::compute_minor),
                      field("multiprocessors", &Device::multiprocessors), field("runtime_version", &Device::runtime_version),
                      field("driver_version", &Device::driver_version));
  }
};

/// The runtime of a device, from its id.
inline RuntimeKind runtime_of(std::string_view device_id) {
  return device_id.starts_with("emulated") ? RuntimeKind::emulated : RuntimeKind::cuda;
}

/// The result of one case.
struct CaseResult {
  std::string name;
  std::string sizes;  ///< "N=25000000", "rows=7000 cols=6000"
  std::uint64_t seed = 0;
  bool passed = false;
  bool is_extra = false;
  double wall_ns = 0;  ///< of the first call, which is not timed
  /// Of that call: its wall time or what it took of all processors, whichever is less. On a busy machine only the first grows. Not in records.
  double effort_ns = 0;

  static constexpr auto fields() {
    return field_list(field("name", &CaseResult::name), field("sizes", &CaseResult::sizes),
                      field<Form::text>("seed", &CaseResult::seed), field("passed", &CaseResult::passed),
                      field<Form::optional>("extra", &CaseResult::is_extra), field("wall_ns", &CaseResult::wall_ns),
                      judge::left_out(&CaseResult::effort_ns));
  }
};

/// What the checker watched; its findings are in the record.
struct CheckSummary {
  std::string tool;                  ///< "emulated", "compute-sanitizer 2025.3.1"
  int cases = 0;                     ///< that were called
  std::uint64_t blocks = 0;          ///< that were launched in them; 0 = not known
  std::uint64_t watched_blocks = 0;  ///< of those, the ones in which races were looked for
  std::string note;                  ///< why it is not complete; empty = complete

  static constexpr auto fields() {
    return field_list(field("tool", &CheckSummary::tool), field("cases", &CheckSummary::cases),
                      field("blocks", &CheckSummary::blocks), field("watched_blocks", &CheckSummary::watched_blocks),
                      field("note", &CheckSummary::note));
  }
};

/// The time of each stage, from the command to the verdict, in order.
struct StageTime {
  std::string stage;  ///< "build", "player", "inputs", "cases", "timing", ...
  double seconds = 0;

  static constexpr auto fields() {
    return field_list(field("stage", &StageTime::stage), field("seconds", &StageTime::seconds));
  }
};

/// One row of the ledger: all data of one attempt in one run.
struct Record {
  static constexpr const char* schema = "judge.record/1";
  std::int64_t id = 0;  ///< in the ledger; 0 = not kept yet
  std::string run_id;   ///< the same for all attempts that were judged together, and timed side by side
  std::string time;     ///< UTC, "2026-01-31T12:00:00Z"
  std::string judge_version;
  std::string problem;
  std::string problem_hash;  ///< results are compared only within one hash
  Attempt attempt;
  Device device;
  std::string toolchain;
  std::uint64_t seed = 0;  ///< of the run: `--seed` repeats all draws
  Verdict verdict;
  std::optional<Mismatch> mismatch;
  std::optional<Fault> fault;
  std::vector<Finding> findings;
  std::optional<CheckSummary> check;  ///< none = the checker did not run
  std::vector<CaseResult> cases;
  std::vector<Measurement> measurements;  ///< one per timed case; the first is ranked
  std::string not_timed;                  ///< why there are none, though times were wanted and it is accepted
  std::vector<StageTime> stages;

  static constexpr auto fields() {
    using enum Form;
    return field_list(field<optional>("id", &Record::id), field("run_id", &Record::run_id), field("time", &Record::time),
                      field("judge_version", &Record::judge_version), field("problem", &Record::problem),
                      field("problem_hash", &Record::problem_hash), field("attempt", &Record::attempt),
                      field("device", &Record::device), field("toolchain", &Record::toolchain),
                      field<text>("seed", &Record::seed), judge::merged(&Record::verdict),
                      field<optional>("mismatch", &Record::mismatch), field<optional>("fault", &Record::fault),
                      field("findings", &Record::findings), field<optional>("check", &Record::check),
                      field("cases", &Record::cases), field("measurements", &Record::measurements),
                      field<optional>("not_timed", &Record::not_timed), field("stages", &Record::stages));
  }
};

}  // namespace judge

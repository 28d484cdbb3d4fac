#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/attempt.hpp"
#include "judge/model/measurement.hpp"
#include "judge/model/outcome.hpp"
#include "judge/model/verdict.hpp"

namespace judge {

/// The device a run happened on. Boards compare only runs of one `id`.
struct Device {
  RuntimeKind runtime = RuntimeKind::emulated;
  std::string id;            ///< GPU: its UUID; emulated: "emulated:" and the host CPU's model
  std::string name;          ///< "NVIDIA H200", "emulated on AMD EPYC (2 threads)"
  int compute_major = 0, compute_minor = 0;
  int multiprocessors = 0;
  int runtime_version = 0;   ///< as cudaRuntimeGetVersion says
  int driver_version = 0;
};

/// How one case went.
struct CaseResult {
  std::string name;
  std::string sizes;               ///< "N=25000000", "rows=7000 cols=6000"
  std::uint64_t seed = 0;
  bool passed = false;
  bool is_extra = false;
  double wall_ns = 0;              ///< of the first, checked call
};

/// What a checker looked at; its findings are the record's.
struct CheckSummary {
  std::string tool;                ///< "emulated", "compute-sanitizer 2025.3.1"
  int cases = 0;                   ///< that were called
  std::uint64_t blocks = 0;        ///< that were launched in them; 0 = not known
  std::uint64_t watched_blocks = 0;   ///< of those, where races were looked for
  std::string note;                ///< why it is not complete; empty = it is
};

/// Where the time from Enter to the verdict went, in order.
struct StageTime {
  std::string stage;               ///< "build", "player", "inputs", "cases", "timing", ...
  double seconds = 0;
};

/// One row of the ledger, and all that a renderer sees of one attempt in one run.
struct Record {
  std::int64_t id = 0;             ///< in the ledger; 0 = not kept yet
  std::string run_id;              ///< the same for all attempts judged in one command
  std::string time;                ///< UTC, "2026-01-31T12:00:00Z"
  std::string judge_version;
  std::string problem;
  std::string problem_hash;        ///< results of another content of the problem are not compared with
  Attempt attempt;
  Device device;
  std::string toolchain;
  std::uint64_t seed = 0;          ///< of the run: `--seed` repeats every draw
  Verdict verdict;
  std::optional<Mismatch> mismatch;
  std::optional<Fault> fault;
  std::vector<Finding> findings;
  std::optional<CheckSummary> check;       ///< none = no checker ran
  std::vector<CaseResult> cases;
  std::vector<Measurement> measurements;   ///< one for each timed case; the first is ranked
  std::vector<StageTime> stages;
};

}  // namespace judge

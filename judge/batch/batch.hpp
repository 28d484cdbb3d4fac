#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/batch/job_source.hpp"
#include "judge/batch/results.hpp"
#include "judge/model/record.hpp"
#include "judge/passes/common_options.hpp"
#include "judge/worker/messages.hpp"

namespace judge {

/// What is judged, by how many, and where the results go.
struct BatchOptions {
  std::string jobs;               ///< a file of JSON lines, a folder of attempts, or "-"
  std::filesystem::path results;  ///< where lines are added; empty = standard output
  int workers = 0;                ///< 0 = as many as the machine has room for
  std::vector<std::string> gpus;  ///< for CUDA_VISIBLE_DEVICES of the workers; empty = what is visible
  WorkerJob defaults;             ///< for what the lines do not say: check, timing, extra, case_name, seed
  bool in_ledger = true;
  bool with_records = false;  ///< each line has the whole record
};

/// How far a batch is.
struct BatchCounts {
  std::uint64_t judged = 0;                       ///< by a worker, in this run
  std::uint64_t same = 0;                         ///< had the content of one that was judged
  std::uint64_t before = 0;                       ///< an earlier run's results have them
  std::uint64_t errors = 0;                       ///< could not be judged
  std::map<VerdictKind, std::uint64_t> verdicts;  ///< of judged, same
  double timing_seconds = 0;                      ///< in which a device timed

  std::uint64_t done() const { return judged + same + before + errors; }
};

/// What a batch tells while it runs.
struct BatchObserver {
  /// A warning or a note, without its end of line; each once.
  std::function<void(std::string_view line)> message;
  /// After each job, and at least every second; `total`: none = not known.
  std::function<void(const BatchCounts& counts, std::optional<std::uint64_t> total)> progress;
  /// Of each job, those that were judged before as well; where nobody listens these are not read again.
  std::function<void(const BatchResult& result)> result = {};
  /// Of each job that gets the result of another one with its content, now.
  std::function<void(const BatchResult& result)> same = {};
};

/// Judges all jobs by several workers and adds a line to the results for each as soon as it is done. Attempts with the same content and
/// rules are judged once. What the results have already, judged on this device, is not judged again, so a batch that was
/// stopped goes on where it was. Memory: some 200 bytes a job, and 1,000 sources. Errors: the jobs or the results cannot be read or written, no worker
/// can be started, the ledger fails; interrupted.
Result<BatchCounts> run_batch(const CommonOptions& common, const BatchOptions& options, const BatchObserver& observer);

/// The same of jobs that somebody else has, into results that somebody else keeps, nothing goes into the ledger. Their sources stand
/// alone: it does not matter where they lie. Of `options` the workers count, their GPUs, `defaults` and `with_records`.
Result<BatchCounts> run_batch(const CommonOptions& common, const BatchOptions& options, const BatchObserver& observer,
                              JobSource& source, BatchResults& results);

}  // namespace judge

#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include "judge/cluster/node_health.hpp"
#include "judge/cluster/shared_results.hpp"
#include "judge/model/record_json.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace fs = std::filesystem;

inline NodeReading healthy() {
  return {.device_id = "GPU-1", .device_name = "H200", .rates = {4.0e12, 60.0e12}, .clock_limits = 0x5};
}

inline NodeNote note(const std::string& node, const std::string& time, double bytes_per_s,
                     std::vector<std::string> reasons = {}) {
  NodeNote note{.node = node, .time = time, .reading = healthy(), .reasons = std::move(reasons)};
  note.reading.rates.bytes_per_s = bytes_per_s;
  return note;
}

/// A batch of five jobs, in a folder that machines share.
class SharedFolder : public testing::Test {
 protected:
  SharedFolder() {
    std::string lines;
    for (const char* line : {R"({"id": "1", "problem": "vector-addition", "source": "a"})",
                             R"({"id": "2", "problem": "reduction", "source": "b"})",
                             R"({"id": "3", "problem": "vector-addition", "source": "c"})",
                             R"({"id": "4", "problem": "vector-addition", "source": "a"})",
                             R"({"id": "5", "problem": "no-such-problem", "source": "a"})"})
      lines += std::string(line) + "\n";
    EXPECT_TRUE(write_file(m_folder.path() / "jobs.jsonl", lines));
  }

  Result<FrozenBatch> make(const WorkerJob& defaults = {}) {
    return FrozenBatch::make({.root = JUDGE_SOURCE_DIR}, m_folder.path() / "jobs.jsonl", defaults, m_batch);
  }
  FrozenBatch batch() {
    auto made = make();
    EXPECT_TRUE(made) << made.error().message;
    return *std::move(made);
  }

  /// As a worker's.
  static BatchResult judged(const FrozenJob& job, bool timed = false) {
    Record record{.run_id = "run",
                  .time = "2026-01-31T12:00:00Z",
                  .problem = fs::path(job.rules.problem).filename(),
                  .problem_hash = job.problem_hash,
                  .attempt = {.name = job.attempt, .content_hash = job.source_hash}};
    record.device.id = record.device.name = "H200";
    record.verdict.kind = VerdictKind::accepted;
    if (timed) record.measurements.push_back({.case_name = "large"});
    BatchResult result = result_of(record, job.key, job.key);
    result.record = to_json(record);
    return result;
  }

  ~SharedFolder() override { ::umask(m_umask); }

  const mode_t m_umask = ::umask(022);  // what others may write is refused
  TemporaryDirectory m_folder = TemporaryDirectory::create("cluster-test").value();
  fs::path m_batch = m_folder.path() / "batch";
};

}  // namespace judge

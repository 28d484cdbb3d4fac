#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "judge/model/record.hpp"
#include "judge/util/files.hpp"

namespace judge {

/// A record of one accepted attempt at vector addition, timed at `median_ns`.
inline Record sample_record(const std::string& name, double median_ns) {
  Record record;
  record.run_id = "run-1";
  record.time = "2026-01-31T12:00:00Z";
  record.problem = "vector-addition";
  record.attempt = {.name = name, .path = "solutions/" + name + ".cu", .content_hash = "hash-of-" + name};
  record.device = {.runtime = RuntimeKind::cuda, .id = "GPU-1", .name = "NVIDIA H200"};
  record.toolchain = "nvcc 13.0.88 sm_90a";
  record.seed = 42;
  record.verdict = {.kind = VerdictKind::accepted, .summary = "accepted"};
  record.cases = {{.name = "one", .sizes = "N=1", .passed = true}, {.name = "large", .sizes = "N=25000000", .passed = true}};
  Measurement timing{.case_name = "large", .bracket = Bracket::blocked};
  timing.device = {.median_ns = median_ns,
                   .low_ns = median_ns * 0.999,
                   .high_ns = median_ns * 1.001,
                   .p10_ns = median_ns * 0.995,
                   .p90_ns = median_ns * 1.005,
                   .count = 100};
  timing.wall = {.median_ns = median_ns + 8000, .count = 100};
  timing.work_bytes = 300e6;
  record.measurements = {timing};
  return record;
}

/// A record of an attempt that failed its second case.
inline Record rejected_record(const std::string& name, Verdict verdict) {
  auto record = sample_record(name, 0);
  record.measurements.clear();
  record.cases.back().passed = false;
  record.verdict = std::move(verdict);
  return record;
}

/// Compares with judge/tests/data/render/`name`, or writes that file where JUDGE_UPDATE_GOLDEN is set.
inline void expect_golden(const std::string& name, const std::string& text) {
  const auto path = std::string(JUDGE_TEST_DATA "/render/") + name;
  if (std::getenv("JUDGE_UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(write_file(path, text).has_value()) << path;
    return;
  }
  const auto golden = read_file(path);
  ASSERT_TRUE(golden.has_value()) << golden.error().message << "\nJUDGE_UPDATE_GOLDEN=1 writes it";
  EXPECT_EQ(text, *golden) << path << " differs; JUDGE_UPDATE_GOLDEN=1 rewrites it";
}

}  // namespace judge

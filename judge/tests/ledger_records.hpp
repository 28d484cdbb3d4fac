#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "judge/ledger/ledger.hpp"
#include "judge/model/record.hpp"
#include "judge/util/files.hpp"
#include "judge/util/result.hpp"

namespace judge {

inline TemporaryDirectory scratch_folder() { return *TemporaryDirectory::create("ledger-test"); }

/// Where a ledger can be made and none is: a file below the folder, or a schema on the tests' server. Each program of tests has its own.
std::filesystem::path fresh_place(const TemporaryDirectory& folder);

/// "ok", where the database finds nothing wrong with what it has stored.
std::string integrity_of(const std::filesystem::path& place);

inline Record accepted(std::string name, double median_ns) {
  Record record;
  record.run_id = "run-1";
  record.time = "2026-01-31T12:00:00Z";
  record.problem = "vector-addition";
  record.problem_hash = "p1";
  record.attempt = {name, "solutions/" + name + ".cu", "hash of " + name};
  record.device.id = "GPU-1";
  record.device.runtime = RuntimeKind::cuda;
  record.verdict.kind = VerdictKind::accepted;
  Measurement& measurement = record.measurements.emplace_back();
  measurement.bracket = Bracket::blocked;
  measurement.device = {median_ns, median_ns - 1, median_ns + 1, median_ns - 2, median_ns + 2, 3};
  measurement.samples = {{median_ns - 1}, {median_ns}, {median_ns + 1}};
  return record;
}

inline Record rejected(std::string name, VerdictKind kind) {
  Record record = accepted(std::move(name), 1);
  record.verdict = {kind, "large", "wrong", ""};
  record.measurements.clear();
  return record;
}

inline std::vector<std::string> names(const Result<std::vector<Record>>& records) {
  if (!records) return {"error: " + records.error().message};
  std::vector<std::string> list;
  for (const Record& record : *records) list.push_back(record.attempt.name);
  return list;
}

/// A child process that runs `body` and ends with its value as the exit status.
inline pid_t spawn(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  return child;
}

inline int exit_status(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

inline int append_many(const std::filesystem::path& place, const std::string& name, int count) {
  auto ledger = Ledger::open(place);
  if (!ledger) return 1;
  for (int i = 0; i < count; ++i)
    if (!ledger->append(accepted(name, 100 + i))) return 2;
  return 0;
}

}  // namespace judge

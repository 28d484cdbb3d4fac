#pragma once

#include <string>
#include <string_view>

/// The statements whose speed depends on an index, which a test has SQLite explain.
namespace judge::statements {

enum class OfProblem { any_version, one_version };

/// Columns content_hash, id, verdict, device_median_ns. $1: the problem, $2: the device, $3: the hash of one version's files.
inline std::string tallies(OfProblem which) {
  std::string sql = "SELECT content_hash, id, verdict, device_median_ns FROM records WHERE problem = $1 AND device_id = $2";
  if (which == OfProblem::one_version) sql += " AND problem_hash = $3";
  return sql + " ORDER BY content_hash";
}

/// $1: the problem.
inline constexpr std::string_view names = "SELECT id, attempt FROM records WHERE problem = $1";

/// $1: the device.
inline constexpr std::string_view judged_problems = "SELECT DISTINCT problem FROM records WHERE device_id = $1";

}  // namespace judge::statements

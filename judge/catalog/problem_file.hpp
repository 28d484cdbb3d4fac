#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/catalog/expression.hpp"
#include "judge/catalog/fill_spec.hpp"
#include "judge/catalog/json_tree.hpp"
#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// How an output is compared, its formulas not yet evaluated.
struct CheckerSpec {
  CheckerKind kind = CheckerKind::tolerance;
  std::optional<Expression> absolute, relative, ulps;  ///< one left out is 0
};

/// problem.json's word about one buffer.
struct BufferSpec {
  std::vector<Expression> shape;
  std::optional<Direction> direction;
  MemoryPlace memory = MemoryPlace::device;
  std::optional<Arrival> arrival;
  std::optional<FillSpec> fill;
  std::optional<CheckerSpec> checker;
  SourceLocation location;
};

/// The parts of problem.json for lists and searches. Verdicts do not depend on them.
struct ProblemHead {
  std::string title, difficulty, prefix;
  std::vector<std::string> tags;
  int number = 0;  ///< LeetGPU's; 0 = none
};

/// problem.json, read, its formulas not yet evaluated.
struct ProblemFile {
  std::string file_name;
  ProblemHead head;
  std::map<std::string, BufferSpec> buffers;
  std::map<std::string, Expression> scalars;               ///< values of scalars that a case need not give
  std::optional<CheckerSpec> checker;                      ///< of all outputs that have none of their own
  std::map<std::string, std::string> trivially_right;      ///< trivial answers that are right: name, reason
  std::map<std::string, std::string> same_for_every_seed;  ///< inputs that are tables: buffer, reason
  std::optional<Expression> work_bytes, work_flops;
  Arithmetic arithmetic = Arithmetic::fp32;
  std::string work_less_than_buffers;  ///< why; empty = it is not
  std::optional<std::chrono::milliseconds> time_limit, reference_time_limit;
  std::size_t device_memory_limit_bytes = 0, host_memory_limit_bytes = 0;
};

/// Reads problem.json and checks it against the signature: every pointer has its buffer, names exist, directions agree.
Result<ProblemFile> parse_problem_file(std::string_view text, std::string_view file_name, const Signature& signature);

/// The head alone, for a list of many problems: the rest of the file is not checked.
Result<ProblemHead> parse_problem_head(std::string_view text, std::string_view file_name);
/// The file without its head, its keys in a fixed order: what verdicts depend on. `text` is JSON.
std::string without_head(std::string_view text);

/// May attempts' names begin with it? Letters and digits.
bool is_prefix(std::string_view text);
/// Complains about a member that is none of `known`, at its place.
Result<void> check_keys(const JsonNode& object, std::string_view what, const std::vector<std::string>& known);
/// A whole number of milliseconds, from 1 to a day.
Result<std::chrono::milliseconds> parse_time_limit(const JsonNode& node);
/// {"N": 3, "M": "N + 1"}: values for scalar parameters of the signature, checked for their names only.
Result<std::map<std::string, Expression>> parse_scalars(const JsonNode& node, const Signature& signature);
/// The names of the signature's pointers or of its scalars.
std::vector<std::string> buffer_names(const Signature& signature);
std::vector<std::string> scalar_names(const Signature& signature);
/// Complains about the first name in the formula that is no scalar.
Result<void> check_names(const Expression& expression, const Signature& signature);

}  // namespace judge

#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/catalog/expression.hpp"
#include "judge/catalog/fill_spec.hpp"
#include "judge/model/attempt.hpp"
#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// One case of tests.json, its formulas not yet evaluated. A sweep has become one of these for each of its points.
struct CaseSpec {
  std::string name;
  Purpose purpose = Purpose::untimed;
  std::map<std::string, Expression> scalars;
  std::map<std::string, Expression> emulated;  ///< replace some of `scalars` on the emulated runtime
  std::map<std::string, FillSpec> fills;       ///< replace problem.json's
  std::optional<std::chrono::milliseconds> time_limit;
  std::optional<RuntimeKind> only;  ///< the case is there on this runtime alone
  bool is_extra = false;            ///< and only where it is asked for
  SourceLocation location;
};

/// Reads tests.json: at least one case, no two of one name.
Result<std::vector<CaseSpec>> parse_tests_file(std::string_view text, std::string_view file_name, const Signature& signature);

}  // namespace judge

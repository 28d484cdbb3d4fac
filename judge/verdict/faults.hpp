#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "judge/model/outcome.hpp"
#include "judge/model/problem.hpp"

namespace judge {

/// What to do about what the emulated runtime lacks.
constexpr std::string_view k_where_to_judge_it = "judge it with --runtime cuda, on a machine with a GPU";

/// One line: "out-of-bounds write to C[100], at the first byte past the end of C (400 bytes)".
std::string fault_summary(const Fault& fault, const Case& test);

/// Where it happened and what to look at next, a line each.
std::string fault_details(const Fault& fault, const Case& test);

/// A sentence on what to look at next; empty if there is nothing to say.
std::string fault_hint(const Fault& fault, const Case& test);

/// The same of an access this far from the start of a buffer that it misses.
std::string out_of_bounds_hint(std::int64_t offset_bytes);

/// "va.cu:12:9"; empty where the line is not known.
std::string place_text(const std::string& file, int line, int column);

/// "(3,0,0)"
std::string index_text(const std::array<unsigned, 3>& index);

}  // namespace judge

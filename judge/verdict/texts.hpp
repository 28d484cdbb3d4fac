#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/util/units.hpp"

namespace judge {

/// The sizes of a case for people, in the signature's order: "rows=7000 cols=6000".
std::string sizes_of(const Case& test);
/// "tall, M=3, K=4": a case's name and those of its sizes that the name does not have.
std::string with_sizes(const std::string& case_name, const std::string& sizes, std::string_view between = ", ");

/// One element in the buffer's own shape: "output[2][17]"; "C[5]" for one dimension; "C" for a single value (shape {}).
std::string element_name(const std::string& buffer, const std::vector<std::int64_t>& shape, std::int64_t flat_index);

/// The fewest digits that read back as the same value of this type: "0.1" for the float 0.1f, "-7", "nan"; "120" and not "1.2e+02".
std::string value_text(DType type, double value);

/// The buffer of a case by name; null where there is none.
const BufferArgument* find_buffer(const Case& test, const std::string& name);

/// Where an access of `offset_bytes` from a buffer's first byte lies: "4 bytes past the end of C (400 bytes)".
std::string beside_buffer(const std::string& buffer, std::int64_t offset_bytes, std::size_t buffer_bytes);

/// Lines joined by newlines, the empty ones left out.
std::string join_lines(const std::vector<std::string>& lines);

}  // namespace judge

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/model/outcome.hpp"

namespace judge {

/// One message of compute-sanitizer: its headline and the lines below it, without what stands before them.
struct SanitizerRecord {
  std::string headline;            ///< "Invalid __global__ write of size 4 bytes"
  std::vector<std::string> lines;  ///< "by thread (4,0,0) in block (0,0,0)"
};

/// All messages in what it printed, in that order; lines of the program that it watched are left out.
std::vector<SanitizerRecord> read_sanitizer(std::string_view output);

/// A buffer of solve() as judge-replay had placed it for a call.
struct PlacedBuffer {
  std::string name;  ///< the parameter's, or of the function that solve() called
  std::uint64_t address = 0, bytes = 0;
  bool is_own = false;  ///< solve() allocated it, by a call at `offset` in its library
  std::uint64_t offset = 0;
};

/// The line of an offset in the attempt's library, 0 = not known.
using LineOf = std::function<int(std::uint64_t offset)>;

struct SanitizerFindings {
  std::vector<Finding> findings;  ///< one for each place in the source; its note counts the threads that do the same
  std::string trouble;            ///< the first headline that says neither a finding nor what always is said; empty = none
};

/// What the messages come to, in the checker's own terms. Failed calls of the runtime, leaks and copies are left out: the
/// judge sees the first two itself. Copies have no finding. If buffers shared an address, the last one is reported.
SanitizerFindings findings_of(const std::vector<SanitizerRecord>& records, const std::vector<PlacedBuffer>& buffers,
                              const LineOf& line_of = {});

}  // namespace judge

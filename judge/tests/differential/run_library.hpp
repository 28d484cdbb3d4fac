#pragma once

#include <string>

namespace judge::differential {

struct LibraryRun {
  std::string library;  ///< a built file of kernels
  std::string results;  ///< lines are appended to this file
  std::string runtime;  ///< loaded first: a library, or "-"
  long shown = -1;      ///< only this kernel, and every word of its results
};

/// Runs all kernels of a built file in processes of their own: where a kernel meets an error or ends its process, its line
/// says so, and the next one begins in a fresh process. Returns an exit status; 0: every kernel has its line.
int run_library(const LibraryRun& run);

}  // namespace judge::differential

#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "judge/build/compiler.hpp"

namespace judge {

/// Why a `// judge:` line cannot be followed.
struct LinkProblem {
  int line = 0;              ///< of the source, from 1
  std::string message;       ///< "linking cudnn is not supported by the emulated runtime"
  bool unsupported = false;  ///< the line is right, but the emulated runtime does not have the library
};

/// The libraries that lines such as `// judge: link cublas curand` name, each once, in order. Problems: a line `// judge:`
/// that says nothing to the judge; no library or an unknown one; one that this kind of compiler cannot link.
std::expected<std::vector<std::string>, LinkProblem> linked_libraries(std::string_view source, Compiler::Family family);

/// The libraries whose headers the source includes itself: nvcc is given them without being asked, and the linker leaves
/// out those that nothing is used of.
std::vector<std::string> libraries_of_headers(std::string_view source);

/// Those of which the linker did not find a function, as where a header of the user's includes theirs.
std::vector<std::string> missing_libraries(std::string_view messages);

}  // namespace judge

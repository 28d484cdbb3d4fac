#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "judge/build/compiler.hpp"
#include "judge/util/landlock.hpp"

namespace judge {

/// Of one compilation.
struct CagedFiles {
  std::filesystem::path source;
  std::vector<std::filesystem::path> include_dirs;   ///< of which headers may be read
  std::vector<std::filesystem::path> named_headers;  ///< Includes::headers
  std::filesystem::path log;                         ///< that may be written to besides; empty = none
  std::filesystem::path folder;                      ///< the compiler's own, empty
};

/// What a compiler may do with files while it compiles hostile text: read and run the toolchain, read the source's folder with all
/// below it, headers and the folders in CPATH and its like, and write to its own folder alone. Whatever else the source includes,
/// by #include, #embed or .incbin, cannot be opened. Of a folder that many things lie in, such as /tmp or a home, it may read the
/// headers only. Errors: the kernel refuses.
Result<Landlock> compilers_cage(const Compiler& compiler, const CagedFiles& files);

/// Said below a compiler's message that a file may not be opened.
std::string what_may_be_included();

}  // namespace judge

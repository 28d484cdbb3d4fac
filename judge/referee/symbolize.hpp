#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace judge {

struct SourceLine {
  std::string file;
  int line = 0, column = 0;  ///< 0 = not known
};

/// The place in the source of an offset in a shared library with debug information: by llvm-symbolizer, or else by
/// binutils' addr2line, which knows no columns. Of an inlined chain the innermost frame that is not in one of the
/// emulated runtime's own headers or the CUDA Toolkit's.
SourceLine source_line(const std::filesystem::path& library, std::uint64_t offset);

/// What the above makes of a program's lines, "file:line:column" or "file:line", innermost first.
SourceLine first_of_the_users(const std::string& frames);

}  // namespace judge

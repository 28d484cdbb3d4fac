#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace judge {

struct SourceLine {
  std::string file;
  int line = 0;    ///< 0 = not known
};

/// The source line of an offset in a shared library with debug information, by binutils' addr2line. Of an inlined chain
/// the innermost frame that is not in one of the emulated runtime's own headers.
SourceLine source_line(const std::filesystem::path& library, std::uint64_t offset);

}  // namespace judge

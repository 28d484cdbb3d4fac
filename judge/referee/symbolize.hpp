#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace judge {

struct SourceLine {
  std::string file;
  int line = 0, column = 0;  ///< 0 = not known
};

/// The place in the source of an offset in a shared library with debug information: by llvm-symbolizer, or else by
/// binutils' addr2line, which knows no columns. Of an inlined chain the innermost frame that is not in one of the
/// emulated runtime's own headers or the CUDA Toolkit's.
SourceLine source_line(const std::filesystem::path& library, std::uint64_t offset);

/// The same for one library, each offset looked up once and no more than 32 of them, or no more than 8 once half a second was spent: a
/// look-up is a process, and an attempt can invent offsets. The others have no place.
class SourceLines {
 public:
  using LookUp = std::function<SourceLine(const std::filesystem::path& library, std::uint64_t offset)>;

  SourceLines() = default;
  explicit SourceLines(std::filesystem::path library, LookUp look_up = source_line)
      : m_library(std::move(library)), m_look_up(std::move(look_up)) {}

  const std::filesystem::path& library() const { return m_library; }
  /// Offset 0 has no place.
  SourceLine at(std::uint64_t offset);

 private:
  std::filesystem::path m_library;
  LookUp m_look_up = source_line;
  std::map<std::uint64_t, SourceLine> m_known;
  std::chrono::nanoseconds m_spent{0};
};

/// What a program prints that reads a library made of hostile source, which may take it over: neither it nor what it starts writes a file or
/// signals others, where the kernel has Landlock. Empty: it failed.
std::string output_of_reader(const std::vector<std::string>& command);

/// What the above makes of a program's lines, "file:line:column" or "file:line", innermost first.
SourceLine first_of_the_users(const std::string& frames);

}  // namespace judge

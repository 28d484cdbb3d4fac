#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "judge/util/result.hpp"

namespace judge {

/// A copy of the T at an offset, or nothing where the bytes end before it: a library made from untrusted source is untrusted input too.
template <class T>
std::optional<T> read_at(std::string_view bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// The text that begins there, up to its end or the table's; empty beside the table.
std::string_view string_at(std::string_view table, std::uint64_t offset);

/// The sections of a 64-bit shared library. The bytes must outlive it.
class ElfFile {
 public:
  /// `path`: for errors. Errors: these bytes are none.
  static Result<ElfFile> of_library(std::string_view bytes, const std::filesystem::path& path);

  const std::vector<Elf64_Shdr>& sections() const { return m_sections; }
  std::string_view name_of(const Elf64_Shdr& section) const { return string_at(m_names, section.sh_name); }
  /// Empty where it would lie beside the file.
  std::string_view content_of(const Elf64_Shdr& section) const;

 private:
  std::string_view m_bytes, m_names;
  std::vector<Elf64_Shdr> m_sections;
};

}  // namespace judge

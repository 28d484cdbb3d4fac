#include "judge/build/elf_file.hpp"

namespace judge {

std::string_view string_at(std::string_view table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  const std::string_view rest = table.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

Result<ElfFile> ElfFile::of_library(std::string_view bytes, const std::filesystem::path& path) {
  const auto header = read_at<Elf64_Ehdr>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64 ||
      header->e_type != ET_DYN)
    return fail("{}: is not a 64-bit shared library", path.string());
  ElfFile file;
  file.m_bytes = bytes;
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto section = read_at<Elf64_Shdr>(bytes, header->e_shoff + i * sizeof(Elf64_Shdr));
    if (!section) return fail("{}: its table of sections is cut short", path.string());
    file.m_sections.push_back(*section);
  }
  if (header->e_shstrndx < file.m_sections.size()) file.m_names = file.content_of(file.m_sections[header->e_shstrndx]);
  return file;
}

std::string_view ElfFile::content_of(const Elf64_Shdr& section) const {
  if (section.sh_offset > m_bytes.size() || m_bytes.size() - section.sh_offset < section.sh_size) return {};
  return m_bytes.substr(section.sh_offset, section.sh_size);
}

}  // namespace judge

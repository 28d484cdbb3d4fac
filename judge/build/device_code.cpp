#include "judge/build/device_code.hpp"

#include "judge/build/elf_file.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace {

// What a fat binary begins with: the format is NVIDIA's, the facts are those that `cuobjdump` and `readelf -x .nv_fatbin` show.
struct FatBinaryHeader {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t bytes;  // behind the header
};
constexpr std::uint32_t k_magic = 0xba55ed50;
constexpr std::size_t k_alignment = 8;

Result<void> add_all(std::string_view section, std::vector<std::string>& images, const std::filesystem::path& library) {
  for (std::size_t place = 0; place + sizeof(FatBinaryHeader) <= section.size();) {
    const auto header = read_at<FatBinaryHeader>(section, place);
    if (!header || header->magic != k_magic) {
      place += k_alignment;  // zeros, up to where the next one is aligned to
      continue;
    }
    const std::uint64_t bytes = header->header_bytes + header->bytes;
    if (bytes < sizeof(FatBinaryHeader) || bytes > section.size() - place || header->bytes > section.size())
      return fail("{}: its device code is cut short", library.string());
    images.emplace_back(section.substr(place, bytes));
    place += (bytes + k_alignment - 1) / k_alignment * k_alignment;
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> device_code(const std::filesystem::path& library) {
  JUDGE_TRY(const std::string file, read_file(library, FileKind::binary));
  JUDGE_TRY(const auto elf, ElfFile::of_library(file, library));
  std::vector<std::string> images;
  for (const Elf64_Shdr& section : elf.sections())
    if (elf.name_of(section) == ".nv_fatbin" || elf.name_of(section) == "__nv_relfatbin")
      JUDGE_CHECK(add_all(elf.content_of(section), images, library));
  return images;
}

}  // namespace judge

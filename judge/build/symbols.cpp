#include "judge/build/symbols.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "judge/build/elf_file.hpp"
#include "judge/util/files.hpp"
#include "judge/util/section_of_code.hpp"

namespace judge {

namespace {

bool is_exported_function(const Elf64_Sym& symbol) {
  const auto type = ELF64_ST_TYPE(symbol.st_info), binding = ELF64_ST_BIND(symbol.st_info);
  return symbol.st_shndx != SHN_UNDEF && (type == STT_FUNC || type == STT_GNU_IFUNC) &&
         (binding == STB_GLOBAL || binding == STB_WEAK);
}

bool is_imported(const Elf64_Sym& symbol) { return symbol.st_shndx == SHN_UNDEF; }

std::vector<std::string> names_of(std::string_view symbols, std::string_view names, bool (*is_wanted)(const Elf64_Sym&)) {
  std::vector<std::string> wanted;
  for (std::uint64_t offset = 0; const auto symbol = read_at<Elf64_Sym>(symbols, offset); offset += sizeof(Elf64_Sym)) {
    const std::string_view name = string_at(names, symbol->st_name);
    if (is_wanted(*symbol) && !name.empty()) wanted.emplace_back(name);
  }
  std::ranges::sort(wanted);
  return wanted;
}

// Of the dynamic symbols of a library.
Result<std::vector<std::string>> names_in(const std::filesystem::path& library, bool (*is_wanted)(const Elf64_Sym&)) {
  JUDGE_TRY(const std::string file, read_file(library, FileKind::binary));
  JUDGE_TRY(const auto elf, ElfFile::of_library(file, library));
  for (const Elf64_Shdr& section : elf.sections()) {
    if (section.sh_type != SHT_DYNSYM) continue;
    if (section.sh_link >= elf.sections().size()) break;
    return names_of(elf.content_of(section), elf.content_of(elf.sections()[section.sh_link]), is_wanted);
  }
  return fail("{}: has no table of dynamic symbols; it may be cut short", library.string());
}

}  // namespace

bool ExportedSymbols::has(std::string_view function) const { return std::ranges::binary_search(functions, function); }

Result<ExportedSymbols> exported_symbols(const std::filesystem::path& library) {
  JUDGE_TRY(auto functions, names_in(library, is_exported_function));
  return ExportedSymbols{std::move(functions)};
}

Result<std::vector<std::string>> imported_names(const std::filesystem::path& library) { return names_in(library, is_imported); }

std::string code_of(const std::filesystem::path& library) {
  const auto file = read_file(library, FileKind::binary);
  if (!file) return {};
  const auto elf = ElfFile::of_library(*file, library);
  if (!elf) return {};
  const auto found = std::ranges::find_if(
      elf->sections(), [&](const Elf64_Shdr& section) { return elf->name_of(section) == k_section_of_code; });
  if (found == elf->sections().end()) return {};
  std::string code(elf->content_of(*found));
  std::erase(code, '\0');
  return code;
}

std::optional<std::string> find_mangled_solve(const ExportedSymbols& symbols) {
  constexpr std::string_view prefix = "_Z5solve";
  // 'I' opens template arguments: an instance that happens to be exported is not the solve() that is looked for.
  const auto found = std::ranges::find_if(symbols.functions, [&](const std::string& name) {
    return name.starts_with(prefix) && name.size() > prefix.size() && name[prefix.size()] != 'I';
  });
  return found == symbols.functions.end() ? std::nullopt : std::optional(*found);
}

std::string demangled(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;  // "d" is a kernel's name, and would be "double"
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 && text ? std::string(text.get()) : symbol;
}

}  // namespace judge

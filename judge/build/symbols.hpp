#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/util/result.hpp"

namespace judge {

/// The functions a shared library exports, sorted, as the linker knows them.
struct ExportedSymbols {
  std::vector<std::string> functions;
  bool has(std::string_view function) const;
};

/// Reads the dynamic symbols of an ELF library without loading it. Errors: not readable, not a 64-bit ELF library.
Result<ExportedSymbols> exported_symbols(const std::filesystem::path& library);

/// The names that such a library takes from others. Errors: as exported_symbols().
Result<std::vector<std::string>> imported_names(const std::filesystem::path& library);

/// What the attempt's own text came to, its headers and macros too: of a library for the emulated runtime. Empty where it holds none.
std::string code_of(const std::filesystem::path& library);

/// The mangled name of a C++ function solve(...) of the global namespace, where one is exported: an attempt that forgot
/// its extern "C". The first of several overloads.
std::optional<std::string> find_mangled_solve(const ExportedSymbols& symbols);

/// "solve(float const*, float*, int)" from its mangled name; the name itself where it is not one.
std::string demangled(const std::string& symbol);

}  // namespace judge

#include "judge/emulator/driver/libraries.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "judge/util/c_lexer.hpp"

namespace judge::cucc {

namespace {

struct Library {
  std::string_view name;
  const char* host_library;  // that it is made of; null: of none
  const char* package;
};

constexpr std::array known{Library{"cublas", "libopenblas.so.0", "libopenblas0-pthread"}, Library{"curand", nullptr, nullptr}};

bool is_installed(const char* library) {
  void* const handle = ::dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (handle) ::dlclose(handle);
  return handle != nullptr;
}

/// Does the text name something of the library that is no type? Functions are cublasXyz, types end in _t, cublasLt has
/// functions of its own, and what begins with curand_ is for kernels and lies in headers.
bool names_function_of(std::string_view text, std::string_view library) {
  for (std::size_t at = text.find(library); at != std::string_view::npos; at = text.find(library, at + 1)) {
    if (at > 0 && continues_identifier(text[at - 1])) continue;
    std::string_view rest = text.substr(at + library.size());
    rest = rest.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(rest, continues_identifier) - rest.begin()));
    if (!rest.empty() && std::isupper(static_cast<unsigned char>(rest[0])) && !rest.ends_with("_t") &&
        !rest.starts_with("Lt") && !rest.starts_with("State"))
      return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> used_libraries(std::string_view text) {
  std::vector<std::string> used;
  for (const Library& library : known)
    if (names_function_of(text, library.name)) used.emplace_back(library.name);
  return used;
}

Result<std::vector<std::string>> library_flags(const std::vector<std::string>& libraries, const Installation& installation) {
  std::vector<std::string> flags;
  const std::string folder = (installation.prefix / "lib/judge").string();
  for (const std::string& name : libraries) {
    if (name == "cuda") continue;  // what there is of the driver API is in the runtime
    const auto* library = std::ranges::find(known, name, &Library::name);
    if (library == known.end()) return fail("-l {}: no library of the emulated runtime; it has cublas and curand", name);
    // "No such file": a build that failed by it is tried again another time.
    if (library->host_library && !is_installed(library->host_library))
      return fail(
          "the emulated {} needs OpenBLAS, which is not installed ({}: No such file). Install it:\n"
          "    sudo apt-get install -y {}",
          name, library->host_library, library->package);
    flags.push_back(fmt::format("{}/libjudge-{}.so", folder, name));
  }
  if (!flags.empty()) flags.push_back("-Wl,-rpath," + folder);
  return flags;
}

}  // namespace judge::cucc

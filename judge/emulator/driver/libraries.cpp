#include "judge/emulator/driver/libraries.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace judge::cucc {

namespace {

struct Library {
  std::string_view name;
  const char* host_library;    // that it is made of; null: of none
  const char* package;
};

constexpr std::array known{Library{"cublas", "libopenblas.so.0", "libopenblas0-pthread"},
                           Library{"curand", nullptr, nullptr}};

bool is_installed(const char* library) {
  void* const handle = ::dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (handle) ::dlclose(handle);
  return handle != nullptr;
}

}  // namespace

std::vector<std::string> library_defines(const std::vector<std::string>& libraries) {
  std::vector<std::string> defines;
  for (std::string name : libraries) {
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    defines.push_back("-DJUDGE_LINKS_" + name);
  }
  return defines;
}

Result<std::vector<std::string>> library_flags(const std::vector<std::string>& libraries,
                                               const Installation& installation) {
  std::vector<std::string> flags;
  const std::string folder = (installation.prefix / "lib/judge").string();
  for (const std::string& name : libraries) {
    const auto* library = std::ranges::find(known, name, &Library::name);
    if (library == known.end())
      return fail("-l {}: no library of the emulated runtime; it has cublas and curand", name);
    // "No such file": a build that failed by it is tried again another time.
    if (library->host_library && !is_installed(library->host_library))
      return fail("the emulated {} needs OpenBLAS, which is not installed ({}: No such file). Install it:\n"
                  "    sudo apt-get install -y {}",
                  name, library->host_library, library->package);
    flags.push_back(fmt::format("{}/libjudge-{}.so", folder, name));
  }
  if (!flags.empty()) flags.push_back("-Wl,-rpath," + folder);
  return flags;
}

}  // namespace judge::cucc

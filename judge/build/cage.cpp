#include "judge/build/cage.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>

#include "judge/util/contains.hpp"
#include "judge/util/process.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr unsigned k_read = Landlock::read | Landlock::list;

constexpr std::array k_toolchain{"/bin", "/lib", "/lib32", "/lib64", "/nix", "/opt", "/sbin", "/usr"};
constexpr std::array k_asked_by_tools{"/etc/ld.so.cache", "/proc/cpuinfo",     "/proc/meminfo", "/proc/stat",
                                      "/proc/sys",        "/proc/filesystems", "/proc/version", "/sys/devices/system",
                                      "/dev/random",      "/dev/urandom"};

// Where the user says that a compiler, headers or libraries lie.
constexpr std::array k_variables{"CPATH",           "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH",   "COMPILER_PATH",
                                 "GCC_EXEC_PREFIX", "CUDA_HOME",      "CUDA_PATH",          "LD_LIBRARY_PATH"};

bool lies_in(const fs::path& path, const fs::path& folder) { return std::ranges::mismatch(folder, path).in1 == folder.end(); }

// Everybody's, or all that a user has: the root, a home and what is above it, a folder that anyone may write.
bool is_common(const fs::path& folder) {
  struct stat status {};
  const char* const home = std::getenv("HOME");
  std::error_code error;
  const fs::path real = fs::weakly_canonical(folder, error);
  if (real == real.root_path() || (::stat(real.c_str(), &status) == 0 && status.st_mode & S_IWOTH)) return true;
  return home && *home && lies_in(fs::weakly_canonical(home, error), real);
}

void allow_headers_in(Landlock& cage, const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (is_header(entry.path())) cage.allow(entry.path(), Landlock::read);
}

void allow_folder(Landlock& cage, const fs::path& folder, unsigned access) {
  if (is_common(folder)) allow_headers_in(cage, folder);
  else cage.allow(folder, access);
}

// A toolkit in its own folder: bin/ with the program, and beside it what that needs.
void allow_program(Landlock& cage, const std::string& name) {
  const auto found = find_program(name);
  std::error_code error;
  if (!found) return;
  for (const fs::path& program : {fs::absolute(*found, error), fs::weakly_canonical(*found, error)}) {
    cage.allow(program, k_read | Landlock::execute);
    const fs::path folder = program.parent_path();
    allow_folder(cage, folder.filename() == "bin" ? folder.parent_path() : folder, k_read | Landlock::execute);
  }
}

void allow_toolchain(Landlock& cage, const Compiler& compiler) {
  for (const char* folder : k_toolchain) cage.allow(folder, k_read | Landlock::execute);
  for (const char* path : k_asked_by_tools) cage.allow(path, k_read);
  cage.allow("/dev/null", k_read | Landlock::write);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  cage.allow("/proc", k_read);  // a sanitised compiler driver reads its own maps
#endif
  for (const auto& word : compiler.command) allow_program(cage, word);
  for (const char* variable : {"CXX", "NVCC_CCBIN"})
    if (const char* value = std::getenv(variable)) {
      std::istringstream words(value);
      for (std::string word; words >> word;) allow_program(cage, word);
    }
  for (const char* variable : k_variables)
    if (const char* value = std::getenv(variable)) {
      std::istringstream folders(value);
      for (std::string folder; std::getline(folders, folder, ':');)
        if (folder.starts_with('/')) allow_folder(cage, folder, k_read | Landlock::execute);
    }
  for (const auto& folder : compiler.own_folders) cage.allow(folder, k_read);
}

}  // namespace

Result<Landlock> compilers_cage(const Compiler& compiler, const CagedFiles& files) {
  constexpr unsigned all = k_read | Landlock::execute | Landlock::write | Landlock::change;
  JUDGE_TRY(auto cage, Landlock::create(all, Landlock::Scope::closed));
  allow_toolchain(cage, compiler);
  cage.allow(files.folder, k_read | Landlock::write | Landlock::change);
  cage.allow(files.source, Landlock::read);
  allow_folder(cage, files.source.parent_path(), k_read);
  if (!files.log.empty()) cage.allow(files.log, Landlock::write);
  for (const auto& headers : files.include_dirs) allow_headers_in(cage, headers);
  for (const auto& header : files.named_headers) cage.allow(header, Landlock::read);
  return cage;
}

std::string what_may_be_included() {
  return "note: the compiler may open the source's own folder, headers that the source includes by a relative path, and the "
         "folders "
         "in CPATH\n";
}

}  // namespace judge

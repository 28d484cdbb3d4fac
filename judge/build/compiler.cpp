#include "judge/build/compiler.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "judge/build/source_scan.hpp"
#include "judge/util/cpp_standard.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/host_compilers.hpp"
#include "judge/util/lines.hpp"
#include "judge/util/process.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

// libstdc++'s <cmath> drags in Bessel functions and their like as templates from C++17 on, a quarter of all that nvcc
// reads for a small file, and reads twice. This pretends that they have been included. A source that does use them, or
// lives on what they include, fails by it and is compiled again without.
constexpr const char* k_lean_cmath = "-D_GLIBCXX_BITS_SPECFUN_H=1";

// Makes nvcc read <functional> and more for each file: 0.45 s become 0.95 s. So it comes first only where it is needed.
constexpr const char* k_device_lambdas = "--extended-lambda";

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// "g++ (Debian 12.2.0-14) 12.2.0" -> "g++ 12.2.0"; "Debian clang version 14.0.6" -> "clang++ 14.0.6"
std::string describe_host_compiler(const fs::path& program, const std::string& version) {
  std::string number;
  for (const auto& word : words_of(first_line(version)))
    if (std::isdigit(static_cast<unsigned char>(word[0]))) number = word;
  return program.filename().string() + " " + number;
}

// All compilers that may stand behind a driver: another version of one of them makes other code.
std::string host_compilers_identity() {
  std::string identity;
  auto names = host_compiler_names(CompilerFamily::gcc);
  names.emplace_back("gcc");
  if (const auto command = host_compiler_command(); !command.empty()) names.push_back(command.back());
  for (const auto& name : names)
    if (const auto program = find_program(name)) identity += file_identity(*program) + "\n";
  return identity;
}

std::string folder_identity(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->is_regular_file(error)) files.push_back(file_identity(it->path()));
  std::ranges::sort(files);
  std::string identity;
  for (const auto& file : files) identity += file + "\n";
  return identity;
}

}  // namespace

std::vector<std::vector<std::string>> Compiler::recipes(std::string_view source) const {
  if (family != Family::nvcc) return {{}};
  const bool is_new = hints_at_cpp20(source);
  std::vector<std::string> lean{is_new ? "-std=c++20" : "-std=c++17", k_lean_cmath};
  if (hints_at_device_lambdas(source)) lean.push_back(k_device_lambdas);
  if (is_new) return {lean, {"-std=c++17", k_device_lambdas}, {"-std=c++20", k_device_lambdas}};
  return {lean, {"-std=c++17", k_device_lambdas}};
}

std::string processor_identity() {
  std::ifstream file("/proc/cpuinfo");
  std::string identity;
  // The first processor's lines only: the kernel works out the rest as it is read.
  for (std::string line; std::getline(file, line) && !line.empty();)
    if (line.starts_with("vendor_id") || line.starts_with("model name") || line.starts_with("flags") ||
        line.starts_with("Features") || line.starts_with("CPU part"))
      identity += line + "\n";
  return identity;
}

std::string environment_identity() {
  constexpr std::array names{"CPATH",           "C_INCLUDE_PATH",     "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH",
                             "GCC_EXEC_PREFIX", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS",  "NVCC_CCBIN",   "CXX"};
  std::string identity;
  for (const char* name : names)
    if (const char* value = std::getenv(name)) identity += fmt::format("{}={}\n", name, value);
  return identity;
}

std::vector<std::string> host_compiler_command() {
  if (const char* named = std::getenv("CXX"))
    if (auto words = words_of(named); !words.empty() && find_program(words[0])) return words;
  if (const auto program = first_host_compiler(CompilerFamily::gcc)) return {program->string()};
  return {};
}

Result<Compiler> find_host_compiler(const Installation& installation, const Probe& probe) {
  Compiler compiler{.family = Compiler::Family::host, .command = host_compiler_command()};
  if (compiler.command.empty())
    return fail("no C++ compiler found (looked for $CXX, {} in PATH): install one: apt install g++",
                fmt::join(host_compiler_names(CompilerFamily::gcc), ", "));
  std::vector<std::string> question = compiler.command;
  question.push_back("--version");
  JUDGE_TRY(const std::string version, probe.ask(question, host_compilers_identity()));
  compiler.description = describe_host_compiler(compiler.command.back(), version);
  compiler.own_folders = {installation.reference_include()};
  compiler.flags = {"-std=c++20",    "-O3",         "-g1",
                    "-march=native", "-fopenmp",    "-shared",
                    "-fPIC",         "-Wl,-z,defs", "-I" + installation.reference_include().string()};
  compiler.identity = Hasher{}
                          .field(version)
                          .field(host_compilers_identity())
                          .field(processor_identity())
                          .field(environment_identity())
                          .finish();
  return compiler;
}

Result<Compiler> find_cucc(const Installation& installation, const Probe& probe) {
  const fs::path program = installation.prefix / "libexec/judge/judge-cucc";
  if (!find_program(program.string()))
    return fail("{}: is missing, attempts cannot be built for the emulated runtime: build or install the judge again",
                program.string());
  const std::string files = file_identity(program) + "\n" + host_compilers_identity();
  JUDGE_TRY(const std::string version, probe.ask({program.string(), "--version"}, files + environment_identity()));
  std::error_code error;
  return Compiler{
      .family = Compiler::Family::cucc,
      .command = {program.string()},
      .description = first_line(version),
      .identity = Hasher{}
                      .field(version)
                      .field(files)
                      .field(folder_identity(installation.emulated_include()))
                      .field(processor_identity())
                      .field(environment_identity())
                      .finish(),
      .own_headers = {"/usr/include", "/usr/lib", fs::weakly_canonical(installation.emulated_include(), error)},
      .own_folders = {installation.emulated_include(), installation.emulated_runtime().parent_path()},
      .flags = {},
  };
}

}  // namespace judge

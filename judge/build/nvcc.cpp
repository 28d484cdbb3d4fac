#include "judge/build/nvcc.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "judge/util/contains.hpp"
#include "judge/util/cuda_toolkit.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/process.hpp"
#include "judge/util/regex.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

std::vector<int> parse_architectures(const std::string& list) {
  const Regex pattern("compute_([0-9]+)");
  std::vector<int> architectures;
  std::string_view rest = list;
  while (const auto found = pattern.find(rest)) {
    architectures.push_back(std::stoi(std::string((*found)[1])));
    rest = rest.substr(static_cast<std::size_t>(found->front().end() - rest.begin()));
  }
  return architectures;
}

// nvcc calls the host's gcc, and takes its headers: it belongs to the compiler.
std::string host_identity() {
  std::string identity;
  const char* named = std::getenv("NVCC_CCBIN");
  for (const std::string name : {named ? named : "gcc", "g++"})
    if (const auto program = find_program(name)) identity += file_identity(*program) + "\n";
  return identity;
}

// The driver's library, or the toolkit's stand-in for linking: tensor maps are made by it.
bool has_driver_library(const fs::path& root) {
  const std::array folders{root / "lib64/stubs", root / "lib64", root / "targets/x86_64-linux/lib/stubs",
                           fs::path("/usr/lib/x86_64-linux-gnu"), fs::path("/usr/lib/x86_64-linux-gnu/stubs")};
  std::error_code error;
  return std::ranges::any_of(folders, [&](const fs::path& folder) { return fs::exists(folder / "libcuda.so", error); });
}

// The toolkit's includes; none where nvcc is a wrapper that lies elsewhere.
std::vector<fs::path> own_headers(const fs::path& root) {
  std::vector<fs::path> folders = Compiler{}.own_headers;
  std::error_code error;
  const fs::path header = fs::canonical(root / "include/cuda_runtime.h", error);
  if (!error) folders.push_back(header.parent_path());
  return folders;
}

// What a small file costs in nvcc is its passes. No device link: without -rdc there is nothing to link. Two threads:
// one for the host's pass, one for the device's. No linker plugin: it is there for LTO.
std::vector<std::string> flags_for(const NvccTarget& target, const std::string& help, const fs::path& root) {
  std::vector<std::string> flags{"-x", "cu", "-gencode=" + target.gencode};
  for (const char* flag : {"-shared", "-cudart=shared", "-O3", "-lineinfo", "--expt-relaxed-constexpr"}) flags.push_back(flag);
  flags.insert(flags.end(), {"-Xcompiler", "-fPIC", "-Xlinker", "-z,defs,--as-needed"});
  if (has_driver_library(root)) flags.push_back("-lcuda");
  if (help.find("--threads") != help.npos) flags.push_back("--threads=2");
  if (help.find("--no-device-link") != help.npos) flags.push_back("--no-device-link");
  if (help.find("--cudadevrt") != help.npos) flags.push_back("--cudadevrt=none");
  if (help.find("-Wno-deprecated-gpu-targets") != help.npos) flags.push_back("-Wno-deprecated-gpu-targets");
  if (!std::getenv("NVCC_CCBIN")) flags.insert(flags.end(), {"-Xcompiler", "-fno-use-linker-plugin"});
  return flags;
}

// The attempt's own search path, and by its old form (a DT_RPATH) also that of the libraries which its libraries need.
std::vector<std::string> library_flags_for(const fs::path& root) {
  std::vector<std::string> flags{"-Xlinker", "--disable-new-dtags"};
  std::error_code error;
  for (const char* folder : {"lib64", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"})
    if (fs::exists(root / folder, error)) flags.insert(flags.end(), {"-Xlinker", "-rpath=" + (root / folder).string()});
  return flags;
}

}  // namespace

std::optional<NvccVersion> parse_nvcc_version(const std::string& text) {
  static const Regex pattern(R"(V(([0-9]+)\.([0-9]+)(\.[0-9]+)*))");
  const auto found = pattern.find(text);
  if (!found) return std::nullopt;
  return NvccVersion{std::stoi(std::string((*found)[2])), std::stoi(std::string((*found)[3])), std::string((*found)[1])};
}

Result<NvccTarget> choose_architecture(const NvccVersion& version, std::span<const int> architectures, int compute_major,
                                       int compute_minor) {
  const int chip = compute_major * 10 + compute_minor;
  if (contains(architectures, chip)) {
    // 9.0 was known to 11.8 already, its architecture-specific form only to 12.0.
    const bool specific = chip > 90 || (chip == 90 && version.major >= 12);
    const std::string number = fmt::format("{}{}", chip, specific ? "a" : "");
    return NvccTarget{fmt::format("arch=compute_{0},code=sm_{0}", number), "sm_" + number};
  }
  int newest = 0;
  for (const int known : architectures)
    if (known <= chip) newest = std::max(newest, known);
  if (newest == 0)
    return fail(
        "nvcc {} makes no code for this GPU (compute capability {}.{}) any more: install an older CUDA Toolkit "
        "and set CUDA_HOME to it, or use --runtime emulated",
        version.text, compute_major, compute_minor);
  return NvccTarget{fmt::format("arch=compute_{0},code=compute_{0}", newest), fmt::format("compute_{}", newest)};
}

Result<Compiler> nvcc_for(int compute_major, int compute_minor, const Probe& probe) {
  const auto program = find_nvcc();
  if (!program)
    return fail(
        "no nvcc found (looked in PATH, $CUDA_HOME/bin, $CUDA_PATH/bin, /usr/local/cuda/bin): install the CUDA "
        "Toolkit, or use --runtime emulated");
  const std::string name = program->string(), identity = file_identity(*program);
  JUDGE_TRY(const std::string version_text, probe.ask({name, "--version"}, identity));
  JUDGE_TRY(const std::string list, probe.ask({name, "--list-gpu-arch"}, identity));
  JUDGE_TRY(const std::string help, probe.ask({name, "--help"}, identity));
  const auto version = parse_nvcc_version(version_text);
  if (!version) return fail("{} --version names no version: is it nvcc? It printed: {}", name, version_text);
  JUDGE_TRY(const NvccTarget target, choose_architecture(*version, parse_architectures(list), compute_major, compute_minor));
  const fs::path root = toolkit_of(*program);
  return Compiler{
      .family = Compiler::Family::nvcc,
      .command = {name},
      .description = fmt::format("nvcc {} {}", version->text, target.name),
      .identity = Hasher{}.field(version_text).field(identity).field(host_identity()).field(environment_identity()).finish(),
      .own_headers = own_headers(root),
      .flags = flags_for(target, help, root),
      .library_flags = library_flags_for(root),
  };
}

}  // namespace judge

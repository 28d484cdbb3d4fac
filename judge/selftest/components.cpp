#include "judge/selftest/components.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <future>
#include <string_view>

#include "judge/build/builder.hpp"
#include "judge/build/compiler.hpp"
#include "judge/catalog/catalog.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/nvidia/programs.hpp"
#include "judge/nvidia/sanitizer.hpp"
#include "judge/runtime/runtime.hpp"
#include "judge/util/cuda_toolkit.hpp"
#include "judge/util/landlock.hpp"
#include "judge/util/lines.hpp"
#include "judge/util/process.hpp"
#include "judge/util/protection.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace fs = std::filesystem;

using State = Component::State;

static constexpr const char* k_toolkit =
    "install the CUDA Toolkit (developer.nvidia.com/cuda-downloads) and put its bin/ on PATH or set CUDA_HOME";

/// Of what was looked for: its path, or `advice`.
static Component tool(const std::string& name, const std::optional<fs::path>& path, const std::string& advice) {
  if (path) return {State::fine, name, path->string(), ""};
  return {State::absent, name, "not found", advice};
}

static std::optional<fs::path> loadable(const std::vector<fs::path>& libraries) {
  for (const auto& library : libraries)
    if (void* handle = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL)) {
      ::dlclose(handle);
      return library;
    }
  return std::nullopt;
}

/// The measured peak rates of a device; empty if they were not measured yet.
static std::string peaks_text(const CommonOptions& common, const Device& device) {
  const auto ledger = Ledger::open_to_read(common.ledger_path());
  if (!ledger) return "";
  const auto peaks = ledger->peak_rates(device.id);
  if (!peaks || !*peaks) return "";
  return fmt::format("; measured to reach {} and {} in fp32", format_bandwidth((*peaks)->bytes_per_s, 1e9),
                     format_flop_rate((*peaks)->flops_of(Arithmetic::fp32), 1e9));
}

static Component gpu_component(const CommonOptions& common, const Result<GpuProbe>& probe) {
  if (!probe)
    return {State::absent, "GPU", probe.error().message,
            "not required: the emulated runtime judges too, but its times are CPU times"};
  const auto capability = fmt::format("compute capability {}.{}", probe->compute_major, probe->compute_minor);
  const auto runtime = load_runtime_from(RuntimeKind::cuda, probe->runtime_library);
  if (!runtime) return {State::absent, "GPU", runtime.error().message, k_toolkit};
  const auto device = describe_device(*runtime);
  if (!device)
    return {State::absent, "GPU", device.error().message, "does `nvidia-smi` show it? After a driver update, reboot"};
  return {State::fine, "GPU", fmt::format("{}, {}{}", device->name, capability, peaks_text(common, *device)), ""};
}

static Component driver_component(const Result<GpuProbe>& probe) {
  if (probe) {
    const int version = probe->driver_version;
    return {State::fine, "driver", fmt::format("for CUDA {}.{}", version / 1000, version % 1000 / 10), ""};
  }
  std::error_code error;
  if (fs::exists("/proc/driver/nvidia/version", error)) return {State::fine, "driver", "loaded, see GPU", ""};
  return {State::absent, "driver", "not loaded",
          "with an NVIDIA GPU: `ubuntu-drivers install`, or `apt install nvidia-driver` on Debian"};
}

static Component cudart_component() {
  const auto library = find_cudart();
  if (library) return {State::fine, "libcudart", library->string(), ""};
  return {State::absent, "libcudart", "not found", k_toolkit};
}

/// Builds the judge's own device code like an attempt, all files in parallel. It stays in the cache for the first run.
static Result<void> build_device_code(const Builder& builder, const Installation& installation, RuntimeKind kind) {
  std::vector<std::future<Result<BuildResult>>> builds;
  for (const std::string_view source : {"referee.cu", "draw.cu", "bracket.cu", "peak_rates.cu"}) {
    if (kind == RuntimeKind::emulated && source != "referee.cu" && source != "draw.cu") continue;
    builds.push_back(std::async(std::launch::async, [&builder, file = installation.device_sources() / source] {
      return builder.build({.source = file, .kind = SourceKind::device});
    }));
  }
  for (auto& build : builds) {
    JUDGE_TRY(const BuildResult result, build.get());
    if (const auto* failure = std::get_if<CompileFailure>(&result)) return fail("{}", failure->diagnostics);
  }
  return {};
}

/// Whether attempts can be built for a runtime.
static Component builder_component(const CommonOptions& common, const Installation& installation, RuntimeKind kind,
                                   const Result<GpuProbe>& probe) {
  const std::string name = kind == RuntimeKind::cuda ? "CUDA attempts" : "emulated attempts";
  const auto builder = Builder::create({.cache_dir = common.cache_dir(),
                                        .installation = installation,
                                        .runtime = kind,
                                        .compute_major = probe ? probe->compute_major : 0,
                                        .compute_minor = probe ? probe->compute_minor : 0});
  const auto advice = kind == RuntimeKind::cuda ? k_toolkit : "`tools/judge` in the judge's source tree installs what it needs";
  if (!builder) return {State::absent, name, first_line(builder.error().message), advice};
  const auto built = build_device_code(*builder, installation, kind);
  if (!built)
    return {State::absent, name, first_line(built.error().message),
            fmt::format("{} cannot build the judge's own device code:\n{}", builder->toolchain(), built.error().message)};
  return {State::fine, name, "built by " + builder->toolchain(), ""};
}

static Component emulated_component(const Installation& installation) {
  const auto runtime = load_runtime_from(RuntimeKind::emulated, installation.emulated_runtime());
  if (runtime) return {State::fine, "emulated runtime", installation.emulated_runtime().string(), ""};
  return {State::absent, "emulated runtime", first_line(runtime.error().message), "build or install the judge again"};
}

static Component player_component(const Installation& installation) {
  const auto player = installation.player();
  if (::access(player.c_str(), X_OK) == 0) return {State::fine, "judge-player", player.string(), ""};
  return {State::broken, "judge-player", player.string() + " is not there", "build or install the judge again"};
}

static Component sandbox_component() {
  std::string missing;
  for (const auto& part : missing_protection()) missing += (missing.empty() ? "" : "; ") + part;
  if (missing.empty()) return {State::fine, "sandbox", fmt::format("Landlock {}, seccomp", Landlock::version()), ""};
  return {State::absent, "sandbox", missing, "judge your own attempts only, or use a newer kernel; --require-sandbox refuses"};
}

static Component sanitizer_component(const Installation& installation) {
  constexpr const char* k_name = "compute-sanitizer";
  const auto program = find_toolkit_program("compute-sanitizer");
  if (!program)
    return {State::absent, k_name, "not found",
            "comes with the CUDA Toolkit: needed by `--check` on a GPU; the emulated runtime does not need it"};
  if (const auto replay = replay_program(installation); ::access(replay.c_str(), X_OK) != 0)
    return {State::absent, k_name, replay.string() + " is missing; compute-sanitizer runs it",
            "build or install the judge again"};
  const auto sanitizer = ask_sanitizer(*program, replay_program(installation));
  if (!sanitizer) return {State::absent, k_name, first_line(sanitizer.error().message), "install the CUDA Toolkit again"};
  return {State::fine, k_name, fmt::format("{} {}", program->string(), sanitizer->version), ""};
}

static Component host_compiler_component() {
  const auto command = host_compiler_command();
  if (command.empty())
    return {State::broken, "host compiler", "none in PATH", "`apt install g++`: references are built with it"};
  auto ask = command;
  ask.emplace_back("--version");
  const auto answer = run_command(ask);
  if (answer && answer->exit_status == 0) return {State::fine, "host compiler", first_line(answer->standard_output), ""};
  return {State::broken, "host compiler", command.back() + " does not run", "`apt install g++`: references are built with it"};
}

static Component problems_component(const CommonOptions& common, const Installation& installation) {
  const auto root = find_root(common.root, installation);
  if (!root)
    return {State::absent, "problems", first_line(root.error().message),
            "go to a folder with problems/, or name it with --root"};
  const auto names = problem_names(*root);
  if (!names) return {State::absent, "problems", names.error().message, "name a readable folder with --root"};
  return {State::fine, "problems", fmt::format("{} in {}", names->size(), (*root / "problems").string()), ""};
}

/// The nearest folder upwards that is there: where a path would be made.
static fs::path existing_ancestor(fs::path path) {
  std::error_code error;
  path = fs::absolute(path, error);
  while (!path.empty() && path != path.parent_path() && !fs::exists(path, error)) path = path.parent_path();
  return path;
}

static std::string cannot_be_made(const fs::path& path, const fs::path& there) {
  if (path == there) return fmt::format("{} cannot be written", path.string());
  return fmt::format("{} cannot be made, since {} cannot be written", path.string(), there.string());
}

static Component cache_component(const CommonOptions& common) {
  const auto folder = common.cache_dir();
  const auto there = existing_ancestor(folder);
  std::error_code error;
  const bool writable = fs::is_directory(there, error) && ::access(there.c_str(), W_OK | X_OK) == 0;
  if (!writable)
    return {State::absent, "cache", cannot_be_made(folder, there),
            "name another folder with --cache; without one all is built each time"};
  return {State::fine, "cache", folder.string(), ""};
}

static Component disk_component(const CommonOptions& common) {
  std::error_code error;
  const auto space = fs::space(existing_ancestor(common.cache_dir()), error);
  if (error) return {State::absent, "free disk", error.message(), ""};
  const auto free = format_bytes(static_cast<double>(space.available));
  if (space.available < (2ULL << 30))
    return {State::absent, "free disk", free, "the cache may grow to 5 GB; make room or name another folder with --cache"};
  return {State::fine, "free disk", free, ""};
}

/// On a server. Nothing is made there: whether this user may add records is seen where there are some.
static Component ledger_on_server(const fs::path& place) {
  auto ledger = Ledger::open_to_read(place);
  if (ledger && ledger->size().value_or(0) > 0) ledger = Ledger::open(place);
  if (ledger) return {State::fine, "ledger", Ledger::shown(place), ""};
  return {State::broken, "ledger", first_line(ledger.error().message), "docs/ledger.md; or name a file with --ledger"};
}

static Component ledger_component(const CommonOptions& common) {
  const auto path = common.ledger_path();
  if (!Ledger::is_file(path)) return ledger_on_server(path);
  std::error_code error;
  if (!fs::exists(path, error)) {
    const auto there = existing_ancestor(path);
    if (::access(there.c_str(), W_OK | X_OK) == 0)
      return {State::fine, "ledger", path.string() + ", made with the first result", ""};
    return {State::broken, "ledger", cannot_be_made(path, there), "name a file elsewhere with --ledger"};
  }
  const auto ledger = Ledger::open(path);
  if (ledger) return {State::fine, "ledger", path.string(), ""};
  return {State::broken, "ledger", first_line(ledger.error().message), "name another file with --ledger"};
}

/// Marks what is absent of the emulated runtime as broken if no runtime works.
static void break_if_no_runtime(std::vector<Component>& components) {
  const auto works = [&](const char* runtime, const char* attempts) {
    int fine = 0;
    for (const auto& component : components)
      if ((component.name == runtime || component.name == attempts) && component.state == State::fine) ++fine;
    return fine == 2;
  };
  if (works("GPU", "CUDA attempts") || works("emulated runtime", "emulated attempts")) return;
  for (auto& component : components)
    if (component.name.starts_with("emulated ") && component.state == State::absent) component.state = State::broken;
}

std::vector<Component> find_components(const CommonOptions& common, const Installation& installation) {
  const auto probe = probe_cuda();
  std::vector<Component> components{
      gpu_component(common, probe),
      driver_component(probe),
      tool("nvcc", find_nvcc(), k_toolkit),
      cudart_component(),
      tool("NVML", loadable({"libnvidia-ml.so.1"}), "comes with the driver: reads clocks and throttling"),
      tool("ncu", find_toolkit_program("ncu"), "comes with the CUDA Toolkit (nsight-compute): needed by `judge profile`"),
      sanitizer_component(installation)};
  if (probe) components.push_back(builder_component(common, installation, RuntimeKind::cuda, probe));
  components.push_back(emulated_component(installation));
  components.push_back(builder_component(common, installation, RuntimeKind::emulated, probe));
  components.push_back(host_compiler_component());
  components.push_back(player_component(installation));
  components.push_back(sandbox_component());
  components.push_back(problems_component(common, installation));
  components.push_back(cache_component(common));
  components.push_back(disk_component(common));
  components.push_back(ledger_component(common));
  break_if_no_runtime(components);
  return components;
}

}  // namespace judge

#include "judge/passes/target.hpp"

#include "judge/util/cuda_toolkit.hpp"

namespace judge {

static Target emulated_target(const Installation& installation, std::string note) {
  return {.kind = RuntimeKind::emulated, .runtime_library = installation.emulated_runtime(), .note = std::move(note)};
}

// A GPU, a driver, a libcudart and an nvcc.
static Result<Target> cuda_target() {
  JUDGE_TRY(const GpuProbe probe, probe_cuda());
  if (!find_nvcc()) return fail("there is a GPU, but no nvcc: install the CUDA Toolkit, or set CUDA_HOME");
  return Target{.kind = RuntimeKind::cuda,
                .runtime_library = probe.runtime_library,
                .compute_major = probe.compute_major,
                .compute_minor = probe.compute_minor};
}

Result<Target> choose_target(std::optional<RuntimeKind> wanted, const Installation& installation) {
  if (wanted == RuntimeKind::emulated) return emulated_target(installation, "");
  auto target = cuda_target();
  if (target) return target;
  if (wanted == RuntimeKind::cuda) return fail("--runtime cuda: {}; see `judge doctor`", target.error().message);
  return emulated_target(
      installation,
      fmt::format("emulated runtime ({}): times rank only among emulated runs; docs/emulator.md lists where verdicts differ",
                  target.error().message));
}

}  // namespace judge

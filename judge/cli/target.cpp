#include "judge/cli/target.hpp"

namespace judge {

static Target emulated_target(const Installation& installation, std::string note) {
  return {.kind = RuntimeKind::emulated, .runtime_library = installation.emulated_runtime(), .note = std::move(note)};
}

Result<Target> choose_target(std::optional<RuntimeKind> wanted, const Installation& installation) {
  if (wanted == RuntimeKind::emulated) return emulated_target(installation, "");
  const auto probe = probe_cuda();
  if (probe)
    return Target{.kind = RuntimeKind::cuda, .runtime_library = probe->runtime_library,
                  .compute_major = probe->compute_major, .compute_minor = probe->compute_minor};
  if (wanted == RuntimeKind::cuda) return fail("--runtime cuda: {}; `judge doctor` tells more", probe.error().message);
  return emulated_target(installation, fmt::format("emulated runtime ({}): verdicts are real, times rank only among emulated runs",
                                                   probe.error().message));
}

}  // namespace judge

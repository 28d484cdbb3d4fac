#include "judge/passes/harness.hpp"

namespace judge {

static Result<std::filesystem::path> built(std::future<Result<BuildResult>>& build, const char* what) {
  JUDGE_TRY(const BuildResult result, build.get());
  if (const auto* failure = std::get_if<CompileFailure>(&result))
    return fail("{} does not compile; this is not the attempt's fault:\n{}", what, failure->diagnostics);
  return std::get<Artifact>(result).library;
}

Result<std::unique_ptr<Harness>> open_harness(const Setting& setting, OwnBuilds builds, DrawnAhead ahead) {
  auto clocks = ClockWatch::start(setting.runtime, setting.device);
  JUDGE_CUDA(setting.runtime, cudaFree(nullptr));  // the context is made while compilers run
  constexpr const char* own = "the judge's own device code";
  JUDGE_TRY(const auto device_library, built(builds.device, own));
  JUDGE_TRY(const auto draw_library, built(builds.draw, own));
  std::filesystem::path bracket_library;
  if (builds.bracket.valid()) {
    JUDGE_TRY(bracket_library, built(builds.bracket, own));
  }
  const std::string source = (setting.problem.folder / "reference.cpp").string();
  JUDGE_TRY(const auto reference, built(builds.reference, source.c_str()));
  JUDGE_TRY(auto oracle, Oracle::load(setting.installation.reference(), reference, setting.problem));
  auto harness = std::make_unique<Harness>(setting, std::move(oracle), std::move(ahead));
  harness->bracket_library = std::move(bracket_library);
  harness->clocks = std::move(clocks);
  JUDGE_TRY(auto kernels, DeviceLibrary::load(setting.runtime, device_library));
  JUDGE_TRY(harness->drawer, InputDrawer::load(setting.runtime, draw_library));
  JUDGE_TRY(harness->referee, Referee::create(setting.runtime, kernels, harness->oracle, setting.cases, setting.random_bits()));
  return harness;
}

}  // namespace judge

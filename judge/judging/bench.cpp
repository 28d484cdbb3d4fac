#include "judge/judging/bench.hpp"

namespace judge {

static Result<std::filesystem::path> built(std::future<Result<BuildResult>>& build, const char* what) {
  JUDGE_TRY(const BuildResult result, build.get());
  if (const auto* failure = std::get_if<CompileFailure>(&result))
    return fail("{} does not compile; this is not the attempt's fault:\n{}", what, failure->diagnostics);
  return std::get<Artifact>(result).library;
}

Result<std::unique_ptr<Bench>> open_bench(const Setting& setting, OwnBuilds builds, DrawnAhead ahead) {
  auto clocks = ClockWatch::start(setting.runtime, setting.device);
  JUDGE_CUDA(setting.runtime, cudaFree(nullptr));  // the context is made while compilers run
  constexpr const char* own = "the judge's own device code";
  JUDGE_TRY(const auto device_library, built(builds.device, own));
  std::filesystem::path bracket_library;
  if (builds.bracket.valid()) {
    JUDGE_TRY(bracket_library, built(builds.bracket, own));
  }
  const std::string source = (setting.problem.folder / "reference.cpp").string();
  JUDGE_TRY(const auto reference, built(builds.reference, source.c_str()));
  JUDGE_TRY(auto oracle, Oracle::load(setting.installation.reference(), reference, setting.problem));
  auto bench = std::make_unique<Bench>(setting, std::move(oracle), std::move(ahead));
  bench->bracket_library = std::move(bracket_library);
  bench->clocks = std::move(clocks);
  JUDGE_TRY(auto kernels, DeviceLibrary::load(setting.runtime, device_library));
  JUDGE_TRY(bench->referee, Referee::create(setting.runtime, kernels, bench->oracle, setting.cases));
  return bench;
}

}  // namespace judge

#include "judge/passes/setting.hpp"

#include <algorithm>

namespace judge {

namespace {

// Where the problem says nothing: far more than any honest solve() needs beside a context, far less than would hurt.
constexpr std::size_t k_host_memory_limit_bytes = std::size_t{6} << 30;

Result<std::unique_ptr<Player>> start_process(const PlayerProcess::Options& options) {
  JUDGE_TRY(auto player, PlayerProcess::start(options));
  return std::make_unique<PlayerProcess>(std::move(player));
}

OwnBuilds start_own_builds(const Setting& setting) {
  const auto start = [&](BuildRequest request) {
    return std::async(std::launch::async,
                      [builder = setting.builder, request = std::move(request)] { return builder.build(request); });
  };
  const std::filesystem::path device = setting.installation.device_sources();
  OwnBuilds builds{.reference = {},
                   .device = start({.source = device / "referee.cu", .kind = SourceKind::device}),
                   .draw = start({.source = device / "draw.cu", .kind = SourceKind::device})};
  if (setting.target.kind == RuntimeKind::cuda)
    builds.bracket = start({.source = device / "bracket.cu", .kind = SourceKind::device});
  builds.reference = start(reference_request(setting.problem));
  return builds;
}

std::vector<std::string> flags_for(BuildPurpose purpose, RuntimeKind runtime) {
  if (purpose == BuildPurpose::timing) return {};
  if (purpose == BuildPurpose::lockstep) return {"--lockstep"};
  if (runtime == RuntimeKind::emulated) return {"--check"};
  return {"-Xcompiler", "-g1"};
}

// Those of a GPU that none of `cases` equals.
Result<std::vector<Case>> full_size_cases(const SettingOptions& options, const std::vector<Case>& cases) {
  if (options.target.kind == RuntimeKind::cuda) return {};
  JUDGE_TRY(auto on_gpu, cases_of(options.problem, RuntimeKind::cuda, options.extra));
  std::erase_if(on_gpu,
                [&](const Case& test) { return std::ranges::find(cases, test.scalars, &Case::scalars) != cases.end(); });
  return on_gpu;
}

}  // namespace

Result<Opening> open_setting(const SettingOptions& options) {
  const auto& [installation, target, cache_dir, problem, seed, extra] = options;
  JUDGE_TRY(auto cases, cases_of(problem, target.kind, extra));
  JUDGE_TRY(auto at_full_size, full_size_cases(options, cases));
  JUDGE_TRY(auto builder, Builder::create({.cache_dir = cache_dir,
                                           .installation = installation,
                                           .runtime = target.kind,
                                           .compute_major = target.compute_major,
                                           .compute_minor = target.compute_minor}));
  auto setting = std::make_unique<Setting>(installation, target, problem, std::move(cases), seed.value_or(random_bits()),
                                           std::move(builder));
  setting->players = start_process;
  setting->full_size_cases = std::move(at_full_size);
  Opening opening{.setting = std::move(setting), .builds = {}};
  opening.builds = start_own_builds(*opening.setting);
  JUDGE_TRY(opening.setting->runtime, load_runtime_from(target.kind, target.runtime_library));
  JUDGE_TRY(opening.setting->device, describe_device(opening.setting->runtime));
  return opening;
}

BuildRequest reference_request(const Problem& problem) {
  BuildRequest request{
      .source = problem.folder / "reference.cpp", .kind = SourceKind::reference, .defines = problem.reference_defines};
  if (!request.defines.empty()) request.extra_flags = {"-include", "judge/signature.h"};
  return request;
}

Result<BuildResult> build_attempt(const Setting& setting, BuildPurpose purpose, const Submission& submission) {
  return setting.builder.build({.source = submission.attempt.path,
                                .kind = SourceKind::attempt,
                                .include_dirs = {setting.problem.folder},
                                .defines = submission.defines,
                                .extra_flags = flags_for(purpose, setting.target.kind),
                                .content = submission.source});
}

std::size_t host_memory_limit_bytes(const Problem& problem) {
  return problem.host_memory_limit_bytes ? problem.host_memory_limit_bytes : k_host_memory_limit_bytes;
}

PlayerProcess::Options player_options(const Setting& setting, PlayerProcess::Options wish) {
  wish.program = setting.installation.player();
  wish.runtime = setting.target.kind;
  wish.runtime_library = setting.target.runtime_library;
  wish.random_bits = setting.random_bits;
  return wish;
}

Result<std::unique_ptr<Player>> start_player(const Setting& setting, PlayerProcess::Options wish) {
  return setting.players(player_options(setting, std::move(wish)));
}

std::optional<std::size_t> find_case(const std::vector<Case>& cases, const std::string& name) {
  const auto found = std::ranges::find(cases, name, &Case::name);
  if (found == cases.end()) return std::nullopt;
  return static_cast<std::size_t>(found - cases.begin());
}

}  // namespace judge

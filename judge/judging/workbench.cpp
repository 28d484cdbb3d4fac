#include "judge/judging/workbench.hpp"

#include <algorithm>
#include <random>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/fill_buffer.hpp"

namespace judge {

namespace {

// Where the problem says nothing: far more than any honest solve() needs beside a context, far less than would hurt.
constexpr std::size_t k_host_memory_limit_bytes = std::size_t{6} << 30;

constexpr std::size_t k_most_bytes_ahead = std::size_t{2} << 30;

std::uint64_t fresh_seed() {
  std::random_device source;
  return static_cast<std::uint64_t>(source()) << 32 | source();
}

// The finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
std::uint64_t mix(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
  value = (value ^ value >> 27) * 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

}  // namespace

BuildRequest reference_request(const Problem& problem) {
  BuildRequest request{.source = problem.folder / "reference.cpp", .kind = SourceKind::reference, .defines = problem.reference_defines};
  if (!request.defines.empty()) request.extra_flags = {"-include", "judge/signature.h"};
  return request;
}

std::size_t bytes_of(const Case& test) {
  std::size_t bytes = 0;
  for (const auto& argument : test.arguments)
    if (const auto* buffer = std::get_if<BufferArgument>(&argument)) bytes += buffer->bytes();
  return bytes;
}

Result<std::unique_ptr<Workbench>> Workbench::create(WorkbenchOptions options) {
  std::unique_ptr<Workbench> bench(new Workbench(std::move(options)));
  const auto& [installation, target, cache_dir, problem, seed] = bench->m_options;
  bench->m_seed = seed.value_or(fresh_seed());
  JUDGE_TRY(bench->m_cases, cases_of(problem, target.kind));
  JUDGE_TRY(bench->m_builder, Builder::create({.cache_dir = cache_dir,
                                               .installation = installation,
                                               .runtime = target.kind,
                                               .compute_major = target.compute_major,
                                               .compute_minor = target.compute_minor}));
  const auto start = [&builder = *bench->m_builder](BuildRequest request) {
    return std::async(std::launch::async, [&builder, request = std::move(request)] { return builder.build(request); });
  };
  const std::filesystem::path device = installation.device_sources();
  bench->m_device_build = start({.source = device / "referee.cu", .kind = SourceKind::device});
  if (target.kind == RuntimeKind::cuda)
    bench->m_bracket_build = start({.source = device / "bracket.cu", .kind = SourceKind::device});
  bench->m_reference_build = start(reference_request(problem));
  JUDGE_TRY(bench->m_runtime, load_runtime_from(target.kind, target.runtime_library));
  JUDGE_TRY(bench->m_device, describe_device(bench->m_runtime));
  bench->m_clocks = ClockWatch::start(bench->m_runtime, bench->m_device);
  return bench;
}

Result<std::filesystem::path> Workbench::built(std::future<Result<BuildResult>>& build, const char* what) const {
  JUDGE_TRY(const BuildResult result, build.get());
  if (const auto* failure = std::get_if<CompileFailure>(&result))
    return fail("{} does not compile; this is not the attempt's fault:\n{}", what, failure->diagnostics);
  return std::get<Artifact>(result).library;
}

Result<void> Workbench::open() {
  if (m_referee) return {};
  JUDGE_CUDA(m_runtime, cudaFree(nullptr));   // the context is made while compilers run
  constexpr const char* own = "the judge's own device code";
  JUDGE_TRY(const auto device_library, built(m_device_build, own));
  if (m_bracket_build.valid()) {
    JUDGE_TRY(m_bracket_library, built(m_bracket_build, own));
  }
  const std::string reference = (problem().folder / "reference.cpp").string();
  JUDGE_TRY(const auto oracle_library, built(m_reference_build, reference.c_str()));
  JUDGE_TRY(m_oracle, Oracle::load(installation().reference(), oracle_library, problem()));
  JUDGE_TRY(auto kernels, DeviceLibrary::load(m_runtime, device_library));
  JUDGE_TRY(m_referee, Referee::create(m_runtime, kernels, *m_oracle, m_cases));
  return {};
}

std::uint64_t Workbench::seed_of(std::size_t index, int draw) const {
  return mix(m_seed + 0x9e3779b97f4a7c15u * (index * 64 + static_cast<std::size_t>(draw) + 1));
}

Result<const PreparedCase*> Workbench::prepared(std::size_t index, int draw) {
  const auto key = std::pair(index, draw);
  if (const auto found = m_prepared.find(key); found != m_prepared.end()) return &found->second;
  auto host = drawn(index, draw);
  if (!host) return with_seed(host.error());
  auto fresh = prepare_case(m_runtime, *m_oracle, m_cases[index], seed_of(index, draw), *std::move(host));
  if (!fresh) return with_seed(fresh.error());
  return &m_prepared.emplace(key, *std::move(fresh)).first->second;
}

// What a reference does wrong may depend on the inputs.
std::unexpected<Error> Workbench::with_seed(Error error) const {
  if (m_oracle->is_broken()) error.message += fmt::format("\nrepeat these inputs with --seed {}", m_seed);
  return std::unexpected(std::move(error));
}

void Workbench::draw_ahead(std::size_t index, int draws) {
  const Case& test = m_cases[index];
  if (needs_generate(test)) return;
  const std::size_t bytes = std::max(bytes_of(test), std::size_t{1});
  std::vector<std::pair<std::uint64_t, std::promise<Result<std::vector<HostMemory>>>>> work;
  for (int draw = 0; draw < draws && static_cast<std::size_t>(draw + 1) <= k_most_bytes_ahead / bytes; ++draw) {
    work.emplace_back(seed_of(index, draw), std::promise<Result<std::vector<HostMemory>>>());
    m_drawn_ahead[{index, draw}] = work.back().second.get_future();
  }
  m_drawing_ahead = std::async(std::launch::async, [test, work = std::move(work)]() mutable {
    for (auto& [seed, result] : work) result.set_value(draw_inputs(Oracle(), fill_buffer, test, seed));
  });
}

Result<std::vector<HostMemory>> Workbench::drawn(std::size_t index, int draw) {
  if (auto ahead = m_drawn_ahead.extract({index, draw})) return ahead.mapped().get();
  return draw_inputs(*m_oracle, fill_buffer, m_cases[index], seed_of(index, draw));
}

Result<std::vector<HostMemory>> Workbench::inputs(std::size_t index) const {
  return draw_inputs(*m_oracle, fill_buffer, m_cases[index], seed_of(index, 0));
}

std::size_t Workbench::host_memory_limit_bytes() const {
  const std::size_t limit = problem().host_memory_limit_bytes;
  return limit ? limit : k_host_memory_limit_bytes;
}

int Workbench::draws_that_fit(std::size_t index, int wanted) const {
  std::size_t free_bytes = 0, total_bytes = 0;
  const std::size_t bytes = bytes_of(m_cases[index]);
  if (m_runtime.cuda.cudaMemGetInfo(&free_bytes, &total_bytes) != cuda::success) return 1;
  // Half of what is free stays for the attempts.
  for (int draws = wanted; draws > 1; --draws)
    if (static_cast<std::size_t>(draws) * bytes < free_bytes / 2) return draws;
  return 1;
}

Result<PlayerProcess> Workbench::start_player(int patience, PlayerProcess::MemoryLayout memory) const {
  return PlayerProcess::start({.program = m_options.installation.player(),
                               .runtime = m_options.target.kind,
                               .runtime_library = m_options.target.runtime_library,
                               .host_memory_limit_bytes = host_memory_limit_bytes(),
                               .patience = patience,
                               .memory = memory});
}

Result<BuildResult> Workbench::build_attempt_to_examine(const std::filesystem::path& source) const {
  const bool is_emulated = target().kind == RuntimeKind::emulated;
  return m_builder->build({.source = source,
                           .kind = SourceKind::attempt,
                           .include_dirs = {problem().folder},
                           .extra_flags = is_emulated ? std::vector<std::string>{"--check"}
                                                      : std::vector<std::string>{"-Xcompiler", "-g1"}});
}

Result<BuildResult> Workbench::build_attempt_for_lockstep(const std::filesystem::path& source,
                                                          std::vector<std::string> defines) const {
  return m_builder->build({.source = source,
                           .kind = SourceKind::attempt,
                           .include_dirs = {problem().folder},
                           .defines = std::move(defines),
                           .extra_flags = {"--lockstep"}});
}

Result<BuildResult> Workbench::build_attempt(const std::filesystem::path& source,
                                             std::vector<std::string> defines) const {
  return m_builder->build({.source = source,
                           .kind = SourceKind::attempt,
                           .include_dirs = {problem().folder},
                           .defines = std::move(defines)});
}

}  // namespace judge

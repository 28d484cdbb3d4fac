#pragma once

#include <future>
#include <map>
#include <memory>
#include <vector>

#include "judge/build/builder.hpp"
#include "judge/judging/clock_watch.hpp"
#include "judge/judging/target.hpp"
#include "judge/model/problem.hpp"
#include "judge/referee/referee.hpp"

namespace judge {

struct WorkbenchOptions {
  Installation installation;
  Target target;
  std::filesystem::path cache_dir;
  Problem problem;
  std::optional<std::uint64_t> seed;   ///< of the run; nothing = a fresh one
};

/// The build of a problem's reference.cpp.
BuildRequest reference_request(const Problem& problem);

/// Of all buffers of a case.
std::size_t bytes_of(const Case& test);

/// What every command that judges needs, made once: the problem's cases, its reference, the runtime, the referee. What can
/// go on side by side does: compilers run while the device wakes up.
class Workbench {
 public:
  /// Starts the builds of the reference and of the judge's own kernels and loads the runtime. Errors: a compiler, runtime
  /// or the problem's own files fail.
  static Result<std::unique_ptr<Workbench>> create(WorkbenchOptions options);

  const Problem& problem() const { return m_options.problem; }
  const std::vector<Case>& cases() const { return m_cases; }
  const Builder& builder() const { return *m_builder; }
  const Target& target() const { return m_options.target; }
  const Installation& installation() const { return m_options.installation; }
  const Runtime& runtime() const { return m_runtime; }
  const Device& device() const { return m_device; }
  std::uint64_t seed() const { return m_seed; }

  /// Waits for the builds and makes the referee, once. Errors: the reference does not compile or load.
  Result<void> open();
  Referee& referee() { return *m_referee; }
  /// The problem's reference, once open() is done.
  const Oracle& oracle() const { return *m_oracle; }
  ClockWatch& clocks() { return m_clocks; }
  /// The kernels that players time with; empty on the emulated runtime.
  const std::filesystem::path& bracket_library() const { return m_bracket_library; }

  /// The inputs and expected outputs of draw `draw` of case `index`, made when first asked for. Draw 0 is the one that
  /// attempts are checked on; timed calls take several in turn.
  Result<const PreparedCase*> prepared(std::size_t index, int draw = 0);

  /// Begins to draw the inputs of the first `draws` draws of case `index` on the side, for prepared() to take: up to
  /// 2 GiB, and not what the problem's generate() draws.
  void draw_ahead(std::size_t index, int draws);

  /// Draw 0 of case `index` once more, in host memory: as reference() is given it.
  Result<std::vector<HostMemory>> inputs(std::size_t index) const;

  /// How many draws of a case fit into the device's memory, at most `wanted` and at least 1.
  int draws_that_fit(std::size_t index, int wanted) const;

  std::uint64_t seed_of(std::size_t index, int draw) const;

  /// What an attempt may have resident in host memory.
  std::size_t host_memory_limit_bytes() const;

  /// Starts a player; its context is made while we go on. Each call may take `patience` times its limit.
  Result<PlayerProcess> start_player(int patience = 1,
                                     PlayerProcess::MemoryLayout memory = PlayerProcess::MemoryLayout::guarded) const;

  /// Builds an attempt with the problem's solve.h on its include path. `defines`: "NAME=VALUE".
  Result<BuildResult> build_attempt(const std::filesystem::path& source, std::vector<std::string> defines = {}) const;

  /// The same for the checker of this runtime: with debug information, and for the emulated one with calls of it.
  Result<BuildResult> build_attempt_to_examine(const std::filesystem::path& source) const;

  /// The same for the emulated runtime with the lanes of each warp in lockstep.
  Result<BuildResult> build_attempt_for_lockstep(const std::filesystem::path& source, std::vector<std::string> defines) const;

 private:
  explicit Workbench(WorkbenchOptions options) : m_options(std::move(options)) {}
  Result<std::vector<HostMemory>> drawn(std::size_t index, int draw);
  std::unexpected<Error> with_seed(Error error) const;
  Result<std::filesystem::path> built(std::future<Result<BuildResult>>& build, const char* what) const;

  WorkbenchOptions m_options;
  std::uint64_t m_seed = 0;
  std::vector<Case> m_cases;
  std::optional<Builder> m_builder;
  Runtime m_runtime;
  Device m_device;
  ClockWatch m_clocks;
  std::future<Result<BuildResult>> m_reference_build, m_device_build, m_bracket_build;
  std::filesystem::path m_bracket_library;
  std::optional<Oracle> m_oracle;
  std::optional<Referee> m_referee;
  std::map<std::pair<std::size_t, int>, PreparedCase> m_prepared;
  std::map<std::pair<std::size_t, int>, std::future<Result<std::vector<HostMemory>>>> m_drawn_ahead;
  std::future<void> m_drawing_ahead;
};

}  // namespace judge

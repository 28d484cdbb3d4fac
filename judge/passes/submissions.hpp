#pragma once

#include <filesystem>
#include <future>
#include <memory>

#include "judge/passes/common_options.hpp"
#include "judge/passes/passes.hpp"
#include "judge/passes/setting.hpp"
#include "judge/passes/stage_clock.hpp"

namespace judge {

/// What a command line names: a problem, and attempts at it.
struct Named {
  Installation installation;
  std::filesystem::path root;
  Problem problem;
  std::vector<Submission> submissions;
  std::vector<std::string> left_out{};  ///< a line for each thing in the named folders that is not judged
  bool has_unreadable = false;          ///< an attempt among them
  StageClock clock = StageClock();      ///< runs since they were looked for
};

/// `attempts`: files; for a folder every .cu in it and in its folders, however deep, that is not for another problem (catalog/problem_of_file.hpp), for
/// nothing every PREFIX_*.cu in ROOT/solutions. A name stands for ROOT/solutions/NAME.cu, or GROUP/NAME there. Each has a label that tells it
/// from the others. Errors: no such problem or file, an empty folder, a name that several have.
Result<Named> find_named(const CommonOptions& common, const std::string& problem, const std::vector<std::string>& attempts);

/// The attempts alone, without what was left out.
Result<std::vector<Submission>> gather_attempts(const std::vector<std::string>& named, const std::filesystem::path& root,
                                                const Problem& problem);

/// Each submission once for each list of defines, under a name that says which.
std::vector<Submission> with_variants(const std::vector<Submission>& submissions,
                                      const std::vector<std::vector<std::string>>& variants);

/// Its compiler runs, unless its solve() cannot be called as the problem wants.
struct Building : Submission {
  OrDecided<std::future<Result<BuildResult>>> result;
  std::shared_ptr<void> threads{};  ///< that build all of them
};

/// Starts building all of them, as many at once as there are processors. `setting` must outlive what this returns, which waits
/// until all are built.
std::vector<Building> start_builds(const Setting& setting, std::vector<Submission> submissions);

}  // namespace judge

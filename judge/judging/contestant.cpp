#include "judge/judging/contestant.hpp"

#include <algorithm>
#include <semaphore>
#include <thread>

#include "judge/catalog/attempt_signature.hpp"
#include "judge/catalog/folders.hpp"
#include "judge/catalog/new_problem.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"
#include "judge/verdict/judge_outcome.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

// The prefix may have changed since `judge new`.
std::string starter_advice(const fs::path& folder, const Problem& problem) {
  const fs::path starter = starter_under_another_prefix(folder, problem);
  return starter.empty() ? "" : fmt::format("; {} is one under another prefix: mv {} {}", starter.filename().string(), starter.string(),
                                            (folder / (problem.prefix + "_starter.cu")).string());
}

Result<std::vector<fs::path>> files_in(const fs::path& folder, const Problem& problem) {
  if (const auto sources = sources_below(folder); !sources) return std::unexpected(sources.error());
  auto files = attempts_below(folder, problem);
  if (files.empty())
    return fail("{}: holds no {}_*.cu, the attempts at {}{}", folder.string(), problem.prefix, problem.name,
                starter_advice(folder, problem));
  return files;
}

Result<std::vector<fs::path>> resolve(const std::string& named, const fs::path& root, const Problem& problem) {
  std::error_code error;
  if (fs::is_directory(named, error)) return files_in(named, problem);
  if (fs::exists(named, error)) return std::vector<fs::path>{named};
  if (!named.contains('/'))
    for (const auto& file : sources_below(root / "solutions").value_or(std::vector<fs::path>()))
      if (file.stem() == named) return std::vector<fs::path>{file};
  return fail("{}: no such file", named);
}

}  // namespace

Result<std::vector<Contestant>> gather_attempts(const std::vector<std::string>& named, const fs::path& root, const Problem& problem) {
  std::vector<fs::path> files;
  if (named.empty()) {
    JUDGE_TRY(files, files_in(root / "solutions", problem));
  }
  for (const auto& name : named) {
    JUDGE_TRY(const auto found, resolve(name, root, problem));
    files.insert(files.end(), found.begin(), found.end());
  }
  std::vector<Contestant> contestants(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    JUDGE_TRY(contestants[i].source, read_file(files[i]));
    contestants[i].attempt = {.name = files[i].stem().string(), .path = files[i], .content_hash = hash_of(contestants[i].source)};
  }
  return contestants;
}

void start_builds(const Workbench& bench, std::vector<Contestant>& contestants) {
  const auto slots = std::make_shared<std::counting_semaphore<>>(std::max(1u, std::thread::hardware_concurrency()));
  for (auto& contestant : contestants) {
    if (const auto fits = check_attempt_signature(bench.problem(), contestant.source, contestant.attempt.path.string()); !fits) {
      contestant.verdict = judge_build(BuildFailure::does_not_compile, fits.error().message);
      contestant.verdict->summary = "solve() cannot be called with this problem's arguments";
      continue;
    }
    contestant.build = std::async(std::launch::async, [&bench, slots, path = contestant.attempt.path, defines = contestant.defines] {
      slots->acquire();
      auto result = bench.build_attempt(path, defines);
      slots->release();
      return result;
    });
  }
}

}  // namespace judge

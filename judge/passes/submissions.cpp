#include "judge/passes/submissions.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <thread>

#include "judge/catalog/attempt_signature.hpp"
#include "judge/catalog/catalog.hpp"
#include "judge/catalog/folders.hpp"
#include "judge/catalog/new_problem.hpp"
#include "judge/catalog/problem_of_file.hpp"
#include "judge/catalog/suggest.hpp"
#include "judge/model/attempt_labels.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/task_threads.hpp"
#include "judge/verdict/judge_outcome.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

// The prefix may have changed since `judge new`.
std::string starter_advice(const fs::path& folder, const Problem& problem) {
  const fs::path starter = starter_under_another_prefix(folder, problem);
  return starter.empty() ? ""
                         : fmt::format("; {} is one under another prefix: mv {} {}", starter.filename().string(),
                                       starter.string(), (folder / (problem.prefix + "_starter.cu")).string());
}

Result<std::vector<fs::path>> examples_of(const fs::path& root, const Problem& problem) {
  const fs::path folder = root / "solutions";
  auto own = attempts_below(folder, problem);
  std::vector<fs::path> files = own.value_or(std::vector<fs::path>());
  for (const auto& other : roots_beside(root)) {
    const bool has_problem =
        problem.folder.native().starts_with((fs::absolute(other) / "problems").lexically_normal().native());
    if (other == root || !has_problem) continue;
    const auto found = attempts_below(other / "solutions", problem).value_or(std::vector<fs::path>());
    files.insert(files.end(), found.begin(), found.end());
  }
  if (files.empty() && !own) return own;
  if (files.empty())
    return fail("{}: holds no {}_*.cu, the attempts at {}{}; name a file: judge run {} my/a.cu", folder.string(),
                problem.prefix, problem.name, starter_advice(folder, problem), problem.name);
  return files;
}

// A class's files have whatever names; those that their folder or their prefix gives to another problem are left out.
Result<SourcesBelow> files_in(const fs::path& folder, const fs::path& root, const Problem& problem) {
  JUDGE_TRY(auto found, all_sources_below(folder));
  auto& files = found.files;
  if (files.empty())
    return fail("{}: holds no .cu file, nor does a folder in it{}{}{}", folder.string(), starter_advice(folder, problem),
                found.left_out.empty() ? "" : "\n", fmt::join(found.left_out, "\n"));
  const auto problems = ProblemOfFile::among(root);
  const auto is_for_another = [&](const fs::path& file) {
    if (file.filename().string().starts_with(problem.prefix + "_")) return false;
    const auto of = problems ? problems->of(file.lexically_relative(folder)) : std::nullopt;
    return of && *of != problem.name;
  };
  if (std::erase_if(files, is_for_another) > 0 && files.empty())
    return fail(
        "{0}: its .cu files are for other problems, by their folders or prefixes; judge batch {0} judges each at its own, and "
        "a "
        "file that is named is judged at {1}: judge run {1} {2}",
        folder.string(), problem.name, (folder / "*.cu").string());
  return found;
}

// Of a name in this folder, or in one in it. Nothing where there is none.
Result<std::vector<fs::path>> named_in(const fs::path& folder, const std::string& named) {
  std::error_code error;
  if (named.contains('/')) {
    const fs::path file = folder / (named.ends_with(".cu") ? named : named + ".cu");
    return fs::is_regular_file(file, error) ? std::vector<fs::path>{file} : std::vector<fs::path>();
  }
  auto files = sources_below(folder).value_or(std::vector<fs::path>());
  std::erase_if(files, [&](const fs::path& file) { return file.stem() != named; });
  if (files.size() < 2) return files;
  std::vector<std::string> names;
  for (const auto& file : files) names.push_back(file.lexically_relative(folder).replace_extension().string());
  return fail("{}: {} attempts in {} have this name; say which: {}", named, files.size(), folder.string(),
              fmt::join(names, ", "));
}

Result<std::vector<fs::path>> named_in_solutions(const std::string& named, const fs::path& root) {
  for (const auto& one : roots_beside(root)) {
    JUDGE_TRY(auto files, named_in(one / "solutions", named));
    if (!files.empty()) return files;
  }
  return std::vector<fs::path>();
}

Result<std::vector<fs::path>> resolve(const std::string& named, const fs::path& root, const Problem& problem) {
  std::error_code error;
  if (fs::exists(named, error)) return std::vector<fs::path>{named};
  JUDGE_TRY(auto files, named_in_solutions(named, root));
  if (!files.empty()) return files;
  const fs::path folder = named.contains('/') ? fs::path(named).parent_path() : root / "solutions";
  std::vector<std::string> names;
  for (const auto& file : sources_below(folder).value_or(std::vector<fs::path>()))
    if (named.contains('/') || file.filename().string().starts_with(problem.prefix + "_"))
      names.push_back(named.ends_with(".cu") ? file.filename().string() : file.stem().string());
  if (const auto advice = did_you_mean(fs::path(named).filename().string(), names); !advice.empty())
    return fail("{}: no such file{}", named, advice);
  if (named.contains('/') || named.ends_with(".cu"))
    return fail("{}: no such file; judge show {} --starter > {}_mine.cu writes one to begin with", named, problem.name,
                problem.prefix);
  return fail(
      "{0}: no such file, nor {1}; name a file or a folder of them (judge run {2} my/a.cu), or nothing for those in {3}", named,
      (folder / (named + ".cu")).string(), problem.name, folder.string());
}

Result<Submission> submission_of(const fs::path& file) {
  JUDGE_TRY(std::string source, read_submission(file));
  Attempt attempt{.name = file.stem().string(), .path = file, .content_hash = hash_of(source)};
  return Submission{.attempt = std::move(attempt), .source = std::move(source)};
}

struct Gathered {
  std::vector<Submission> submissions;
  std::vector<std::string> left_out;
  bool has_unreadable = false;

  Result<void> add(const std::vector<fs::path>& files) {
    for (const auto& file : files) {
      JUDGE_TRY(submissions.emplace_back(), submission_of(file));
    }
    return {};
  }

  // One that cannot be read keeps none of the others from being judged.
  void add_folder(SourcesBelow found) {
    std::ranges::move(found.left_out, std::back_inserter(left_out));
    has_unreadable |= found.has_unreadable;
    for (const auto& file : found.files) {
      auto submission = submission_of(file);
      if (submission) submissions.push_back(*std::move(submission));
      else left_out.push_back("left out: " + submission.error().message);
      has_unreadable |= !submission;
    }
  }
};

Result<Gathered> gather(const std::vector<std::string>& named, const fs::path& root, const Problem& problem) {
  Gathered gathered;
  if (named.empty()) {
    JUDGE_TRY(const auto files, examples_of(root, problem));
    JUDGE_CHECK(gathered.add(files));
  }
  std::error_code error;
  for (const auto& name : named) {
    if (fs::is_directory(name, error)) {
      JUDGE_TRY(auto found, files_in(name, root, problem));
      gathered.add_folder(std::move(found));
    } else {
      JUDGE_TRY(const auto files, resolve(name, root, problem));
      JUDGE_CHECK(gathered.add(files));
    }
  }
  if (gathered.submissions.empty()) return fail("{}", fmt::join(gathered.left_out, "\n"));
  tell_apart(gathered.submissions);
  return gathered;
}

}  // namespace

Result<std::vector<Submission>> gather_attempts(const std::vector<std::string>& named, const fs::path& root,
                                                const Problem& problem) {
  JUDGE_TRY(auto gathered, gather(named, root, problem));
  return std::move(gathered.submissions);
}

Result<Named> find_named(const CommonOptions& common, const std::string& problem, const std::vector<std::string>& attempts) {
  Named named{.installation = find_installation()};
  JUDGE_TRY(named.root, find_root(common.root, named.installation));
  JUDGE_TRY(named.problem, find_problem(named.root, problem));
  JUDGE_TRY(auto gathered, gather(attempts, named.root, named.problem));
  named.submissions = std::move(gathered.submissions);
  named.left_out = std::move(gathered.left_out);
  named.has_unreadable = gathered.has_unreadable;
  return named;
}

std::vector<Submission> with_variants(const std::vector<Submission>& submissions,
                                      const std::vector<std::vector<std::string>>& variants) {
  std::vector<Submission> all;
  for (const auto& submission : submissions)
    for (const auto& defines : variants) {
      all.push_back({.attempt = submission.attempt, .source = submission.source, .defines = defines});
      Attempt& attempt = all.back().attempt;
      for (const auto& define : defines) attempt.name += " " + define;
      attempt.content_hash = hash_of(attempt.name + submission.source);
    }
  tell_apart(all);
  return all;
}

std::vector<Building> start_builds(const Setting& setting, std::vector<Submission> submissions) {
  std::vector<Building> building;
  std::vector<std::move_only_function<void()>> builds;
  for (auto& submission : submissions) {
    building.push_back({std::move(submission), {}});
    const Submission& wanted = building.back();
    if (const auto fits = check_attempt_signature(setting.problem, wanted.source, wanted.attempt.path.string()); !fits) {
      Decided decided{.verdict = judge_build(BuildFailure::does_not_compile, fits.error().message)};
      decided.verdict.summary = "solve() cannot be called with this problem's arguments";
      building.back().result = std::unexpected(std::move(decided));
      continue;
    }
    std::packaged_task<Result<BuildResult>()> build(
        [&setting, wanted] { return build_attempt(setting, BuildPurpose::timing, wanted); });
    building.back().result = build.get_future();
    builds.emplace_back(std::move(build));
  }
  const auto threads = run_on_threads(std::move(builds), std::max(1u, std::thread::hardware_concurrency()));
  for (auto& one : building) one.threads = threads;
  return building;
}

}  // namespace judge

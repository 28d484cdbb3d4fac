#include "judge/batch/submitters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "judge/render/terminal.hpp"

namespace judge {

namespace {

const std::string k_accepted(name_of(VerdictKind::accepted));

/// Of a job that nobody knows the problem of, only the id has it.
std::filesystem::path file_of(const BatchResult& result) { return result.path.empty() ? result.id : result.path; }

/// Results have absolute paths, and a command line may name a folder from where it is.
std::filesystem::path full_path(const std::filesystem::path& path) {
  std::error_code error;
  const auto full = std::filesystem::absolute(path, error);
  return (error ? path : full).lexically_normal();
}

/// "reduction wrong-answer, 2 time-limit"
std::string verdicts_text(const std::string& problem, const std::map<std::string, int>& verdicts) {
  std::string text = problem;
  for (const auto& [verdict, count] : verdicts)
    text += (text == problem ? " " : ", ") + (count > 1 ? fmt::format("{} ", count) : "") + verdict;
  return text;
}

}  // namespace

Submitters::Submitters(const std::filesystem::path& folder, Which which) : m_folder(full_path(folder)), m_which(which) {}

std::string Submitters::name_of_submitter(const BatchResult& result) const {
  const std::filesystem::path path = full_path(file_of(result)).lexically_relative(m_folder);
  for (const auto& part : path.parent_path())
    if (part.string() != result.problem) return printable_line(part.string());
  return printable_line(path.stem().string());
}

void Submitters::add(const BatchResult& result) {
  if (are_too_many()) return;
  const std::string problem = result.problem.empty() ? printable_line(file_of(result).filename().string()) : result.problem;
  ++m_problems[name_of_submitter(result)][problem][result.verdict ? std::string(name_of(*result.verdict)) : "not judged"];
}

std::string Submitters::text() const {
  if (m_problems.size() < 2) return "";
  if (are_too_many())
    return fmt::format("more than {} folders and files: --summary says which problems each has solved\n", k_few);
  std::size_t width = 0;
  for (const auto& [name, problems] : m_problems) width = std::max(width, name.size());
  std::string text;
  for (const auto& [name, problems] : m_problems) {
    std::vector<std::string> open;
    for (const auto& [problem, verdicts] : problems)
      if (!verdicts.contains(k_accepted)) open.push_back(verdicts_text(problem, verdicts));
    text += fmt::format("{:<{}}  {} of {} solved", name, width, problems.size() - open.size(), problems.size());
    for (std::size_t i = 0; i < open.size(); ++i) text += (i == 0 ? ": " : "; ") + open[i];
    text += '\n';
  }
  return text;
}

}  // namespace judge

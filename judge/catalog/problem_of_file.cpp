#include "judge/catalog/problem_of_file.hpp"

#include "judge/catalog/catalog.hpp"

namespace judge {

namespace fs = std::filesystem;

Result<ProblemOfFile> ProblemOfFile::among(const fs::path& root) {
  ProblemOfFile found;
  JUDGE_TRY(const auto folders, visible_problems(root));
  for (const auto& [name, path] : folders) {
    found.m_by_name[name] = name;
    if (const auto summary = load_summary(path)) found.m_by_name[summary->prefix + "_"] = name;
  }
  return found;
}

std::optional<std::string> ProblemOfFile::of(const fs::path& file) const {
  const auto known = [&](const std::string& name) { return m_by_name.find(name); };
  auto found = m_by_name.end();
  for (fs::path folder = file.parent_path(); found == m_by_name.end() && folder.has_filename(); folder = folder.parent_path())
    found = known(folder.filename().string());
  const std::string stem = file.stem().string();
  for (auto end = stem.rfind('_'); found == m_by_name.end() && end != std::string::npos && end != 0;
       end = stem.rfind('_', end - 1))
    found = known(stem.substr(0, end + 1));
  return found == m_by_name.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace judge

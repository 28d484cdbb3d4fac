#include "judge/catalog/folders.hpp"

#include <algorithm>

namespace judge {

namespace fs = std::filesystem;

namespace {

Result<std::vector<fs::path>> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) entries.push_back(it->path());
  if (error) return fail("{}: cannot be listed: {}", folder.string(), error.message());
  std::ranges::sort(entries);
  return entries;
}

bool is_group(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error) && !path.filename().string().starts_with('.');
}

}  // namespace

bool is_problem_folder(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "problem.json", error) || fs::exists(folder / "solve.h", error);
}

Result<std::map<std::string, fs::path>> problem_folders(const fs::path& root) {
  std::map<std::string, fs::path> folders;
  const auto add = [&](const fs::path& folder) -> Result<void> {
    const auto [known, is_new] = folders.emplace(folder.filename().string(), folder);
    if (!is_new)
      return fail("two problems are called {}: {} and {}; rename one of the folders", known->first, known->second.string(),
                  folder.string());
    return {};
  };
  JUDGE_TRY(const auto entries, entries_of(root / "problems"));
  for (const auto& entry : entries) {
    if (is_problem_folder(entry)) {
      JUDGE_CHECK(add(entry));
    } else if (is_group(entry)) {
      for (const auto& inner : entries_of(entry).value_or(std::vector<fs::path>()))
        if (is_problem_folder(inner)) JUDGE_CHECK(add(inner));
    }
  }
  return folders;
}

Result<std::vector<fs::path>> sources_below(const fs::path& folder) {
  std::vector<fs::path> sources;
  const auto add = [&](const fs::path& path) {
    if (path.extension() == ".cu") sources.push_back(path);
  };
  JUDGE_TRY(const auto entries, entries_of(folder));
  for (const auto& entry : entries) {
    add(entry);
    if (is_group(entry)) std::ranges::for_each(entries_of(entry).value_or(std::vector<fs::path>()), add);
  }
  std::ranges::sort(sources);
  return sources;
}

std::set<std::string> example_names(const fs::path& root) {
  std::set<std::string> names;
  for (const auto& source : sources_below(root / "solutions").value_or(std::vector<fs::path>())) {
    const auto name = source.stem().string();
    if (source.parent_path().filename() != "mine" && !name.contains("_mine")) names.insert(name);
  }
  return names;
}

Result<std::vector<fs::path>> attempts_below(const fs::path& folder, const Problem& problem) {
  JUDGE_TRY(auto sources, sources_below(folder));
  std::erase_if(sources, [&](const fs::path& path) { return !path.filename().string().starts_with(problem.prefix + "_"); });
  return sources;
}

}  // namespace judge

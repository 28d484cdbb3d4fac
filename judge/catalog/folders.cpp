#include "judge/catalog/folders.hpp"

#include <unistd.h>

#include <algorithm>

#include "judge/catalog/suggest.hpp"

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

namespace {

// Counts what is no attempt, by why.
class SourcesLister {
 public:
  explicit SourcesLister(const fs::path& folder) : m_folder(folder) {}

  // False: what is in this folder is of no interest.
  bool add(const fs::directory_entry& entry) {
    std::error_code ignored;
    const fs::path& path = entry.path();
    const std::string extension = path.extension();
    if (entry.is_directory(ignored)) return is_to_be_entered(entry);
    if (is_link_out_of(m_folder, entry)) ++m_left_out[k_links_out];
    else if (extension == ".cu" && entry.is_regular_file(ignored)) m_found.files.push_back(path);
    else if (extension == ".cu") leave_out_unreadable(path, "no file: a link that leads nowhere, or a pipe");
    else if (lower_case(extension) == ".cu") ++m_left_out["*" + extension + ": rename them to .cu"];
    return true;
  }

  SourcesBelow found(const fs::path& folder) && {
    for (const auto& [what, count] : m_left_out)
      m_found.left_out.push_back(fmt::format("{}: left out: {} {}", folder.string(), count, what));
    std::ranges::sort(m_found.files);
    return std::move(m_found);
  }

 private:
  bool is_to_be_entered(const fs::directory_entry& entry) {
    std::error_code ignored;
    if (entry.path().filename().string().starts_with('.')) return false;
    if (entry.is_symlink(ignored)) ++m_left_out["links to folders: name those folders themselves"];
    else if (::access(entry.path().c_str(), R_OK | X_OK) != 0) ++m_left_out["folders that you may not read"];
    return true;
  }

  void leave_out_unreadable(const fs::path& path, const std::string& why) {
    m_found.left_out.push_back(fmt::format("{}: left out: {}", path.string(), why));
    m_found.has_unreadable = true;
  }

  const fs::path& m_folder;
  SourcesBelow m_found;
  std::map<std::string, int> m_left_out;
};

}  // namespace

bool is_link_out_of(const fs::path& folder, const fs::directory_entry& entry) {
  std::error_code error;
  if (entry.path().extension() != ".cu" || !entry.is_symlink(error) || !entry.is_regular_file(error)) return false;
  const fs::path top = fs::weakly_canonical(folder, error), file = fs::weakly_canonical(entry.path(), error);
  return std::ranges::mismatch(file, top).in2 != top.end();
}

Result<SourcesBelow> all_sources_below(const fs::path& folder) {
  std::error_code error;
  SourcesLister lister(folder);
  using Entries = fs::recursive_directory_iterator;
  Entries entry(folder, fs::directory_options::skip_permission_denied, error);
  for (; entry != Entries() && !error; entry.increment(error))
    if (!lister.add(*entry)) entry.disable_recursion_pending();
  if (error) return fail("{}: cannot be listed: {}", folder.string(), error.message());
  return std::move(lister).found(folder);
}

Result<std::vector<fs::path>> sources_below(const fs::path& folder) {
  std::vector<fs::path> sources;
  const auto add = [&](const fs::path& path) {
    std::error_code error;
    if (path.extension() == ".cu" && fs::is_regular_file(path, error)) sources.push_back(path);
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

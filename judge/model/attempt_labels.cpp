#include "judge/model/attempt_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t k_hash_digits = 7;

/// Folders of a path from the innermost outwards; the first is the file's own name.
using Steps = std::vector<std::string>;

Steps steps_of(const fs::path& path) {
  Steps steps;
  for (const fs::path& part : path.lexically_normal())
    if (part.has_filename() && part != "." && part != "..") steps.push_back(part.string());
  std::ranges::reverse(steps);
  return steps;
}

bool begins_with(const Steps& steps, const Steps& beginning) {
  return beginning.size() <= steps.size() && std::ranges::equal(beginning, std::span(steps).first(beginning.size()));
}

/// Each path of one name, and the longest one that it may be the end of: the same where it may be that of several.
std::map<Steps, Steps> whole_paths(const std::set<Steps>& paths) {
  std::map<Steps, Steps> whole;
  // What begins with the same steps stands behind it. Of these, the last is the whole one if all the others lead to it.
  for (auto path = paths.rbegin(); path != paths.rend(); ++path) {
    const Steps* only = nullptr;
    bool is_of_several = false;
    for (auto longer = paths.upper_bound(*path); longer != paths.end() && begins_with(*longer, *path); ++longer) {
      const Steps& end = whole.at(*longer);
      is_of_several |= only && *only != end;
      only = &end;
    }
    whole[*path] = path->empty() || !only || is_of_several ? *path : *only;
  }
  return whole;
}

std::string with_folders(const std::string& name, const Steps& steps, std::size_t folders) {
  if (folders == 0 || steps.empty()) return name;
  if (steps.size() == 1) return "./" + name;
  std::string label = name;
  for (std::size_t i = 1; i < steps.size() && i <= folders; ++i) label = steps[i] + "/" + label;
  return label;
}

/// The least number of folders that tells as many of the paths apart as all folders would.
std::size_t folders_needed(const std::string& name, const std::set<Steps>& paths) {
  std::size_t most = 0;
  for (const auto& path : paths) most = std::max(most, path.size());
  const auto told_apart = [&](std::size_t folders) {
    std::set<std::string> labels;
    for (const auto& path : paths) labels.insert(with_folders(name, path, folders));
    return labels.size();
  };
  std::size_t folders = 0;
  for (const auto all = told_apart(most); told_apart(folders) < all;) ++folders;
  return folders;
}

std::string with_hash(const std::string& label, const Attempt& attempt) {
  return fmt::format("{} ({})", label, attempt.content_hash.substr(0, k_hash_digits));
}

/// Of attempts of one name.
void label_namesakes(std::span<const Attempt* const> attempts, const std::vector<std::size_t>& namesakes, EditedFile edited,
                     std::vector<std::string>& labels) {
  std::set<Steps> named;
  for (const auto i : namesakes) named.insert(steps_of(attempts[i]->path));
  const auto whole = whole_paths(named);
  std::set<Steps> paths;
  for (const auto& [path, end] : whole) paths.insert(end);
  const std::size_t folders = folders_needed(attempts[namesakes.front()]->name, paths);

  std::map<std::string, std::set<std::string>> contents;
  std::map<std::string, std::set<Steps>> files;
  for (const auto i : namesakes) {
    const Steps& path = whole.at(steps_of(attempts[i]->path));
    labels[i] = with_folders(attempts[i]->name, path, folders);
    contents[labels[i]].insert(attempts[i]->content_hash);
    files[labels[i]].insert(path);
  }
  for (const auto i : namesakes) {
    const bool is_one_file =
        edited == EditedFile::is_the_same && files[labels[i]].size() == 1 && !files[labels[i]].begin()->empty();
    if (contents[labels[i]].size() > 1 && !is_one_file) labels[i] = with_hash(labels[i], *attempts[i]);
  }
}

}  // namespace

std::vector<std::string> attempt_labels(std::span<const Attempt* const> attempts, EditedFile edited) {
  std::map<std::string_view, std::vector<std::size_t>> by_name;
  for (std::size_t i = 0; i < attempts.size(); ++i) by_name[attempts[i]->name].push_back(i);
  std::vector<std::string> labels(attempts.size());
  for (const auto& [name, namesakes] : by_name)
    if (namesakes.size() == 1) labels[namesakes.front()] = name;
    else label_namesakes(attempts, namesakes, edited, labels);
  return labels;
}

bool is_called(const Attempt& attempt, std::string_view text) {
  if (text == attempt.name || text == attempt.content_hash) return true;
  const auto is_hash = [&](std::string_view digits) {
    return digits.size() >= k_hash_digits && attempt.content_hash.starts_with(digits);
  };
  if (is_hash(text)) return true;
  if (const auto begin = text.rfind(" ("); begin != text.npos && text.ends_with(')')) {
    if (!is_hash(text.substr(begin + 2, text.size() - begin - 3))) return false;
    text = text.substr(0, begin);
    if (text == attempt.name) return true;
  }
  if (!text.contains('/')) return false;
  if (text.ends_with(".cu")) text.remove_suffix(3);
  Steps wanted = steps_of(text), path = steps_of(attempt.path);
  if (wanted.empty() || path.empty()) return false;
  path.front() = wanted.front() == attempt.name ? attempt.name : fs::path(path.front()).stem().string();
  return text.starts_with("./") && wanted.size() == 1 ? path == wanted : begins_with(path, wanted);
}

}  // namespace judge

#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

/// Problems and attempts lie in a folder, or one deeper, in folders that group them: problems/attention/causal-self-attention.
namespace judge {

/// Does this entry, somewhere below `folder`, lead to a .cu file elsewhere? Whoever made the folder may neither own that file nor have written it.
bool is_link_out_of(const std::filesystem::path& folder, const std::filesystem::directory_entry& entry);

inline constexpr const char* k_links_out = "links to files outside of it: name those files themselves";

bool is_problem_folder(const std::filesystem::path& folder);

/// The problem folders under root/problems by their names. A folder with a problem.json or a solve.h is one. Errors: the folder
/// cannot be listed; two problems have one name.
Result<std::map<std::string, std::filesystem::path>> problem_folders(const std::filesystem::path& root);

/// All .cu files below a folder, however deep, sorted, and what is there and cannot be judged.
struct SourcesBelow {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> left_out;  ///< "class: left out: 2 links to folders: name those folders themselves"
  bool has_unreadable = false;        ///< a .cu that is no file among what was left out
};

/// Hidden folders are left out without a word. Errors: the folder cannot be listed.
Result<SourcesBelow> all_sources_below(const std::filesystem::path& folder);

/// The .cu files in a folder and in the folders in it, sorted. Errors: it cannot be listed.
Result<std::vector<std::filesystem::path>> sources_below(const std::filesystem::path& folder);

/// Those of them that are attempts at the problem, PREFIX_*.cu. Errors: the folder cannot be listed.
Result<std::vector<std::filesystem::path>> attempts_below(const std::filesystem::path& folder, const Problem& problem);

/// The names of the examples below root/solutions: of its .cu files all but those in solutions/mine/ and those with "_mine" in their
/// names, which are one's own. Empty where there is no such folder.
std::set<std::string> example_names(const std::filesystem::path& root);

}  // namespace judge

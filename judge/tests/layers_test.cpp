// The folders of judge/ are layers, in the order of judge/CMakeLists.txt: what a file includes lies in its own folder or in one
// before it. Inside a folder no files include each other in a circle; a .hpp and the .cpp of its name count as one.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "judge/util/files.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;

const fs::path k_judge = fs::path(JUDGE_SOURCE_DIR) / "judge";

/// The folders, lowest first, as the build adds them.
std::vector<std::string> layers() {
  const std::string text = read_file(k_judge / "CMakeLists.txt").value_or("");
  std::vector<std::string> names{"util", "model"};
  std::smatch list;
  if (!std::regex_search(text, list, std::regex(R"(foreach\(layer ([^)]*)\))"))) return names;
  std::istringstream words(list[1]);
  for (std::string word; words >> word;) names.push_back(word);
  return names;
}

/// What stands between the quotes or brackets of a line `#include`; empty for other lines.
std::string_view included_in(std::string_view line) {
  for (const std::string_view word : {"#", "include"}) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with(word)) return {};
    line.remove_prefix(word.size());
  }
  const auto begin = line.find_first_of("\"<"), end = line.find_last_of("\">");
  return end == line.npos || begin >= end ? std::string_view() : line.substr(begin + 1, end - begin - 1);
}

std::vector<std::string> all_includes_of(const fs::path& file) {
  std::vector<std::string> found;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);)
    if (const auto name = included_in(line); !name.empty()) found.emplace_back(name);
  return found;
}

/// The files of judge/ that a file includes; <judge/reference.h> is none of these.
std::vector<fs::path> includes_of(const fs::path& file) {
  constexpr std::string_view begin = "judge/";
  std::vector<fs::path> found;
  for (const auto& name : all_includes_of(file))
    if (name.starts_with(begin) && fs::exists(k_judge.parent_path() / name)) found.emplace_back(name.substr(begin.size()));
  return found;
}

std::vector<fs::path> sources_below(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(k_judge / folder))
    if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

TEST(Layers, NoFolderIncludesFromOneAboveIt) {
  const auto names = layers();
  ASSERT_GT(names.size(), 15u);
  for (const auto& entry : fs::directory_iterator(k_judge)) {
    const std::string name = entry.path().filename();
    const bool is_layer = std::ranges::count(names, name) > 0;
    EXPECT_TRUE(is_layer || name == "tests" || !entry.is_directory()) << name << " is no layer";
  }
  std::size_t arrows = 0;
  for (std::size_t layer = 0; layer < names.size(); ++layer)
    for (const auto& file : sources_below(names[layer]))
      for (const auto& included : includes_of(file)) {
        const auto of = std::ranges::find(names, included.begin()->string()) - names.begin();
        EXPECT_LE(static_cast<std::size_t>(of), layer)
            << file.lexically_relative(k_judge) << " includes judge/" << included.string();
        arrows += static_cast<std::size_t>(of) < layer;
      }
  RecordProperty("arrows", static_cast<int>(arrows));
  EXPECT_GT(arrows, 300u) << "the includes were not found";
}

// Else the tests here do not see it.
TEST(Layers, WhatLiesBesideAFileIsIncludedByItsWholePath) {
  for (const auto& folder : layers())
    for (const auto& file : sources_below(folder))
      for (const auto& name : all_includes_of(file))
        EXPECT_FALSE(fs::exists(file.parent_path() / name))
            << file.lexically_relative(k_judge) << " includes " << name << ": write judge/...";
}

TEST(Layers, AnIncludeIsFoundHoweverItIsWritten) {
  EXPECT_EQ(included_in("#include \"judge/util/files.hpp\""), "judge/util/files.hpp");
  EXPECT_EQ(included_in("  #  include <judge/util/files.hpp>  // why"), "judge/util/files.hpp");
  EXPECT_EQ(included_in("\"#include <judge/reference.h>\""), "");
  EXPECT_EQ(included_in("#include"), "");
}

using Graph = std::map<std::string, std::set<std::string>>;

/// A path along which `name` comes back to itself, or nothing.
std::vector<std::string> circle_from(const Graph& graph, const std::string& name) {
  std::map<std::string, std::string> from;
  std::vector<std::string> open{name};
  while (!open.empty()) {
    const std::string at = open.back();
    open.pop_back();
    const auto next = graph.find(at);
    if (next == graph.end()) continue;
    for (const auto& to : next->second) {
      if (to == name) {
        std::vector<std::string> path{name};
        for (std::string step = at; step != name; step = from[step]) path.insert(path.begin(), step);
        path.insert(path.begin(), name);
        return path;
      }
      if (from.emplace(to, at).second) open.push_back(to);
    }
  }
  return {};
}

/// What includes what inside a folder.
Graph graph_of(const std::string& folder) {
  Graph graph;
  for (const auto& file : sources_below(folder)) {
    const std::string from = file.lexically_relative(k_judge).replace_extension().string();
    for (auto included : includes_of(file))
      if (const std::string to = included.replace_extension().string(); to != from && *included.begin() == folder)
        graph[from].insert(to);
  }
  return graph;
}

std::string circle_text(const Graph& graph, const std::string& name) {
  std::string path;
  for (const auto& step : circle_from(graph, name)) path += (path.empty() ? "" : " -> ") + step;
  return path;
}

TEST(Layers, NoFilesOfAFolderIncludeEachOtherInACircle) {
  for (const auto& folder : layers()) {
    const Graph graph = graph_of(folder);
    for (const auto& [from, unused] : graph) EXPECT_EQ(circle_text(graph, from), "");
  }
}

TEST(Layers, ACircleIsFound) {
  const Graph graph{{"a", {"b", "d"}}, {"b", {"c"}}, {"c", {"a"}}, {"d", {}}};
  EXPECT_EQ(circle_text(graph, "a"), "a -> b -> c -> a");
  EXPECT_EQ(circle_text(graph, "d"), "");
}

}  // namespace
}  // namespace judge

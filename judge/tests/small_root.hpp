#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"

namespace judge {

/// A root with one problem, without what takes seconds and says nothing about what does not depend on the problem: its sweeps, its
/// larger untimed cases, and more than 100,000 elements.
class SmallRoot {
 public:
  explicit SmallRoot(const std::string& problem = "elementwise/vector-addition") {
    const auto copy = m_folder.path() / "problems" / std::filesystem::path(problem).filename();
    std::filesystem::create_directory(copy.parent_path());
    std::filesystem::copy(JUDGE_SOURCE_DIR "/problems/" + problem, copy);
    std::filesystem::create_symlink(JUDGE_SOURCE_DIR "/solutions", m_folder.path() / "solutions");
    auto document = parse_json(read_file(copy / "tests.json").value()).value();
    auto& cases = document["cases"].get_ref<nlohmann::json::array_t&>();
    std::erase_if(cases, is_left_out);
    for (auto& one : cases)
      for (auto& extent : one.contains("emulated") ? one["emulated"] : one["scalars"])
        extent = std::min(extent.get<int>(), 100'000);
    EXPECT_TRUE(write_file(copy / "tests.json", document.dump()));
  }

  std::string path() const { return m_folder.path(); }

 private:
  static bool is_left_out(const nlohmann::json& one) {
    const auto is_large = [](const nlohmann::json& extent) { return extent > 20'000; };
    return one.contains("sweep") || one.contains("runtime") ||
           (!one.contains("timed") && std::ranges::any_of(one["scalars"], is_large));
  }

  TemporaryDirectory m_folder = TemporaryDirectory::create("small-root").value();
};

}  // namespace judge

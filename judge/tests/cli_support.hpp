#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "judge/cli/judge.hpp"
#include "judge/model/record_json.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

namespace judge {

struct Ran {
  int status = 0;
  std::string out, err;
};

/// `judge WORDS` in this process.
inline Ran ran_judge(const std::vector<std::string>& words) {
  std::vector<const char*> argv{"judge"};
  for (const auto& word : words) argv.push_back(word.c_str());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int status = run_judge(static_cast<int>(argv.size()), argv.data());
  return {status, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

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

  TemporaryDirectory m_folder = TemporaryDirectory::create("judge-small-root").value();
};

/// What the real binary works on.
struct Surroundings {
  std::string ledger;
  std::string root = JUDGE_SOURCE_DIR;
  std::string cache = JUDGE_BINARY_DIR "/tests/cache";
};

/// The words of `judge WORDS MORE` through the real binary, on the emulated runtime.
inline std::vector<std::string> real_judge(const Surroundings& around, const std::vector<std::string>& words,
                                           const std::vector<std::string>& more = {}) {
  std::vector<std::string> all{JUDGE_BINARY_DIR "/bin/judge",
                               "--runtime",
                               "emulated",
                               "--root",
                               around.root,
                               "--ledger",
                               around.ledger,
                               "--cache",
                               around.cache};
  all.insert(all.end(), words.begin(), words.end());
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

inline CommandResult ran_real_judge(const Surroundings& around, const std::vector<std::string>& words,
                                    const std::vector<std::string>& more = {}) {
  auto ended = run_command(real_judge(around, words, more));
  EXPECT_TRUE(ended) << ended.error().message;
  return ended ? *std::move(ended) : CommandResult{.exit_status = -1};
}

}  // namespace judge

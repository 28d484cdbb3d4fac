#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "judge/cli/judge.hpp"
#include "judge/model/record_json.hpp"
#include "judge/tests/small_root.hpp"
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

// What tools/fuzz has found once, and valid inputs, through the same functions in an ordinary build.
#include <gtest/gtest.h>

#include <filesystem>

#include "judge/tests/fuzz/targets.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;

TEST(FuzzCorpus, ComesBack) {
  const fs::path corpus = fs::path(JUDGE_SOURCE_DIR) / "judge/tests/fuzz/corpus";
  for (const auto& target : fuzz_targets()) {
    for (const auto& seed : target.seeds()) {
      target.call(seed);
      target.call(seed.substr(0, seed.size() / 2));
    }
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(corpus / target.name, error)) target.call(read_file(entry.path()).value());
  }
}

}  // namespace
}  // namespace judge

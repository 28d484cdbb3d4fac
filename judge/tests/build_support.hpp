#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "judge/build/builder.hpp"
#include "judge/util/files.hpp"

namespace judge::build_test {

namespace fs = std::filesystem;

/// A folder with an installation whose judge-cucc is the fake one, a cache and a place for sources.
struct Workshop {
  TemporaryDirectory folder = TemporaryDirectory::create("build-test").value();

  Workshop() {
    fs::create_directories(root() / "libexec/judge");
    fs::create_directories(root() / "share/judge/include/emulated");
    fs::create_directories(root() / "share/judge/include/reference");
    fs::copy_file(fs::path(JUDGE_TEST_DATA) / "build/fake-cucc", root() / "libexec/judge/judge-cucc");
    EXPECT_TRUE(write_file(log(), ""));
    ::setenv("FAKE_CUCC_LOG", log().c_str(), 1);
  }

  const fs::path& root() const { return folder.path(); }
  fs::path log() const { return root() / "log"; }
  fs::path cache() const { return root() / "cache"; }

  fs::path write(const fs::path& name, const std::string& content) const {
    fs::create_directories((root() / name).parent_path());
    EXPECT_TRUE(write_file(root() / name, content));
    return root() / name;
  }

  BuilderOptions options() const {
    return {.cache_dir = cache(), .installation = {root()}, .runtime = RuntimeKind::emulated, .compilers_log = log()};
  }
  Builder builder() const { return Builder::create(options()).value(); }

  /// How often the compiler of attempts has run.
  long compilations() const {
    const auto text = read_file(log());
    return text ? std::ranges::count(*text, '\n') : 0;
  }

  /// All files of one kind in the cache.
  std::vector<fs::path> cached(const std::string& extension) const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(cache()))
      if (entry.path().extension() == extension) found.push_back(entry.path());
    return found;
  }
};

inline Artifact built(const Result<BuildResult>& result) {
  EXPECT_TRUE(result) << result.error().message;
  if (!result) return {};
  const auto* failure = std::get_if<CompileFailure>(&*result);
  EXPECT_EQ(failure, nullptr) << failure->diagnostics;
  return failure ? Artifact{} : std::get<Artifact>(*result);
}

inline CompileFailure refused(const Result<BuildResult>& result) {
  EXPECT_TRUE(result) << result.error().message;
  if (!result) return {};
  const auto* failure = std::get_if<CompileFailure>(&*result);
  EXPECT_NE(failure, nullptr) << "it compiled";
  return failure ? *failure : CompileFailure{};
}

constexpr const char* good_source = "extern \"C\" void solve(const float* a, float* b, int n) { b[0] = a[0] * n; }\n";

}  // namespace judge::build_test

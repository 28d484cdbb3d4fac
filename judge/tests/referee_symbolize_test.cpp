#include "judge/referee/symbolize.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "judge/util/files.hpp"
#include "judge/util/landlock.hpp"

namespace judge {
namespace {

void expect_place(const std::string& frames, const std::string& file, int line, int column) {
  const SourceLine found = first_of_the_users(frames);
  EXPECT_EQ(found.file, file) << frames;
  EXPECT_EQ(found.line, line) << frames;
  EXPECT_EQ(found.column, column) << frames;
}

TEST(Symbolize, LooksUpEachOffsetOnceAndFewInAll) {
  int look_ups = 0;
  SourceLines places("a.so", [&](const std::filesystem::path&, std::uint64_t offset) {
    ++look_ups;
    return SourceLine{"a.cu", static_cast<int>(offset), 0};
  });
  for (const std::uint64_t offset : {0, 7, 7}) EXPECT_EQ(places.at(offset).line, static_cast<int>(offset));
  EXPECT_EQ(look_ups, 1);
  for (std::uint64_t offset = 1; offset <= 400; ++offset) places.at(offset);
  EXPECT_EQ(look_ups, 32);
  EXPECT_EQ(places.at(7).line, 7);
  EXPECT_EQ(places.at(400).line, 0);
}

TEST(Symbolize, FourHundredOffsetsCostNoMoreThanASecond) {
  int look_ups = 0;
  SourceLines places("a.so", [&](const std::filesystem::path&, std::uint64_t) {
    ++look_ups;
    std::this_thread::sleep_for(std::chrono::milliseconds(65));
    return SourceLine{"a.cu", 1, 0};
  });
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t offset = 1; offset <= 400; ++offset) places.at(offset);
  EXPECT_EQ(look_ups, 8);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));  // 0.52 s on a machine that is idle
}

TEST(Symbolize, TakesTheInnermostFrameThatIsTheUsers) {
  expect_place("/usr/share/judge/include/emulated/judge_emulated/atomics.h:65:3\n/home/me/a.cu:12:9\n/home/me/a.cu:3:1\n",
               "/home/me/a.cu", 12, 9);
  expect_place("??:0:0\n", "", 0, 0);
  expect_place("/usr/local/cuda/include/cuda_runtime.h:10:3\nb.cu:4:2\n", "b.cu", 4, 2);
}

TEST(Symbolize, AProgramThatReadsALibraryWritesNoFile) {
  if (Landlock::version() == 0) GTEST_SKIP() << "the kernel has no Landlock";
  const TemporaryDirectory folder = *TemporaryDirectory::create("symbolize");
  const auto file = folder.path() / "written";
  EXPECT_EQ(output_of_reader({"/bin/sh", "-c", "echo x >" + file.string() + "; echo read"}), "read\n");
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Symbolize, KnowsNoColumnFromAddr2line) {
  expect_place("/home/me/a.cu:12\n", "/home/me/a.cu", 12, 0);
  expect_place("/home/me/a.cu:12 (discriminator 3)\n", "/home/me/a.cu", 12, 0);
  expect_place("/home/me/a.cu:?\n", "", 0, 0);
}

}  // namespace
}  // namespace judge

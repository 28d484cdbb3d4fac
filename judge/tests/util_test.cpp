#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "judge/util/bounded_text.hpp"
#include "judge/util/child_setting.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/lines.hpp"
#include "judge/util/process.hpp"
#include "judge/util/regex.hpp"
#include "judge/util/task_threads.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

TEST(BoundedText, KeepsBothEndsAndSaysWhatIsMissing) {
  BoundedText text(10);
  text.append("0123456");
  text.append("789");
  EXPECT_EQ(text.text(), "0123456789");
  text.append("a");
  EXPECT_EQ(text.text(), "01234\n... 1 bytes left out\n6789a");
  for (int i = 0; i < 100; ++i) text.append("bc");
  EXPECT_EQ(text.text(), "01234\n... 201 bytes left out\ncbcbc");
  BoundedText at_once(10);
  at_once.append(std::string(1000, 'x') + "end");
  EXPECT_EQ(at_once.text(), "xxxxx\n... 993 bytes left out\nxxend");
}

TEST(Hash, IsSha256WithLengthsBetweenFields) {
  EXPECT_NE(Hasher{}.field("ab").field("c").finish(), Hasher{}.field("a").field("bc").finish());
  // printf '\5\0\0\0\0\0\0\0judge' | sha256sum
  EXPECT_EQ(hash_of("judge"), "4a1b53dfd5c6afc13c9a417ddb012cb494469ace4b183bd11d43e8de9f18d6bd");
}

TEST(RunCommand, GivesBothOutputsAndTheStatus) {
  const auto result = run_command({"sh", "-c", "echo out; echo err >&2; exit 3"});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->standard_output, "out\n");
  EXPECT_EQ(result->standard_error, "err\n");
  EXPECT_EQ(result->exit_status, 3);
  EXPECT_FALSE(result->timed_out);
}

TEST(RunCommand, EndsTheWholeGroupAtTheTimeLimit) {
  const auto start = std::chrono::steady_clock::now();
  const auto result = run_command({"sh", "-c", "sleep 30 & sleep 30"}, {.time_limit = std::chrono::milliseconds(100)});
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->timed_out);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(RunCommand, KeepsAtMostTheOutputLimit) {
  const auto result = run_command({"sh", "-c", "head -c 100000 /dev/zero"}, {.output_limit_bytes = 1000});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->standard_output.size(), 1000u);
}

TEST(RunCommand, SaysWhichProgramIsMissing) {
  const auto result = run_command({"no-such-compiler"});
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("no-such-compiler"));
}

TEST(Files, AreReplacedWhole) {
  auto folder = TemporaryDirectory::create("test");
  ASSERT_TRUE(folder);
  const auto file = folder->path() / "a.txt";
  ASSERT_TRUE(write_file(file, "one"));
  ASSERT_TRUE(write_file(file, "two"));
  EXPECT_EQ(read_file(file).value(), "two");
  EXPECT_FALSE(read_file(folder->path()));
  EXPECT_FALSE(read_file(folder->path() / "none"));
}

TEST(Files, ThatHaveNoEndAreNotRead) {
  const auto folder = TemporaryDirectory::create("test");
  const auto pipe = folder->path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(read_file(pipe).error().message, pipe.string() + ": is a named pipe, not a regular file");
  EXPECT_EQ(read_file("/dev/zero").error().message, "/dev/zero: is a device, not a regular file");
}

TEST(Files, ThatAreNoFilesAreNotReplaced) {
  const auto folder = TemporaryDirectory::create("test");
  const auto pipe = folder->path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(write_file(pipe, "x").error().message,
            pipe.string() + ": is no regular file, and is not replaced; name another file");
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST(Files, StayLinksAndKeepTheirModes) {
  namespace fs = std::filesystem;
  const auto folder = TemporaryDirectory::create("test");
  const auto file = folder->path() / "file", link = folder->path() / "link";
  ASSERT_TRUE(write_file(file, "one"));
  fs::permissions(file, fs::perms(0640));
  fs::create_symlink("file", link);
  ASSERT_TRUE(write_file(link, "two"));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_file(file).value(), "two");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0640));
}

TEST(Files, AreHeadersByTheirEndings) {
  for (const char* name : {"a.h", "b/a.cuh", "helper.inl", "a.ipp"}) EXPECT_TRUE(is_header_name(name)) << name;
  for (const char* name : {"a.cu", "a.cpp", "h", ".h", ".#a.h", "a.h~", "tests.json"})
    EXPECT_FALSE(is_header_name(name)) << name;
}

TEST(TaskThreads, RunEachTaskOnceAndOnFewThreads) {
  std::atomic<int> runs = 0;
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::vector<std::move_only_function<void()>> tasks;
  for (int i = 0; i < 200; ++i)
    tasks.emplace_back([&] {
      ++runs;
      const std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
    });
  run_on_threads(std::move(tasks), 3);
  EXPECT_EQ(runs, 200);
  EXPECT_LE(threads.size(), 3u);
  EXPECT_FALSE(threads.contains(std::this_thread::get_id()));
  run_on_threads({}, 3);
}

TEST(DescriptorLimit, IsRaisedForTheJudgeAlone) {
  const pid_t child = ::fork();
  if (child == 0) {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 100;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    raise_descriptor_limit();
    ::getrlimit(RLIMIT_NOFILE, &limit);
    const auto other = run_command({"sh", "-c", "ulimit -Sn"});
    ::_exit(limit.rlim_cur == limit.rlim_max && other && other->standard_output == "100\n" ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Files, OfSomebodysTextHaveALargestSize) {
  const auto folder = TemporaryDirectory::create("test");
  const auto file = folder->path() / "large";
  ASSERT_TRUE(write_file(file, "a"));
  std::filesystem::resize_file(file, std::size_t{600} << 20);  // no block of it is on the disk
  EXPECT_EQ(read_file(file).error().message,
            file.string() + ": has 600 MiB; no text that the judge reads may have more than 16");
  std::filesystem::resize_file(file, k_most_text_bytes + 1);
  EXPECT_FALSE(read_file(file));
  EXPECT_EQ(read_file(file, FileKind::binary)->size(), k_most_text_bytes + 1);
}

TEST(TemporaryDirectories, AreNotTakenForAbandonedWhileTheyAreMade) {
  const auto parent = TemporaryDirectory::create("test")->path().parent_path();
  std::atomic<bool> is_over = false;
  std::thread cleaner([&] {
    while (!is_over) TemporaryDirectory::remove_abandoned(parent);
  });
  for (int i = 0; i < 2'000; ++i) {
    const auto folder = TemporaryDirectory::create("made");
    EXPECT_TRUE(folder && std::filesystem::is_directory(folder->path())) << i;
  }
  is_over = true;
  cleaner.join();
}

TEST(TemporaryDirectories, OfKilledJudgesAreRemovedAndNothingElse) {
  const auto folder = TemporaryDirectory::create("test");
  const auto users = folder->path() / "judge-notes.backup", like_one = folder->path() / "judge-temporary-notes.backup";
  for (const auto& path : {users, like_one}) ASSERT_TRUE(std::filesystem::create_directory(path));
  const pid_t child = ::fork();
  if (child == 0) {
    ::setenv("TMPDIR", folder->path().c_str(), 1);
    const auto left = TemporaryDirectory::create("left");
    ::_exit(left && left->path().parent_path() == folder->path() && write_file(left->path() / "file", "x") ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  ASSERT_EQ(status, 0);
  const auto count = [&] { return std::distance(std::filesystem::directory_iterator(folder->path()), {}); };
  EXPECT_EQ(count(), 3);
  TemporaryDirectory::remove_abandoned(folder->path());
  TemporaryDirectory::remove_abandoned(folder->path().parent_path());
  EXPECT_EQ(count(), 2);
  EXPECT_TRUE(std::filesystem::exists(users) && std::filesystem::exists(like_one));
}

TEST(Regex, GivesTheFirstFindAndItsGroups) {
  const Regex pattern(R"((\w+)\((\d+)?(,\d+)?\))");
  const std::string text = "call f(1,2) and g(3)";
  EXPECT_THAT(pattern.find(text).value(), testing::ElementsAre("f(1,2)", "f", "1", ",2"));
  EXPECT_THAT(pattern.find("f()").value(), testing::ElementsAre("f()", "f", "", ""));
  EXPECT_FALSE(pattern.find("f"));
  EXPECT_FALSE(pattern.find({}));
  EXPECT_TRUE(pattern.match("g(3)"));
  EXPECT_FALSE(pattern.match(text));
}

TEST(Lines, AreTakenOneByOneWhateverTheLastOneEndsWith) {
  const auto lines = [](std::string_view text) {
    std::vector<std::string_view> all;
    while (!text.empty()) all.push_back(take_line(text));
    return all;
  };
  EXPECT_EQ(lines("a\n\nb"), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(lines("a\n"), std::vector<std::string_view>{"a"});
  EXPECT_TRUE(lines("").empty());
  EXPECT_EQ(first_line("a\nb"), "a");
  EXPECT_EQ(first_line(""), "");
}

}  // namespace
}  // namespace judge

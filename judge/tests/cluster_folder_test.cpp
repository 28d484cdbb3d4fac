#include <unistd.h>

#include <thread>

#include "judge/cluster/own_files.hpp"
#include "judge/cluster/write_once.hpp"
#include "judge/tests/cluster_support.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(WriteOnce, TheFirstOneStays) {
  const auto folder = TemporaryDirectory::create("write-once-test").value();
  const fs::path path = folder.path() / "done/ab/abc.json";
  EXPECT_EQ(write_once(path, "first").value(), WrittenBy::us);
  EXPECT_EQ(write_once(path, "second").value(), WrittenBy::others);
  EXPECT_EQ(read_file(path).value(), "first");
  EXPECT_EQ(std::distance(fs::directory_iterator(path.parent_path()), {}), 1) << "a temporary file was left";
}

TEST(WriteOnce, OfManyWritersOneWinsAndItsFileIsWhole) {
  const auto folder = TemporaryDirectory::create("write-once-test").value();
  const fs::path path = folder.path() / "x/key.json";
  std::atomic<int> winners = 0;
  std::vector<std::thread> writers;
  for (int i = 0; i < 8; ++i)
    writers.emplace_back([&, i] {
      if (write_once(path, std::string(100'000, static_cast<char>('a' + i))).value() == WrittenBy::us) ++winners;
    });
  for (auto& writer : writers) writer.join();
  EXPECT_EQ(winners, 1);
  const std::string text = read_file(path).value();
  EXPECT_EQ(text, std::string(100'000, text[0]));
}

TEST(WriteOnce, SaysWhereItCannotWrite) {
  EXPECT_THAT(write_once("/proc/nowhere/a.json", "x").error().message, HasSubstr("/proc/nowhere/"));
}

TEST(Shares, AreParsed) {
  EXPECT_EQ(parse_share("3/8").value().index, 3);
  EXPECT_EQ(parse_share("3/8").value().count, 8);
  for (const char* wrong : {"", "3", "3/", "0/8", "9/8", "3/8x", "/8", "-1/8", "a/b"})
    EXPECT_THAT(parse_share(wrong).error().message, HasSubstr("is no part of a whole")) << wrong;
}

TEST_F(SharedFolder, IsFrozenOnce) {
  const auto first = batch();
  EXPECT_EQ(first.jobs().size(), 5U);
  EXPECT_EQ(first.jobs()[0].key, first.jobs()[3].key);
  EXPECT_THAT(first.jobs()[4].error, HasSubstr("no-such-problem"));
  EXPECT_EQ(read_file(first.source_of(first.jobs()[2])).value(), "c");
  const std::string frozen = read_file(m_batch / "jobs.jsonl").value();
  EXPECT_TRUE(make()) << "the same jobs";
  EXPECT_THAT(make({.timing = false}).error().message, HasSubstr("has a batch of other jobs"));
  EXPECT_EQ(read_file(m_batch / "jobs.jsonl").value(), frozen);
  const auto opened = FrozenBatch::open(m_batch);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(opened->order(), first.order());
  EXPECT_THAT(FrozenBatch::open(m_folder.path()).error().message, HasSubstr("jobs.jsonl:1"));
  EXPECT_THAT(FrozenBatch::open(m_folder.path() / "x").error().message, HasSubstr("has no batch"));
}

TEST_F(SharedFolder, EachDifferentAttemptIsInOneShare) {
  const auto made = batch();
  EXPECT_THAT(made.order(), ElementsAre(0, 2, 1)) << "those of one problem side by side";
  for (const int shares : {1, 2, 3, 7}) {
    std::vector<std::size_t> all;
    for (int index = 1; index <= shares; ++index)
      for (const std::size_t job : made.part({index, shares})) all.push_back(job);
    EXPECT_EQ(all, made.order()) << shares;
  }
}

TEST_F(SharedFolder, AHeaderBesideAnAttemptIsRefused) {
  ASSERT_TRUE(write_file(m_folder.path() / "mine.h", ""));
  ASSERT_TRUE(write_file(m_folder.path() / "a.cu", "#include \"mine.h\"\n#include \"solve.h\"\n"));
  ASSERT_TRUE(write_file(m_folder.path() / "jobs.jsonl",
                         "{\"problem\": \"reduction\", \"path\": \"" + (m_folder.path() / "a.cu").string() + "\"}\n"));
  EXPECT_THAT(batch().jobs()[0].error, HasSubstr("includes \"mine.h\", which lies beside it"));
}

TEST_F(SharedFolder, OthersMayNotWriteIntoIt) {
  const auto made = batch();
  for (const fs::path& path :
       {m_batch, m_batch / "sources", made.source_of(made.jobs()[0]).parent_path(), m_batch / "jobs.jsonl"}) {
    const auto before = fs::status(path).permissions();
    EXPECT_EQ(before & (fs::perms::group_write | fs::perms::others_write), fs::perms::none) << path;
    for (const auto more : {fs::perms::group_write, fs::perms::others_write}) {
      fs::permissions(path, before | more);
      EXPECT_THAT(FrozenBatch::open(m_batch).error().message, HasSubstr("chmod -R go-w '" + path.string() + "'"));
      EXPECT_THAT(make().error().message, HasSubstr("chmod -R go-w")) << path;
    }
    fs::permissions(path, before);
  }
  EXPECT_TRUE(FrozenBatch::open(m_batch));
}

TEST_F(SharedFolder, IsMadeForTheUserAloneWhateverTheUmask) {
  const mode_t before = ::umask(0);
  const auto made = make();
  ::umask(before);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(FrozenBatch::open(m_batch));
}

TEST(OwnFolders, ThoseOfRootAreRefused) {
  if (::geteuid() == 0) GTEST_SKIP() << "root owns them";
  EXPECT_THAT(check_own_folders("/usr").error().message, HasSubstr("belongs to user 0, not to you"));
}

TEST_F(SharedFolder, FoldersAndFilesOfOthersAreRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const auto made = batch();
  fs::create_directories(m_batch / "done");
  for (const fs::path& path : {m_batch, m_batch / "done", m_batch / "jobs.jsonl"}) {
    ASSERT_EQ(::chown(path.c_str(), 12345, 12345), 0);
    EXPECT_THAT(FrozenBatch::open(m_batch).error().message, HasSubstr(path.string() + ": belongs to user 12345, not to you"));
    EXPECT_FALSE(make()) << path;
    ASSERT_EQ(::chown(path.c_str(), 0, 0), 0);
  }
  EXPECT_TRUE(FrozenBatch::open(m_batch));
  const fs::path link = m_folder.path() / "link";
  fs::create_symlink(m_batch, link);
  EXPECT_TRUE(FrozenBatch::open(link));
  ASSERT_EQ(::lchown(link.c_str(), 12345, 12345), 0);
  EXPECT_THAT(FrozenBatch::open(link).error().message, HasSubstr("is a link of user 12345"));
  EXPECT_THAT(FrozenBatch::open(link / "").error().message, HasSubstr("is a link of user 12345"));
}

TEST_F(SharedFolder, LinksInItAreRefused) {
  const auto made = batch();
  fs::create_directory(m_folder.path() / "elsewhere");
  for (const char* name : {"submitted", "log", "done"}) {
    fs::create_symlink(m_folder.path() / "elsewhere", m_batch / name);
    EXPECT_THAT(FrozenBatch::open(m_batch).error().message, HasSubstr(std::string(name) + ": is no folder")) << name;
    fs::remove(m_batch / name);
  }
}

TEST_F(SharedFolder, HashesInTheListAreHashes) {
  const auto made = batch();
  const FrozenJob good = made.jobs()[0];
  const fs::path list = m_batch / "jobs.jsonl";
  const auto opened = [&](const FrozenJob& job) {
    EXPECT_TRUE(write_file(list, json_text(encode(job)) + "\n"));
    return FrozenBatch::open(m_batch);
  };
  EXPECT_TRUE(opened(good));
  for (std::string FrozenJob::*member :
       {&FrozenJob::key, &FrozenJob::source_hash, &FrozenJob::group, &FrozenJob::problem_hash}) {
    const std::string hash = good.*member;
    for (const std::string& wrong : {std::string(), hash + "0", hash.substr(1), std::string("../../../../../../etc/passwd"),
                                     "A" + hash.substr(1), "/" + hash.substr(1)}) {
      FrozenJob job = good;
      job.*member = wrong;
      const auto batch = opened(job);
      ASSERT_FALSE(batch) << wrong;
      EXPECT_THAT(batch.error().message, HasSubstr("jobs.jsonl:1: is no job of a batch in a shared folder"));
    }
  }
}

}  // namespace
}  // namespace judge

#include "judge/build/cache.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "judge/tests/build_support.hpp"

namespace judge::build_test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;
using namespace std::chrono_literals;

std::string numbered_source(int number) { return fmt::format("extern \"C\" int solve() {{ return {}; }}\n", number); }

void age(const fs::path& folder, std::chrono::seconds by) {
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) fs::last_write_time(entry, fs::file_time_type::clock::now() - by);
}

void inflict(const std::string& damage, const fs::path& file) {
  std::string content = read_file(file).value();
  fs::remove(file);
  if (damage == "gone") return;
  if (damage == "directory") {
    fs::create_directory(file);
    return;
  }
  if (damage == "cut") content.resize(content.size() / 2);
  if (damage == "empty") content.clear();
  if (damage == "flip") content[content.size() / 3] ^= 1;
  ASSERT_TRUE(write_file(file, content));
}

TEST(BuildCache, BuildsAgainWhatIsDamaged) {
  const Workshop shop;
  const auto source = shop.write("va.cu", good_source);
  const Artifact first = built(shop.builder().build({.source = source}));
  const std::string library = read_file(first.library).value();
  long expected = 1;
  for (const char* extension : {".so", ".json", ".manifest"}) {
    for (const std::string damage : {"cut", "empty", "flip", "gone", "directory"}) {
      const auto files = shop.cached(extension);
      ASSERT_THAT(files, SizeIs(1)) << extension;
      const fs::path file = files[0];
      inflict(damage, file);
      const Builder builder = shop.builder();
      const Artifact again = built(builder.build({.source = source}));
      EXPECT_FALSE(again.from_cache) << extension << " " << damage;
      EXPECT_EQ(read_file(again.library).value(), library) << extension << " " << damage;
      EXPECT_EQ(shop.compilations(), ++expected) << extension << " " << damage;
      if (damage == "directory") {
        fs::remove(file);
        built(shop.builder().build({.source = source}));
        expected = shop.compilations();
      }
      EXPECT_TRUE(built(shop.builder().build({.source = source})).from_cache) << extension << " " << damage;
    }
  }
}

TEST(BuildCache, EvictsTheLongestUnusedAndNothingJustUsed) {
  const Workshop shop;
  auto options = shop.options();
  options.keep_used_within = 60s;
  std::vector<fs::path> sources;
  for (int i = 0; i < 6; ++i) sources.push_back(shop.write(fmt::format("v{}.cu", i), numbered_source(i)));
  std::uint64_t library_bytes = 0;
  {
    const Builder builder = Builder::create(options).value();
    for (const auto& source : sources) library_bytes = fs::file_size(built(builder.build({.source = source})).library);
  }
  age(shop.cache() / "builds-1", 3600s);
  { built(shop.builder().build({.source = sources[0]})); }  // used again: now the youngest
  const long before = shop.compilations();

  options.cache_limit_bytes = 4 * library_bytes;
  const auto extra = shop.write("extra.cu", numbered_source(100));
  { built(Builder::create(options)->build({.source = extra})); }
  EXPECT_LE(shop.cached(".so").size(), 3u);
  const Builder builder = shop.builder();
  EXPECT_TRUE(built(builder.build({.source = sources[0]})).from_cache);
  EXPECT_TRUE(built(builder.build({.source = extra})).from_cache);
  EXPECT_EQ(shop.compilations(), before + 1);
}

TEST(BuildCache, EvictsNothingThatAnOpenBuilderGaveOut) {
  const Workshop shop;
  auto options = shop.options();
  options.keep_used_within = 0s;
  options.cache_limit_bytes = 1;
  fs::path library;
  {
    const Builder open = Builder::create(options).value();
    library = built(open.build({.source = shop.write("va.cu", good_source)})).library;
    const Builder other = Builder::create(options).value();
    for (int i = 0; i < 3; ++i) built(other.build({.source = shop.write(fmt::format("o{}.cu", i), numbered_source(i))}));
    EXPECT_TRUE(fs::exists(library));
  }
  std::this_thread::sleep_for(20ms);
  built(Builder::create(options)->build({.source = shop.write("last.cu", numbered_source(7))}));
  EXPECT_FALSE(fs::exists(library));
  EXPECT_THAT(shop.cached(".so"), SizeIs(1));
}

TEST(BuildCache, ClosesItsSession) {
  const Workshop shop;
  const auto sessions = shop.cache() / "builds-1/sessions";
  {
    const Builder builder = shop.builder();
    EXPECT_FALSE(fs::is_empty(sessions));
  }
  EXPECT_TRUE(fs::is_empty(sessions));
}

/// As in two containers that have one cache and processes of equal numbers.
TEST(BuildCache, IsUsedBesideAnotherProcessOfThatNumber) {
  const Workshop shop;
  const auto sessions = shop.cache() / "builds-1/sessions";
  fs::create_directories(sessions);
  std::vector<FileLock> held;
  for (int i = 1; i <= 200; ++i)
    held.push_back(
        *FileLock::acquire(sessions / fmt::format("{}.{}", ::getpid(), i), LockMode::exclusive, LockFile::is_removed, 1s));
  EXPECT_THAT(shop.builder().notes(), testing::IsEmpty());
}

TEST(BuildCache, BuildsOnceForManyThreads) {
  const Workshop shop;
  const Builder builder = shop.builder();
  constexpr int files = 3, threads = 12;
  std::vector<fs::path> sources;
  for (int i = 0; i < files; ++i) sources.push_back(shop.write(fmt::format("v{}.cu", i), numbered_source(i)));
  std::vector<Artifact> artifacts(threads);
  {
    std::vector<std::jthread> running;
    for (int i = 0; i < threads; ++i)
      running.emplace_back([&, i] { artifacts[i] = built(builder.build({.source = sources[i % files]})); });
  }
  for (int i = 0; i < threads; ++i) EXPECT_EQ(artifacts[i].library, artifacts[i % files].library);
  EXPECT_NE(artifacts[0].library, artifacts[1].library);
  EXPECT_EQ(shop.compilations(), files);
  EXPECT_TRUE(fs::is_empty(shop.cache() / "builds-1/locks"));
}

TEST(BuildCache, BuildsOnceForSeveralProcesses) {
  const Workshop shop;
  constexpr int files = 3, processes = 4;
  std::vector<fs::path> sources;
  for (int i = 0; i < files; ++i) sources.push_back(shop.write(fmt::format("v{}.cu", i), numbered_source(i)));
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const auto builder = Builder::create(shop.options());
      bool fine = builder.has_value();
      for (const auto& source : sources) {
        const auto result = fine ? builder->build({.source = source}) : fail("no builder");
        fine = fine && result && std::holds_alternative<Artifact>(*result) && fs::exists(std::get<Artifact>(*result).library);
      }
      ::_exit(fine ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(shop.compilations(), files);
}

TEST(BuildCache, SurvivesEvictionByOthersAllTheTime) {
  const Workshop shop;
  auto options = shop.options();
  options.keep_used_within = 0s;
  options.cache_limit_bytes = 1;
  std::vector<std::jthread> running;
  for (int thread = 0; thread < 3; ++thread)
    running.emplace_back([&, thread] {
      for (int round = 0; round < 4; ++round) {
        const Builder builder = Builder::create(options).value();
        const auto source = shop.write(fmt::format("v{}.cu", thread), numbered_source(round % 2));
        const Artifact artifact = built(builder.build({.source = source}));
        EXPECT_TRUE(fs::exists(artifact.library));
      }
    });
}

TEST(BuildCache, FindsQuickly) {
  const Workshop shop;
  const auto header = shop.write("p/solve.h", "extern \"C\" void solve(float*);\n");
  const BuildRequest request{.source = shop.write("va.cu", "#include \"solve.h\"\nvoid solve(float*) {}\n"),
                             .include_dirs = {header.parent_path()}};
  const Builder builder = shop.builder();
  built(builder.build(request));
  auto best = std::chrono::nanoseconds::max();
  for (int i = 0; i < 20; ++i) {
    const auto start = std::chrono::steady_clock::now();
    ASSERT_TRUE(built(builder.build(request)).from_cache);
    best = std::min<std::chrono::nanoseconds>(best, std::chrono::steady_clock::now() - start);
  }
  RecordProperty("microseconds", static_cast<int>(best.count() / 1000));
  EXPECT_LT(best, 3ms);
}

TEST(FileLock, ExcludesUntilItGoes) {
  const Workshop shop;
  const auto path = shop.root() / "lock";
  {
    const auto first = FileLock::try_acquire(path, LockMode::exclusive, LockFile::is_removed);
    ASSERT_TRUE(first && *first);
    EXPECT_FALSE(*FileLock::try_acquire(path, LockMode::exclusive, LockFile::is_removed));
    EXPECT_FALSE(*FileLock::try_acquire(path, LockMode::shared, LockFile::stays));
    EXPECT_FALSE(FileLock::acquire(path, LockMode::exclusive, LockFile::stays, 30ms));
  }
  EXPECT_FALSE(fs::exists(path));
  const auto one = FileLock::try_acquire(path, LockMode::shared, LockFile::stays);
  EXPECT_TRUE(*FileLock::try_acquire(path, LockMode::shared, LockFile::stays));
}

TEST(FileLock, LetsOneInAtATimeWhileItsFileComesAndGoes) {
  const Workshop shop;
  std::atomic<int> inside = 0, worst = 0;
  {
    std::vector<std::jthread> running;
    for (int thread = 0; thread < 4; ++thread)
      running.emplace_back([&] {
        for (int i = 0; i < 50; ++i) {
          const auto lock = FileLock::acquire(shop.root() / "lock", LockMode::exclusive, LockFile::is_removed, 20s);
          ASSERT_TRUE(lock) << lock.error().message;
          worst = std::max(worst.load(), ++inside);
          --inside;
        }
      });
  }
  EXPECT_EQ(worst, 1);
}

}  // namespace
}  // namespace judge::build_test

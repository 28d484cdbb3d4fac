#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "judge/batch/batch_progress.hpp"
#include "judge/batch/devices.hpp"
#include "judge/batch/results.hpp"
#include "judge/batch/same_content.hpp"
#include "judge/batch/submitters.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

BatchResult result(const std::string& id, const std::string& key) {
  return {.id = id,
          .problem = "reduction",
          .key = key,
          .device = "gpu-1",
          .verdict = VerdictKind::accepted,
          .summary = "accepted",
          .time_ns = 67.25e3};
}

class Results : public testing::Test {
 protected:
  Result<ResultsFile> open(const std::set<std::string>& devices = {"gpu-1"}) { return ResultsFile::open(m_file, devices); }

  TemporaryDirectory m_folder = TemporaryDirectory::create("results-test").value();
  std::filesystem::path m_file = m_folder.path() / "results.jsonl";
};

TEST_F(Results, AreFoundAgain) {
  {
    auto results = open();
    ASSERT_TRUE(results) << results.error().message;
    ASSERT_TRUE(results->add(result("1", "k1")));
    auto same = result("2", "k1");
    same.same_as = "1";
    ASSERT_TRUE(results->add(same));
    ASSERT_TRUE(results->add({.id = "3", .error = "no such file"}));
    EXPECT_EQ(results->find("k1").value()->id, "1");
  }
  auto results = open();
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_TRUE(results->has("1", "k1"));
  EXPECT_TRUE(results->has("2", "k1"));
  EXPECT_FALSE(results->has("1", "k2"));
  EXPECT_FALSE(results->has("3", ""));
  const auto found = results->find("k1");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->id, "1");
  EXPECT_EQ((*found)->time_ns, 67.25e3);
  EXPECT_EQ(results->find("k2").value(), std::nullopt);
}

TEST_F(Results, DoNotSayAnErrorAgain) {
  const BatchResult gone{.id = "1", .attempt = "a", .path = "/a.cu", .error = "no such file"};
  const BatchResult killed{.id = "1", .attempt = "a", .path = "/a.cu", .error = "the worker was killed"};
  const BatchResult other{.id = "2", .error = "no such file"};
  for (int run = 0; run < 3; ++run) {
    auto results = open();
    ASSERT_TRUE(results) << results.error().message;
    ASSERT_TRUE(results->add(gone));
    ASSERT_TRUE(results->add(other));
  }
  EXPECT_EQ(*read_file(m_file), line_of(gone) + line_of(other));
  auto results = open();
  ASSERT_TRUE(results && results->add(killed) && results->add(gone) && results->add(gone));
  ASSERT_TRUE(results->add(result("1", "k1")));
  EXPECT_TRUE(results->has("1", "k1"));
  EXPECT_EQ(*read_file(m_file), line_of(gone) + line_of(other) + line_of(killed) + line_of(gone) + line_of(result("1", "k1")))
      << "another error and a verdict are said";
}

TEST_F(Results, AreNoPipe) {
  ASSERT_EQ(::mkfifo(m_file.c_str(), 0600), 0);
  EXPECT_THAT(open().error().message, HasSubstr("results.jsonl: is no regular file"));
}

TEST_F(Results, HalfALineIsCutOffAndTheRestStays) {
  const std::string whole = line_of(result("1", "k1"));
  ASSERT_TRUE(write_file(m_file, whole + line_of(result("2", "k2")).substr(0, 40)));
  {
    auto results = open();
    ASSERT_TRUE(results) << results.error().message;
    EXPECT_TRUE(results->has("1", "k1"));
    EXPECT_FALSE(results->has("2", "k2"));
    ASSERT_TRUE(results->add(result("3", "k3")));
  }
  EXPECT_EQ(*read_file(m_file), whole + line_of(result("3", "k3")));
}

TEST_F(Results, OfAnotherDeviceDoNotCount) {
  ASSERT_TRUE(write_file(m_file, line_of(result("1", "k1"))));
  auto results = open({"gpu-2"});
  ASSERT_TRUE(results);
  EXPECT_FALSE(results->has("1", "k1"));
}

TEST_F(Results, RefuseAFileOfSomethingElseAndLeaveItAlone) {
  ASSERT_TRUE(write_file(m_file, "a diary\n"));
  EXPECT_THAT(open().error().message, HasSubstr("results.jsonl:1: is no result of a batch"));
  EXPECT_EQ(*read_file(m_file), "a diary\n");
}

TEST_F(Results, RefuseTheListOfJobs) {
  ASSERT_TRUE(write_file(m_file, "{\"id\": \"1\", \"problem\": \"reduction\", \"path\": \"a.cu\"}\n"));
  EXPECT_THAT(open().error().message, HasSubstr("it has neither a verdict nor an error"));
}

TEST_F(Results, AreWrittenByOneBatchAtATime) {
  const auto first = open();
  ASSERT_TRUE(first);
  EXPECT_THAT(open().error().message, HasSubstr("another batch is writing to it"));
}

// The limit on a file's size stands in for a full disk: /dev/full is no regular file.
TEST_F(Results, SayWhenTheFileCannotGrow) {
  auto results = open();
  ASSERT_TRUE(results) << results.error().message;
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
  const auto added = results->add(result("1", "k1"));
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, handler);
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, HasSubstr("File too large"));
  EXPECT_FALSE(results->has("1", "k1"));
}

TEST(BatchResults, ALineHasWhatIsKnownAlone) {
  EXPECT_EQ(line_of({.id = "3", .error = "no such file"}), "{\"error\":\"no such file\",\"id\":\"3\"}\n");
}

BatchResult handed_in(const std::string& path, const std::string& problem, std::optional<VerdictKind> verdict) {
  return {.id = path, .problem = problem, .path = problem.empty() ? "" : path, .verdict = verdict};
}

TEST(Submitters, HaveALineEachWithWhatIsNotSolved) {
  using enum VerdictKind;
  Submitters submitters("class/", Submitters::Which::few);
  submitters.add(handed_in("class/anna/reduction/first.cu", "reduction", wrong_answer));
  submitters.add(handed_in("class/anna/reduction/second.cu", "reduction", accepted));
  EXPECT_EQ(submitters.text(), "") << "of one the summary says all";
  const std::string absolute = std::filesystem::current_path() / "class/";  // as results have it
  submitters.add(handed_in(absolute + "reduction/ben.cu", "reduction", wrong_answer));
  submitters.add(handed_in("class/softmax/ben.cu", "softmax", accepted));
  submitters.add(handed_in(absolute + "christine/red_1.cu", "reduction", time_limit));
  submitters.add(handed_in("class/christine/red_2.cu", "reduction", time_limit));
  submitters.add(handed_in("class/christine/red_3.cu", "reduction", wrong_answer));
  submitters.add(handed_in("class/christine/x.cu", "", std::nullopt));
  submitters.add(handed_in("class/va_dora.cu", "vector-addition", accepted));
  EXPECT_EQ(submitters.text(),
            "anna       1 of 1 solved\n"
            "ben        1 of 2 solved: reduction wrong-answer\n"
            "christine  0 of 2 solved: reduction 2 time-limit, wrong-answer; x.cu not judged\n"
            "va_dora    1 of 1 solved\n");
}

TEST(Submitters, OfManyOneLineSaysHowToGetTheOthers) {
  Submitters few("class", Submitters::Which::few), all("class", Submitters::Which::all);
  for (int i = 0; i < 41; ++i) {
    const auto one = handed_in(fmt::format("class/reduction/{}.cu", i), "reduction", VerdictKind::accepted);
    few.add(one);
    EXPECT_EQ(few.text().contains("--summary"), i == 40);
    all.add(one);
  }
  EXPECT_EQ(std::ranges::count(few.text(), '\n'), 1);
  EXPECT_EQ(std::ranges::count(all.text(), '\n'), 41);
}

TEST(SameContent, NamesAttemptsByTheOneThatWasJudged) {
  SameContent same;
  EXPECT_EQ(same.text(), "");
  const auto add = [&](const char* id, const char* same_as) {
    BatchResult result;
    result.id = id;
    result.same_as = same_as;
    same.add(result);
  };
  add("a.cu", "");
  add("b.cu", "a.cu");
  add("y.cu", "x.cu");
  add("c.cu", "a.cu");
  EXPECT_EQ(same.text(), "the same content: a.cu, b.cu, c.cu\nthe same content: x.cu, y.cu\n");
  for (int i = 0; i < 20; ++i) add("d.cu", "a.cu");
  EXPECT_THAT(same.text(), HasSubstr("d.cu and 13 more\n"));
  for (int i = 0; i < 10; ++i) add("e.cu", std::to_string(i).c_str());
  EXPECT_THAT(same.text(), HasSubstr("and more; same_as in the results names them\n"));
}

TEST(BatchProgress, SaysRateAndTimeLeft) {
  BatchCounts counts{.judged = 300, .same = 10, .before = 1000, .errors = 2};
  counts.verdicts = {{VerdictKind::accepted, 290}, {VerdictKind::wrong_answer, 20}};
  EXPECT_EQ(progress_text(counts, 10'000, 78),
            "1,312 of 10,000, 4.00 a second, 36 min left: 290 accepted, 20 wrong-answer, 2 not judged");
  EXPECT_EQ(progress_text({}, std::nullopt, 1), "0");
  EXPECT_EQ(summary_text(counts, 78),
            "312 attempts in 78 s, 4.00 a second; 10 of them have the content of another and its result; 1,000 more were "
            "judged before\n"
            "290 accepted, 20 wrong-answer, 2 not judged\n");
  EXPECT_EQ(
      summary_text({.same = 1, .before = 1}, 2),
      "1 attempt in 2 s, 0.500 a second; 1 of them has the content of another and its result; 1 more was judged before\n");
}

TEST(BatchProgress, BeginsByTheClockThatItIsGiven) {
  const TemporaryDirectory folder = *TemporaryDirectory::create("progress");
  const int fd = ::open((folder.path() / "shown").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  auto now = std::chrono::steady_clock::time_point();
  BatchProgress progress({.file_descriptor = fd, .now = [&] { return now; }});
  now += std::chrono::seconds(20);
  progress.update({.judged = 40}, 100);
  ::close(fd);
  EXPECT_EQ(read_file(folder.path() / "shown").value_or(""), "40 of 100, 2.00 a second, 30 s left\n");
}

TEST(Gpus, AreChosenAmongThoseThatAreVisible) {
  EXPECT_THAT(gpus_of("all", "", 3).value(), ElementsAre("0", "1", "2"));
  EXPECT_THAT(gpus_of("0,2", "", 3).value(), ElementsAre("0", "2"));
  EXPECT_THAT(gpus_of("all", "GPU-a,GPU-b", 8).value(), ElementsAre("GPU-a", "GPU-b"));
  EXPECT_THAT(gpus_of("1", "GPU-a,GPU-b", 8).value(), ElementsAre("GPU-b"));
  EXPECT_THAT(gpus_of("3", "", 3).error().message, HasSubstr("there is no GPU 3; 3 can be used"));
  EXPECT_THAT(gpus_of("1,1", "", 3).error().message, HasSubstr("twice"));
  EXPECT_THAT(gpus_of("x", "", 3).error().message, HasSubstr("no number"));
}

}  // namespace
}  // namespace judge

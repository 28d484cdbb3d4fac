#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/batch/job_source.hpp"
#include "judge/tests/batch_support.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class JobSources : public WithFolder {
 protected:
  std::vector<JobSource::Next> all_of(const std::string& what) {
    auto source = JobSource::open(what, JUDGE_SOURCE_DIR);
    EXPECT_TRUE(source) << source.error().message;
    std::vector<JobSource::Next> all;
    if (source)
      while (auto next = *source->next()) all.push_back(*std::move(next));
    EXPECT_TRUE(!source || source->has_ended());
    EXPECT_TRUE(!source || source->total());
    return all;
  }
};

TEST_F(JobSources, LinesOfAFileInTheirOrderAndWrongOnesWithTheirNumber) {
  const auto file = put("jobs.jsonl",
                        "{\"problem\": \"reduction\", \"path\": \"a.cu\"}\n"
                        "\n"
                        "{\"id\": \"mine\", \"problem\": \"softmax\", \"path\": \"b.cu\", \"timing\": false}\n"
                        "{\"problem\": 7}\n"
                        "{\"problem\": \"reduction\", \"path\": \"c.cu\"}");
  const auto all = all_of(file.string());
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].job->id, "line 1");
  EXPECT_EQ(all[1].job->id, "mine");
  EXPECT_FALSE(all[1].job->timing);
  EXPECT_EQ(all[2].id, "line 4");
  EXPECT_THAT(all[2].job.error().message, HasSubstr("problem"));
  EXPECT_EQ(all[3].job->id, "line 5");
}

TEST_F(JobSources, WrongLinesKeepTheirIds) {
  const auto all = all_of(put("jobs.jsonl",
                              "{\"id\": \"anna\", \"problem\": 7}\n"
                              "{\"id\": 17, \"probelm\": \"reduction\", \"path\": \"a.cu\"}\n"
                              "{\"id\": \"cut\", \"problem\": {\"id\": \"inner\"}, \"path\": \"a.c\n"
                              "{\"problem\": {\"id\": \"inner\"}}\n"
                              "[{\"id\": \"listed\"}]\n"
                              "{\"id\": [\"listed\"]}\n")
                              .string());
  std::vector<std::string> ids;
  for (const auto& next : all) {
    EXPECT_FALSE(next.job) << next.id;
    ids.push_back(next.id);
  }
  EXPECT_THAT(ids, testing::ElementsAre("anna", "17", "cut", "line 4", "line 5", "line 6"));
}

TEST_F(JobSources, AnIdIsOfOneLine) {
  const auto all = all_of(put("jobs.jsonl",
                              "{\"id\": \"anna\", \"problem\": \"reduction\", \"path\": \"a.cu\"}\n"
                              "\n"
                              "{\"id\": \"anna\", \"problem\": \"reduction\", \"path\": \"a.cu\"}\n"
                              "{\"id\": \"5\", \"problem\": \"reduction\", \"path\": \"b.cu\"}\n"
                              "{\"problem\": \"reduction\", \"path\": \"c.cu\"}\n")
                              .string());
  ASSERT_EQ(all.size(), 4u);
  EXPECT_TRUE(all[0].job);
  EXPECT_EQ(all[1].id, "anna");
  EXPECT_THAT(all[1].job.error().message, HasSubstr("line 3: its id 'anna' is that of line 1"));
  EXPECT_TRUE(all[2].job);
  EXPECT_TRUE(all[3].job) << "its number is an id of another line, and none of its own";
}

TEST_F(JobSources, NoIdIsThatOfALineWithoutOne) {
  const auto all = all_of(put("jobs.jsonl",
                              "{\"problem\": \"reduction\", \"path\": \"a.cu\"}\n"
                              "{\"id\": \"1\", \"problem\": \"reduction\", \"path\": \"b.cu\"}\n"
                              "{\"id\": \"line 1\", \"problem\": \"reduction\", \"path\": \"c.cu\"}\n"
                              "{\"id\": \"line one\", \"problem\": \"reduction\", \"path\": \"d.cu\"}\n")
                              .string());
  ASSERT_EQ(all.size(), 4u);
  EXPECT_TRUE(all[0].job && all[1].job && all[3].job);
  EXPECT_EQ(all[2].id, "line 3");
  EXPECT_THAT(all[2].job.error().message, HasSubstr("line 3: an id such as 'line 1' is that of a line without one"));
}

TEST_F(JobSources, BlankLinesAreNotCounted) {
  const auto file = put("jobs.jsonl",
                        "\n  \t\n{\"problem\": \"reduction\", \"path\": \"a.cu\"}\n\r\n"
                        "  {\"problem\": \"reduction\", \"path\": \"b.cu\"}");
  EXPECT_EQ(JobSource::open(file.string(), JUDGE_SOURCE_DIR)->total(), 2u);
  EXPECT_EQ(all_of(file.string()).size(), 2u);
}

TEST_F(JobSources, TheIdOfAFileIsTextWhateverItsName) {
  put("class/reduction/\xff.cu", "");
  put("class/reduction/\xfe.cu", "");
  put("class/reduction/a.cu", "");
  const auto all = all_of((m_folder.path() / "class").string());
  ASSERT_EQ(all.size(), 3u);
  for (const auto& next : all) {
    ASSERT_TRUE(next.job);
    EXPECT_EQ(parse_job(line_of(*next.job))->id, next.id);
  }
  EXPECT_EQ(all[0].id, (m_folder.path() / "class/reduction/a.cu").string());
  EXPECT_NE(all[1].id, all[2].id);
}

TEST_F(JobSources, AnAttemptIsNoListOfJobs) {
  const auto file = put("a.cu", "int a;\n").string();
  EXPECT_THAT(JobSource::open(file, JUDGE_SOURCE_DIR).error().message,
              HasSubstr(file + ": this is an attempt, not a list of jobs; judge it alone: judge run PROBLEM " + file));
}

TEST_F(JobSources, AFolderOrAPrefixSaysTheProblem) {
  put("class/reduction/alice.cu", "");
  put("class/softmax/deep/er/bob.cu", "");
  put("class/va_carol.cu", "");
  put("class/nobody.cu", "");
  put("class/notes.txt", "");
  const auto all = all_of((m_folder.path() / "class").string());
  ASSERT_EQ(all.size(), 4u);
  EXPECT_THAT(all[0].job.error().message, HasSubstr("nobody.cu: which problem is it for?"));
  EXPECT_EQ(all[1].job->problem, "reduction");
  EXPECT_EQ(all[2].job->problem, "softmax");
  EXPECT_EQ(all[3].job->problem, "vector-addition");
}

TEST_F(JobSources, SayWhatOfAFolderIsLeftOutAndWhy) {
  put("class/reduction/alice.cu", "");
  put("class/reduction/BOB.CU", "");
  put("class/reduction/CARL.CU", "");
  put("elsewhere/reduction/dora.cu", "");
  const auto folder = m_folder.path() / "class";
  fs::create_directory_symlink(m_folder.path() / "elsewhere", folder / "more");
  fs::create_symlink(m_folder.path() / "nowhere.cu", folder / "reduction/gone.cu");
  fs::create_symlink(m_folder.path() / "elsewhere/reduction/dora.cu", folder / "reduction/linked.cu");
  fs::create_symlink("alice.cu", folder / "reduction/latest.cu");
  const auto source = JobSource::open(folder.string(), JUDGE_SOURCE_DIR);
  ASSERT_TRUE(source) << source.error().message;
  EXPECT_EQ(source->total(), 2u) << "a link to a file in the folder is an attempt";
  EXPECT_THAT(
      source->left_out(),
      testing::ElementsAre(HasSubstr("class: left out: 2 *.CU: rename them"), HasSubstr("left out: 1 *.cu that are no files"),
                           HasSubstr("left out: 1 links to files outside of it"), HasSubstr("left out: 1 links to folders")));
  fs::remove_all(folder / "reduction");
  EXPECT_THAT(JobSource::open(folder.string(), JUDGE_SOURCE_DIR).error().message,
              testing::AllOf(HasSubstr("holds no .cu file"), HasSubstr("1 links to folders")));
}

TEST_F(JobSources, SayWhatCannotBeRead) {
  EXPECT_THAT(JobSource::open("/nowhere.jsonl", JUDGE_SOURCE_DIR).error().message, HasSubstr("/nowhere.jsonl: No such file"));
  EXPECT_THAT(JobSource::open(m_folder.path().string(), JUDGE_SOURCE_DIR).error().message, HasSubstr("holds no .cu file"));
}

}  // namespace
}  // namespace judge

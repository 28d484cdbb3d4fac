#include "judge/model/attempt_labels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/model/record_json.hpp"

namespace judge {
namespace {

using testing::ElementsAre;

struct Shown {
  Attempt attempt;
};

Shown shown(const std::string& path, const std::string& hash = "0123456789") {
  return {{.name = std::filesystem::path(path).stem().string(), .path = path, .content_hash = hash}};
}

std::vector<std::string> labels(std::vector<Shown> attempts, EditedFile edited = EditedFile::is_another) {
  tell_apart(attempts, edited);
  std::vector<std::string> all;
  for (const auto& one : attempts) all.push_back(one.attempt.shown());
  return all;
}

TEST(AttemptLabels, AreNamesWhereThoseAreUnique) {
  EXPECT_THAT(labels({shown("a/red_a.cu"), shown("a/red_b.cu")}), ElementsAre("red_a", "red_b"));
  EXPECT_EQ(Attempt{.name = "red_a"}.shown(), "red_a") << "before anybody has told it apart";
}

TEST(AttemptLabels, HaveAsMuchOfTheFolderAsIsNeeded) {
  EXPECT_THAT(labels({shown("submissions/anna/red_a.cu"), shown("/home/x/ben/red_a.cu"), shown("red_b.cu")}),
              ElementsAre("anna/red_a", "ben/red_a", "red_b"));
  EXPECT_THAT(labels({shown("x/anna/red_a.cu"), shown("y/anna/red_a.cu")}), ElementsAre("x/anna/red_a", "y/anna/red_a"));
  EXPECT_THAT(labels({shown("anna/red_a.cu"), shown("ben/red_a.cu"), shown("red_a.cu")}),
              ElementsAre("anna/red_a", "ben/red_a", "./red_a"));
}

TEST(AttemptLabels, TakeAPathThatAnotherOneEndsWithForTheSameFile) {
  EXPECT_THAT(labels({shown("red_a.cu"), shown("/home/anna/red_a.cu"), shown("../anna/red_a.cu")}),
              ElementsAre("red_a", "red_a", "red_a"));
  EXPECT_THAT(labels({shown("anna/red_a.cu"), shown("/class/anna/red_a.cu"), shown("ben/red_a.cu")}),
              ElementsAre("anna/red_a", "anna/red_a", "ben/red_a"));
}

TEST(AttemptLabels, HaveTheHashWherePathsDoNotTellApart) {
  EXPECT_THAT(labels({shown("red_a.cu", "1f0c44d5e6"), shown("red_a.cu", "2a"), shown("red_b.cu", "3")}),
              ElementsAre("red_a (1f0c44d)", "red_a (2a)", "red_b"));
  EXPECT_THAT(labels({{{.name = "A", .content_hash = "1f0c44d5e6"}}, {{.name = "A", .content_hash = "2a"}}}),
              ElementsAre("A (1f0c44d)", "A (2a)"));
  EXPECT_THAT(labels({shown("anna/red_a.cu", "1f0c44d5e6"), shown("anna/red_a.cu", "2a"), shown("ben/red_a.cu", "2a")}),
              ElementsAre("anna/red_a (1f0c44d)", "anna/red_a (2a)", "ben/red_a"));
}

TEST(AttemptLabels, OfAFileThatWasEditedAreOneInAHistory) {
  EXPECT_THAT(labels({shown("red_a.cu", "1"), shown("red_a.cu", "2")}, EditedFile::is_the_same), ElementsAre("red_a", "red_a"));
  EXPECT_THAT(
      labels({shown("anna/red_a.cu", "1"), shown("anna/red_a.cu", "2"), shown("ben/red_a.cu", "3")}, EditedFile::is_the_same),
      ElementsAre("anna/red_a", "anna/red_a", "ben/red_a"));
  EXPECT_THAT(labels({{{.name = "A", .content_hash = "1"}}, {{.name = "A", .content_hash = "2"}}}, EditedFile::is_the_same),
              ElementsAre("A (1)", "A (2)"));
}

TEST(AttemptLabels, AreNotKeptWithARecord) {
  Record record;
  record.attempt = {.name = "red_a", .label = "anna/red_a"};
  EXPECT_FALSE(to_json(record)["attempt"].contains("label"));
  EXPECT_EQ(record_from_json(to_json(record)).value().attempt.shown(), "red_a");
}

TEST(AttemptLabels, AreUnderstood) {
  const Attempt attempt = shown("class/anna/red_a.cu", "1f0c44d5e6").attempt;
  for (const char* text : {"red_a", "anna/red_a", "class/anna/red_a", "anna/red_a.cu", "1f0c44d5e6", "1f0c44d",
                           "red_a (1f0c44d)", "anna/red_a (1f0c44d)"})
    EXPECT_TRUE(is_called(attempt, text)) << text;
  for (const char* text :
       {"red_b", "ben/red_a", "./red_a", "na/red_a", "anna", "1f0", "red_a (2a00000)", "ben/red_a (1f0c44d)", "/"})
    EXPECT_FALSE(is_called(attempt, text)) << text;
  EXPECT_TRUE(is_called(shown("red_a.cu").attempt, "./red_a"));
}

}  // namespace
}  // namespace judge

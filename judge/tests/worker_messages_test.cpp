#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "judge/worker/lines.hpp"
#include "judge/worker/messages.hpp"

namespace judge {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

TEST(WorkerMessages, AJobComesBackAsItWas) {
  const WorkerJob job{.id = "7",
                      .problem = "reduction",
                      .path = "/a/b.cu",
                      .source = "int x;\n\"quoted\"",
                      .name = "b",
                      .kind = JobKind::attempt,
                      .case_name = "N=4",
                      .seed = "18446744073709551615",
                      .check = CheckWish::all,
                      .timing = false,
                      .keep = false,
                      .extra = true,
                      .by_operation = true};
  const std::string line = line_of(job);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const auto back = parse_job(line);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(encode(*back), encode(job));
}

TEST(WorkerMessages, WhatAJobDoesNotSayHasItsDefault) {
  const auto job = parse_job(R"({"id": "1", "problem": "reduction", "path": "a.cu"})");
  ASSERT_TRUE(job) << job.error().message;
  EXPECT_TRUE(job->timing);
  EXPECT_TRUE(job->keep);
  EXPECT_EQ(job->kind, JobKind::judge);
  EXPECT_FALSE(job->source);
}

TEST(WorkerMessages, WrongJobsAreRefusedWithTheReason) {
  const auto refusal = [](const char* line) {
    const auto job = parse_job(line);
    return job ? "accepted" : job.error().message;
  };
  EXPECT_THAT(refusal("{"), HasSubstr("not JSON"));
  EXPECT_THAT(refusal("[1]"), HasSubstr("a job is a JSON object"));
  EXPECT_THAT(refusal(R"({"id": "1", "path": "a.cu"})"), HasSubstr("problem"));
  EXPECT_THAT(refusal(R"({"id": "1", "problem": "reduction"})"), HasSubstr("neither a path nor a source"));
  EXPECT_THAT(refusal(R"({"id": "1", "problem": "reduction", "path": "a.cu", "timeing": true})"),
              HasSubstr("did you mean 'timing'"));
  EXPECT_THAT(refusal(R"({"id": "1", "problem": "reduction", "path": "a.cu", "check": "some"})"), HasSubstr("some"));
}

TEST(WorkerMessages, AnIdMayBeANumber) {
  EXPECT_EQ(parse_job(R"({"id": 17, "problem": "reduction", "path": "a.cu"})")->id, "17");
}

TEST(WorkerMessages, HostileJsonIsRefused) {
  EXPECT_FALSE(parse_job(R"({"id": "1", "problem": "reduction", "path": "a.cu", "seed": 1e400})"));
  EXPECT_FALSE(parse_job(R"({"id": )" + std::string(100'000, '[') + std::string(100'000, ']') + "}"));
}

TEST(WorkerMessages, EventsComeBackAsTheyWere) {
  using Kind = WorkerEvent::Kind;
  const std::vector<WorkerEvent> events{
      {.id = "1", .kind = Kind::started},
      {.id = "1", .kind = Kind::stage, .text = "building"},
      {.id = "1", .kind = Kind::test, .text = "N=4", .passed = true, .done = 3, .of = 21},
      {.id = "1", .kind = Kind::message, .text = "a line"},
      {.id = "1", .kind = Kind::record, .document = {{"verdict", "accepted"}}},
      {.id = "1", .kind = Kind::trial, .document = {{"case", "N=4"}}},
      {.id = "", .kind = Kind::error, .text = "no such problem"},
      {.id = "", .kind = Kind::ready, .document = {{"id", "emulated:a"}}},
  };
  for (const auto& event : events) {
    const auto back = parse_event(line_of(event));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(line_of(*back), line_of(event));
    EXPECT_EQ(back->is_last(), event.kind >= Kind::record && event.kind != Kind::ready);
  }
  EXPECT_FALSE(parse_event(R"({"id": "1", "event": "record"})"));
  EXPECT_FALSE(parse_event(R"({"id": "1", "event": "else"})"));
}

TEST(LineReader, GivesLinesAsTheyCome) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  LineReader reader(ends[0]);
  EXPECT_EQ(reader.next(1ms).value(), std::nullopt);
  EXPECT_FALSE(reader.has_ended());
  ASSERT_TRUE(write_all(ends[1], "one\ntw"));
  EXPECT_EQ(reader.next(100ms).value(), "one");
  EXPECT_EQ(reader.next(1ms).value(), std::nullopt);
  ASSERT_TRUE(write_all(ends[1], "o\n\nlast"));
  EXPECT_EQ(reader.next(100ms).value(), "two");
  EXPECT_EQ(reader.next(100ms).value(), "");
  EXPECT_EQ(reader.next(1ms).value(), std::nullopt);
  ::close(ends[1]);
  EXPECT_EQ(reader.next(100ms).value(), "last");
  EXPECT_TRUE(reader.has_ended());
  EXPECT_EQ(reader.next(LineReader::k_for_ever).value(), std::nullopt);
  ::close(ends[0]);
}

}  // namespace
}  // namespace judge

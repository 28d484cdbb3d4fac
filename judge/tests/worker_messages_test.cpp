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
  EXPECT_THAT(refusal(R"({"id": "1", "problem": "reduction", "source": "a", "kind": "compare"})"),
              HasSubstr("other_source is the text of B"));
  EXPECT_THAT(refusal(R"({"id": "1", "problem": "reduction", "source": "a", "other_source": "b"})"),
              HasSubstr("only the kind compare takes"));
  EXPECT_THAT(
      refusal(R"({"id": "1", "problem": "reduction", "source": "a", "other_source": "b", "kind": "compare", "timing": false})"),
      HasSubstr("compares without timing"));
  EXPECT_THAT(refusal(R"({"id": "1", "problem": "reduction", "path": "a.cu", "timeing": true})"),
              HasSubstr("did you mean 'timing'"));
  EXPECT_THAT(refusal(R"({"id": "1", "problem": "reduction", "path": "a.cu", "check": "some"})"), HasSubstr("some"));
}

TEST(WorkerMessages, AnIdMayBeANumber) {
  EXPECT_EQ(parse_job(R"({"id": 17, "problem": "reduction", "path": "a.cu"})")->id, "17");
}

TEST(WorkerMessages, HostileJsonIsRefused) {
  EXPECT_EQ(parse_job(R"({"problem": "reduction"})").error().message, "the job names neither a path nor a source");
  EXPECT_FALSE(parse_job(R"({"id": "1", "problem": "reduction", "path": "a.cu", "seed": 1e400})"));
  EXPECT_FALSE(parse_job(R"({"id": )" + std::string(100'000, '[') + std::string(100'000, ']') + "}"));
}

/// One of each kind, byte for byte: the lines are what docs/worker.md says.
TEST(WorkerMessages, EventsComeBackAsTheyWere) {
  const Device device{.id = "emulated:a"};
  const std::vector<std::pair<WorkerEvent, std::string>> events{
      {{"1", WorkerEvent::Started{}}, R"({"event":"started","id":"1"})"},
      {{"1", WorkerEvent::Stage{"building"}}, R"({"event":"stage","id":"1","stage":"building"})"},
      {{"1", WorkerEvent::CaseDone{.name = "N=4", .passed = true, .done = 3, .of = 21}},
       R"({"done":3,"event":"case","id":"1","name":"N=4","of":21,"passed":true})"},
      {{"1", WorkerEvent::Message{"a line"}}, R"({"event":"message","id":"1","line":"a line"})"},
      {{"1", WorkerEvent::Judged{{{"verdict", "accepted"}}}}, R"({"event":"record","id":"1","record":{"verdict":"accepted"}})"},
      {{"1", WorkerEvent::Tried{{{"case", "N=4"}}}}, R"({"event":"trial","id":"1","trial":{"case":"N=4"}})"},
      {{"", WorkerEvent::Failed{"no such problem"}}, R"({"event":"error","id":"","message":"no such problem"})"},
      {{"", WorkerEvent::Ready{device}}, R"({"device":)" + json_text(encode(device)) + R"(,"event":"ready","id":""})"},
  };
  for (const auto& [event, line] : events) {
    EXPECT_EQ(line_of(event), line + "\n");
    const auto back = parse_event(line);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(line_of(*back), line + "\n");
    const bool is_last = line.find("record") != line.npos || line.find("trial") != line.npos || line.find("error") != line.npos;
    EXPECT_EQ(back->is_last(), is_last) << line;
  }
}

TEST(WorkerMessages, WrongEventsAreRefusedWithTheField) {
  const auto refusal = [](const char* line) { return parse_event(line).error().message; };
  EXPECT_THAT(refusal(R"({"id": "1", "event": "record"})"), HasSubstr("record is missing"));
  EXPECT_THAT(refusal(R"({"id": "1", "event": "else"})"), HasSubstr("event: \"else\" is not a name"));
  EXPECT_THAT(refusal(R"({"id": "1", "event": "message", "line": 7})"), HasSubstr("line should be a string"));
  EXPECT_THAT(refusal(R"({"id": "1", "event": "case", "name": "N=4", "passed": 1, "done": 1, "of": 1})"),
              HasSubstr("passed should be true or false"));
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

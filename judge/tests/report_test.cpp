#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "judge/model/documents.hpp"
#include "judge/report/parts.hpp"
#include "judge/report/report_json.hpp"
#include "judge/report/report_page.hpp"
#include "judge/tests/render_samples.hpp"
#include "judge/util/hash.hpp"

namespace judge {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const PeakRates k_peaks{.bytes_per_s = 4e12, .flops_per_s = {60e12, 900e12, 1800e12}, .time = "2026-01-30T12:00:00Z"};

Record timed(const std::string& name, double median_ns, const std::string& run = "run-1") {
  Record record = sample_record(name, median_ns);
  record.run_id = run;
  record.judge_version = "0.1.0";
  record.device.driver_version = 13000;
  Measurement& timing = record.measurements.front();
  timing.work_flops = 25e6;
  for (int i = 0; i < 50; ++i) timing.samples.push_back({.device_ns = median_ns + i});
  timing.samples.push_back({.device_ns = 100 * median_ns});
  return record;
}

/// A report of one problem with `history`; all that is accepted is on the board, in that order.
ReportProblem problem_of(std::vector<Record> history) {
  ReportProblem problem{.name = "vector-addition", .title = "Vector addition", .hash = "p1"};
  std::int64_t id = 0;
  for (auto& record : history) {
    record.id = ++id;
    if (record.verdict.kind == VerdictKind::accepted) problem.board.push_back(record);
    problem.sources[record.attempt.content_hash] = {.note = "solutions/" + record.attempt.name + ".cu is not there any more"};
  }
  for (const auto& record : problem.board) problem.medians_ns.push_back(record.measurements.front().device.median_ns);
  problem.history = std::move(history);
  return problem;
}

std::vector<std::string> names(const json& list, const char* field = "name") {
  std::vector<std::string> found;
  for (const auto& one : list) found.push_back(one.at(field));
  return found;
}

TEST(ReportBoard, HasTheLedgersNumbersAndSharedRanks) {
  const auto problem = problem_of({timed("a", 100'000), timed("b", 100'050), timed("c", 200'000)});
  const auto chart = parts::board(problem, k_peaks);
  ASSERT_EQ(chart["entries"].size(), 3u);
  const auto& first = chart["entries"][0];
  EXPECT_EQ(first["rank"], 1);
  EXPECT_EQ(first["tied"], true);
  EXPECT_EQ(first["median_ns"], 100'000);
  EXPECT_DOUBLE_EQ(first["p90_ns"], 100'500);
  EXPECT_DOUBLE_EQ(first["percent_of_limit"], 75);  // 300 MB at 4 TB/s are 75 us
  EXPECT_EQ(chart["entries"][2]["rank"], 3);
  EXPECT_EQ(chart["entries"][2]["tied"], false);
  EXPECT_TRUE(parts::board(problem_of({}), k_peaks).is_null());
}

TEST(ReportLadder, IsOfTheRunWithTheMostRungs) {
  auto problem = problem_of({timed("one", 400, "ladder"), timed("two", 200, "ladder"), timed("library", 90, "ladder"),
                             timed("three", 100, "ladder"), timed("one", 500, "later"), timed("two", 600, "later")});
  const auto source = [&](const char* name, const char* text) {
    problem.sources[fmt::format("hash-of-{}", name)] = {.text = text};
  };
  source("one", "// judge: rung 1\n// Each thread adds. More.\n");
  source("two", "// judge: rung 2\n");
  source("three", "// judge: rung 3\n");
  source("library", "// judge: yardstick\n");
  const auto chart = parts::ladder(problem, {});
  EXPECT_THAT(names(chart["steps"]), ElementsAre("one", "two", "three", "library"));
  EXPECT_EQ(chart["side_by_side"], true);
  EXPECT_EQ(chart["steps"][0]["idea"], "Each thread adds");
  EXPECT_TRUE(chart["steps"][0]["gain"].is_null());
  EXPECT_EQ(chart["steps"][1]["gain"], 2);
  EXPECT_EQ(chart["steps"][3]["yardstick"], true);
  EXPECT_TRUE(chart["limit_ns"].is_null());
  EXPECT_DOUBLE_EQ(parts::ladder(problem, k_peaks)["limit_ns"], 75'000);
}

TEST(ReportLadder, IsNoneWithoutTwoRungsWhoseSourcesAreKnown) {
  auto problem = problem_of({timed("one", 400), timed("two", 200)});
  problem.sources["hash-of-one"] = {.text = "// judge: rung 1\n"};
  EXPECT_TRUE(parts::ladder(problem, k_peaks).is_null());
}

ScaleStudy scale_study(const Record& record) {
  return {.parameter = "N",
          .points = {{.size = 1024,
                      .attempt = "a",
                      .median_ns = 2000,
                      .low_ns = 1990,
                      .high_ns = 2010,
                      .work_bytes = 12288,
                      .work_flops = 1024},
                     {.size = 4096,
                      .attempt = "a",
                      .median_ns = 4000,
                      .low_ns = 3990,
                      .high_ns = 4010,
                      .work_bytes = 49152,
                      .work_flops = 4096}},
          .records = {record}};
}

TEST(ReportScales, ShowTimeAndBandwidthOfTheLastStudy) {
  auto problem = problem_of({});
  auto older = scale_study(timed("a", 2000));
  older.points.pop_back();
  problem.studies = {
      {.kind = "scale", .document = json_text(encode(older))},
      {.kind = "scale", .time = "2026-02-01T00:00:00Z", .document = json_text(encode(scale_study(timed("a", 2000))))},
      {.kind = "scale", .document = "{\"points\": [{\"size\": true}], \"parameter\": \"M\"}"},
      {.kind = "scale", .document = "{\"points\": 1, \"parameter\": 7}"},
      {.kind = "scale", .document = "not JSON"},
      {.kind = "scale", .document = "[]"}};
  const auto charts = parts::scales(problem, k_peaks);
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_EQ(charts[0]["metric"], "time");
  EXPECT_EQ(charts[0]["time"], "2026-02-01T00:00:00Z");
  EXPECT_EQ(charts[1]["metric"], "bytes");
  ASSERT_EQ(charts[1]["series"].size(), 1u);
  const auto& points = charts[1]["series"][0]["points"];
  ASSERT_EQ(points.size(), 2u);
  EXPECT_DOUBLE_EQ(points[1]["bytes_per_s"], 12.288e9);
  EXPECT_DOUBLE_EQ(charts[1]["limits"][0]["value"], 4e12);
  EXPECT_NEAR(charts[0]["limits"][1]["value"].get<double>(), 12.288, 1e-9);
  EXPECT_TRUE(parts::scales(problem, {})[0]["limits"].empty());
}

TEST(ReportSweeps, ShowTheLastOfEachAttempt) {
  const auto study = [](double median_ns) {
    const SweepStudy swept{.parameters = {"BLOCK", "LOADS"},
                           .combinations = {{.parameters = {{"BLOCK", "128"}, {"LOADS", "2"}},
                                             .attempt = "a BLOCK=128 LOADS=2",
                                             .rank = 1,
                                             .device_median_ns = median_ns},
                                            {.parameters = {{"BLOCK", "128"}, {"LOADS", "4"}},
                                             .attempt = "a BLOCK=128 LOADS=4",
                                             .verdict = VerdictKind::compile_error}}};
    return json_text(encode(swept));
  };
  auto problem = problem_of({});
  problem.studies = {
      {.kind = "sweep", .document = study(5)}, {.kind = "sweep", .document = study(7)}, {.kind = "sweep", .document = "{}"}};
  const auto charts = parts::sweeps(problem);
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0]["attempt"], "a");
  EXPECT_EQ(charts[0]["cells"][0], (json{{"values", {"128", "2"}}, {"median_ns", 7.0}, {"verdict", "accepted"}, {"rank", 1}}));
  EXPECT_TRUE(charts[0]["cells"][1]["median_ns"].is_null());
}

TEST(ReportRoofline, IsOfDeviceTimesWithKnownWork) {
  auto problem = problem_of({timed("a", 100'000)});
  const auto chart = parts::roofline(problem, k_peaks);
  ASSERT_EQ(chart["points"].size(), 1u);
  EXPECT_DOUBLE_EQ(chart["points"][0]["flop_per_byte"], 25.0 / 300);
  EXPECT_DOUBLE_EQ(chart["points"][0]["flops_per_s"], 2.5e11);
  EXPECT_EQ(chart["flops_per_s"], 60e12);
  EXPECT_TRUE(parts::roofline(problem, {}).is_null());
  problem.board[0].measurements[0].bracket = Bracket::host_clock;
  EXPECT_TRUE(parts::roofline(problem, k_peaks).is_null());
}

TEST(ReportHistories, NeedTwoTimesOnOneCase) {
  auto elsewhere = timed("a", 1);
  elsewhere.measurements[0].case_name = "small";
  auto problem = problem_of(
      {timed("a", 100), timed("b", 5), rejected_record("a", {.kind = VerdictKind::wrong_answer}), elsewhere, timed("a", 90)});
  const auto charts = parts::histories(problem);
  ASSERT_EQ(charts.size(), 1u);
  ASSERT_EQ(charts[0]["points"].size(), 3u);
  EXPECT_EQ(charts[0]["points"][0]["driver"], 13000);
  EXPECT_TRUE(charts[0]["points"][1]["median_ns"].is_null());
  EXPECT_EQ(charts[0]["points"][1]["verdict"], "wrong-answer");
  EXPECT_EQ(charts[0]["points"][2]["median_ns"], 90);
}

TEST(ReportTimelines, AddUpGapsOnEachStream) {
  auto record = timed("a", 100);
  record.measurements[0].operations = {{.what = "fill", .is_kernel = true, .duration_ns = 10},
                                       {.what = "copy", .stream = 1, .duration_ns = 7},
                                       {.what = "add", .is_kernel = true, .gap_ns = 5, .duration_ns = 20}};
  const auto charts = parts::timelines(problem_of({record}));
  ASSERT_EQ(charts.size(), 1u);
  const auto& operations = charts[0]["operations"];
  EXPECT_EQ(operations[1]["start_ns"], 0);
  EXPECT_EQ(operations[2]["start_ns"], 15);
}

TEST(ReportSamples, CountEachOnce) {
  const auto charts = parts::samples(problem_of({timed("a", 1000)}));
  ASSERT_EQ(charts.size(), 1u);
  int sum = charts[0]["above"];
  EXPECT_GE(sum, 1);
  for (const auto& bin : charts[0]["bins"]) sum += bin["count"].get<int>();
  EXPECT_EQ(sum, 51);
  EXPECT_LT(charts[0]["bins"].back()["to_ns"], 1100);  // the one far away does not stretch the axis
}

ReportData sample_report() {
  auto wrong =
      rejected_record("<script>alert(1)</script>", {.kind = VerdictKind::wrong_answer,
                                                    .case_name = "large",
                                                    .summary = "C is \"wrong\" & late",
                                                    .details = "it printed: </script><script>document.title='owned'</script>"});
  Finding race{.kind = Fault::Kind::race, .file = "solutions/a.cu", .line = 2};
  race.buffer = "C";
  auto first = timed("a", 100'000);
  first.measurements[0].samples.clear();
  first.findings = {race};
  auto problem = problem_of({first, wrong});
  problem.sources["hash-of-a"] = {.text = "__global__ void add();\nC[i] = a < b && c;\n"};
  return {.time = "2026-02-02T10:00:00Z",
          .judge_version = "0.1.0",
          .device = first.device,
          .peaks = k_peaks,
          .problems = {problem}};
}

TEST(Report, AttemptsHaveSourcesAndFindings) {
  const auto document = report_json(sample_report());
  EXPECT_EQ(document["schema"], "judge.report/1");
  const auto& attempts = document["problems"][0]["attempts"];
  ASSERT_EQ(attempts.size(), 2u);
  EXPECT_EQ(attempts[0]["findings"][0]["line"], 2);
  EXPECT_EQ(attempts[0]["findings"][0]["in_source"], true);
  EXPECT_TRUE(attempts[1]["source"].is_null());
  EXPECT_THAT(attempts[1]["source_note"], HasSubstr("is not there any more"));
}

std::string body_of(const std::string& page) {
  const auto begin = page.find("<main");
  return page.substr(begin, page.find("</main>") + 7 - begin);
}

TEST(ReportPage, IsTheGoldenOne) {
  std::string body = body_of(report_page(report_json(sample_report())));
  for (const char* end :
       {"</tr>", "</dd>", "</p>", "</h2>", "</figcaption>", "</section>", "</pre>", "</table>"})  // lines to compare
    for (auto at = body.find(end); at != body.npos; at = body.find(end, at + 1)) body.insert(at + std::strlen(end), "\n");
  expect_golden("report.html", body + "\n");
}

TEST(ReportPage, RunsNothingThatASubmissionSays) {
  const auto page = report_page(report_json(sample_report()));
  EXPECT_THAT(body_of(page), Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("<script>document.title")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("http://")));
  EXPECT_THAT(body_of(page), Not(HasSubstr("style=")));
}

}  // namespace
}  // namespace judge

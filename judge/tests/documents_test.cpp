#include "judge/model/documents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "judge/model/kernel_profile.hpp"
#include "judge/model/trial.hpp"

namespace judge {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Record record_of(const char* name) {
  Record record{.problem = "vector-addition", .attempt = {.name = name}};
  record.measurements = {{.case_name = "large", .bracket = Bracket::blocked}};
  return record;
}

LadderDocument ladder() {
  return {.records = {record_of("a"), record_of("b")},
          .rungs = {{.attempt = "a", .rung = 1, .idea = "one", .device_median_ns = 2},
                    {.attempt = "b",
                     .is_yardstick = true,
                     .device_median_ns = 1,
                     .gain_over_first = 2,
                     .step = LadderStep{2, 0, INFINITY, "faster"},
                     .percent_of_peak = 80,
                     .percent_of_copy = 90}},
          .copy = CopyTime{.bytes = 3, .median_ns = 4, .attempt = "memcpy"}};
}

SweepStudy sweep() {
  return {.parameters = {"LOADS", "BLOCK"},
          .combinations =
              {{.parameters = {{"LOADS", "2"}, {"BLOCK", "128"}}, .attempt = "a BLOCK=128", .rank = 1, .device_median_ns = 7},
               {.parameters = {{"LOADS", "4"}, {"BLOCK", "4096"}},
                .attempt = "a BLOCK=4096",
                .verdict = VerdictKind::compile_error,
                .reason = "compile-error: too many threads"}},
          .records = {record_of("a BLOCK=128"), record_of("a BLOCK=4096")}};
}

ScaleStudy scale() {
  return {.parameter = "M=N",
          .case_name = "large",
          .points = {{.size = std::int64_t{1} << 40,
                      .attempt = "a",
                      .median_ns = 0.1,
                      .low_ns = 0.05,
                      .high_ns = 0.2,
                      .work_bytes = 12,
                      .work_flops = 1,
                      .percent_of_peak = 55.5},
                     {.size = 4, .attempt = "b", .median_ns = 1}},
          .left_out = {"N=8 is left out: no memory"},
          .records = {record_of("a"), record_of("b")}};
}

BoardDocument board() {
  return {.problem = "vector-addition",
          .device_id = "GPU-1",
          .entries = {{.rank = 1,
                       .tied = true,
                       .best_rank = 1,
                       .worst_rank = 2,
                       .percentile = 75,
                       .percent_of_peak = 80,
                       .record = record_of("a")},
                      {.record = record_of("untimed")}}};
}

ProblemDocument problem() {
  return {
      .name = "a",
      .number = 3,
      .tags = {"copy"},
      .signature = {.text = "void solve(float* C, int N)",
                    .parameters = {{.name = "C", .spelling = "float*", .is_pointer = true}, {.name = "N", .type = DType::i32}}},
      .cases = {{.name = "N=1",
                 .is_timed = true,
                 .arguments = {{.name = "C",
                                .direction = Direction::out,
                                .memory = MemoryPlace::pinned,
                                .arrival = Arrival::zeroed,
                                .shape = std::vector<std::int64_t>{1}},
                               {.name = "N", .type = DType::i32, .value = 1}},
                 .time_limit_ms = 10}}};
}

CompareDocument comparison() {
  return {.records = {record_of("a"), record_of("b")},
          .pairs = {{.a = "a",
                     .b = "b",
                     .ratio = 0.5,
                     .low = 0,
                     .high = INFINITY,
                     .is_different = true,
                     .blocks = 40,
                     .words = "2.00x faster"}}};
}

ProfileDocument profile() {
  return {.records = {record_of("a")},
          .kernels = {{.counted = {.attempt = "a", .kernel = "add", .metrics = {{"gpu__time_duration.sum", 5}}},
                       .occupancy_limiter = "registers: 2",
                       .roofline = ProfileDocument::Roofline{1, 2, 0.5, 3}},
                      {.counted = {.attempt = "a", .kernel = "fill", .grid = "1", .block = "32"}}},
          .notes = {"cold caches"}};
}

template <class T>
void expect_round_trip(const T& value, const char* schema) {
  const json document = encode(value);
  EXPECT_EQ(document["schema"], schema);
  const auto back = decode<T>(parse_json(json_text(document)).value(), "the document");
  ASSERT_TRUE(back) << schema << ": " << back.error().message;
  EXPECT_EQ(encode(*back), document);
}

TEST(Documents, ComeBackAsTheyWere) {
  expect_round_trip(RunDocument{{record_of("a"), record_of("b")}}, "judge.run/1");
  expect_round_trip(HistoryDocument{{record_of("a")}}, "judge.history/1");
  expect_round_trip(comparison(), "judge.compare/1");
  expect_round_trip(ladder(), "judge.ladder/1");
  expect_round_trip(sweep(), "judge.sweep/1");
  expect_round_trip(scale(), "judge.scale/1");
  expect_round_trip(board(), "judge.board/1");
  expect_round_trip(problem(), "judge.problem/1");
  expect_round_trip(SoundnessDocument{.is_sound = false,
                                      .problems = {{.problem = "a",
                                                    .is_sound = false,
                                                    .results = {{SoundnessState::warning, "zeros", "none", "look", {"N=1"}}}}}},
                    "judge.verify/1");
  expect_round_trip(
      Trial{.case_name = "small", .buffers = {{.name = "C", .got = {"1"}, .differs = {true}}}, .record = record_of("a")},
      "judge.trial/1");
}

/// Without their records. What was written once is read for ever, so that nothing here but a new field ever changes.
TEST(Documents, TheBytesOfAVersionStayTheSame) {
  const auto bytes = [](json document) {
    document.erase("records");
    if (document.contains("entries"))
      for (auto& entry : document["entries"]) entry["record"] = entry["record"]["schema"];
    return json_text(document);
  };
  EXPECT_EQ(bytes(encode(comparison())),
            R"({"pairs":[{"a":"a","b":"b","blocks":40,"distinguishable":true,"high":"Infinity","low":0.0,"ratio":0.5,)"
            R"("text":"2.00x faster"}],"schema":"judge.compare/1"})");
  EXPECT_EQ(bytes(encode(ladder())),
            R"({"copy":{"by":"memcpy","bytes":3.0,"device_median_ns":4.0},"rungs":[{"attempt":"a","device_median_ns":2.0,)"
            R"("gain_over_first":1.0,"idea":"one","rung":1,"yardstick":false},{"attempt":"b","device_median_ns":1.0,)"
            R"("gain_over_first":2.0,"idea":"","percent_of_copy":90.0,"percent_of_limit":80.0,"rung":0,"step":{"gain":2.0,)"
            R"("high":"Infinity","low":0.0,"text":"faster"},"yardstick":true}],"schema":"judge.ladder/1"})");
  EXPECT_EQ(bytes(encode(sweep())),
            R"({"combinations":[{"attempt":"a BLOCK=128","device_median_ns":7.0,"parameters":{"BLOCK":"128","LOADS":"2"},)"
            R"("rank":1,"reason":"","verdict":"accepted"},{"attempt":"a BLOCK=4096","parameters":{"BLOCK":"4096",)"
            R"("LOADS":"4"},"rank":null,"reason":"compile-error: too many threads","verdict":"compile-error"}],)"
            R"("parameters":["LOADS","BLOCK"],"schema":"judge.sweep/1"})");
  EXPECT_EQ(bytes(encode(scale())),
            R"({"case":"large","left_out":["N=8 is left out: no memory"],"parameter":"M=N","points":[{"attempt":"a",)"
            R"("high_ns":0.2,"low_ns":0.05,"median_ns":0.1,"percent_of_limit":55.5,"size":1099511627776,"work_bytes":12.0,)"
            R"("work_flops":1.0},{"attempt":"b","high_ns":0.0,"low_ns":0.0,"median_ns":1.0,"percent_of_limit":null,"size":4,)"
            R"("work_bytes":0.0,"work_flops":0.0}],"schema":"judge.scale/1"})");
  EXPECT_EQ(bytes(encode(board())),
            R"({"device_id":"GPU-1","entries":[{"best_place":1,"percent_of_limit":80.0,"percentile":75.0,"rank":1,)"
            R"("record":"judge.record/1","tied":true,"worst_place":2},{"best_place":null,"percent_of_limit":null,)"
            R"("percentile":null,"rank":null,"record":"judge.record/1","tied":false,"worst_place":null}],)"
            R"("problem":"vector-addition","schema":"judge.board/1"})");
}

TEST(Documents, TheBytesOfAProfileStayTheSame) {
  json document = encode(profile());
  document.erase("records");
  EXPECT_EQ(json_text(document),
            R"({"kernels":[{"attempt":"a","block":"","grid":"","kernel":"add","metrics":{"gpu__time_duration.sum":5.0},)"
            R"("occupancy_limiter":"registers: 2","roofline":{"dram_bytes":2.0,"flop_per_byte":0.5,"flops":1.0,)"
            R"("flops_per_s":3.0}},{"attempt":"a","block":"32","grid":"1","kernel":"fill","metrics":{},)"
            R"("occupancy_limiter":""}],"notes":["cold caches"],"schema":"judge.profile/1"})");
}

TEST(Documents, TheBytesOfSoundnessAndOfAnArgumentStayTheSame) {
  using enum SoundnessState;
  const SoundnessDocument sound{
      .is_sound = false,
      .problems = {
          {.problem = "a", .is_sound = false, .results = {{not_tested, "zeros", "none"}, {failed, "C", "", "", {"N=1"}}}}}};
  EXPECT_EQ(json_text(encode(sound)),
            R"({"problems":[{"checks":[{"advice":"","cases":[],"found":"none","name":"zeros","state":"not-checked"},)"
            R"({"advice":"","cases":["N=1"],"found":"","name":"C","state":"failed"}],"problem":"a","runtime":"emulated",)"
            R"("sound":false}],"schema":"judge.verify/1","sound":false})");
  const ProblemArgument input{.name = "A",
                              .direction = Direction::in,
                              .memory = MemoryPlace::device,
                              .arrival = std::optional<Arrival>(),
                              .shape = std::vector<std::int64_t>{3}};
  EXPECT_EQ(json_text(encode(input)),
            R"({"arrives":null,"direction":"in","memory":"device","name":"A","shape":[3],"type":"f32"})");
  EXPECT_EQ(json_text(encode(ProblemArgument{.name = "N", .type = DType::i32, .value = 3})),
            R"({"name":"N","type":"i32","value":3})");
}

/// Of the document with `value` at `place`.
template <class T>
std::string error_with(const T& whole, const char* place, json value) {
  json document = encode(whole);
  document[json::json_pointer(place)] = std::move(value);
  const auto back = decode<T>(document, "the document");
  return back ? "no error" : back.error().message;
}

TEST(Documents, ErrorsNameTheField) {
  EXPECT_EQ(error_with(comparison(), "/pairs/0/blocks", -1), "pairs[0].blocks should be an integer in range, it is number");
  EXPECT_EQ(error_with(ladder(), "/rungs/1/step", "fast"), "rungs[1].step should be an object, it is string");
  EXPECT_EQ(error_with(ladder(), "/copy/bytes", true), "copy.bytes should be a number, it is boolean");
  EXPECT_EQ(error_with(sweep(), "/combinations/1/verdict", "great"),
            "combinations[1].verdict: \"great\" is not a name that this judge knows");
  EXPECT_EQ(error_with(sweep(), "/combinations/0/parameters/BLOCK", 128),
            "combinations[0].parameters.BLOCK should be a string, it is number");
  EXPECT_EQ(error_with(sweep(), "/combinations/0/parameters", json::array()),
            "combinations[0].parameters should be an object, it is array");
  EXPECT_EQ(error_with(scale(), "/points/1/size", 1.5), "points[1].size should be an integer in range, it is number");
  EXPECT_EQ(error_with(scale(), "/records/0/measurements/0/bracket", "fast"),
            "records[0].measurements[0].bracket: \"fast\" is not a name that this judge knows");
  EXPECT_EQ(error_with(board(), "/entries/0/rank", "first"), "entries[0].rank should be an integer in range, it is string");
  EXPECT_EQ(error_with(profile(), "/kernels/0/metrics/gpu__time_duration.sum", "fast"),
            "kernels[0].metrics.gpu__time_duration.sum should be a number, it is string");
  EXPECT_EQ(error_with(RunDocument{{record_of("a")}}, "/records/0/schema", "judge.record/2"),
            "records[0].schema is \"judge.record/2\", this judge reads \"judge.record/1\"; a newer judge may read it");
  EXPECT_THAT(error_with(board(), "/schema", "judge.run/1"), HasSubstr("schema is \"judge.run/1\""));
}

}  // namespace
}  // namespace judge

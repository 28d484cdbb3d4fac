#include "judge/model/record_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>

#include "judge/model/documents.hpp"
#include "judge/model/protocol.hpp"
#include "judge/model/reference_protocol.hpp"
#include "judge/model/replay_job.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr double k_infinity = std::numeric_limits<double>::infinity();
const double k_nan = std::numeric_limits<double>::quiet_NaN();

/// Every field differs from its default, so that one left out on either way shows.
Measurement full_measurement() {
  Measurement measurement;
  measurement.case_name = "timed";
  measurement.bracket = Bracket::host_paced;
  measurement.samples = {{73'100.25, 90'000, 1980, false}, {0.1 + 0.2, 5e-324, 1200, true}};
  measurement.device = {1.5, 1.25, 1.75, 1.125, 1.875, 2};
  measurement.wall = {2.5, 2.25, 2.75, 2.125, 2.875, 2};
  measurement.empty_bracket_ns = 1310;
  measurement.processes = 3;
  measurement.unreported_ns = -120.5;
  measurement.played_back = true;
  measurement.not_played_back = "several streams";
  measurement.operations = {{.what = "add(float*)",
                             .is_kernel = true,
                             .grid = {98, 2, 1},
                             .block = {256, 1, 1},
                             .registers = 16,
                             .shared_bytes = 4096,
                             .duration_ns = 2180},
                            {.what = "cudaMemsetAsync", .bytes = 400, .stream = 1, .gap_ns = 32, .duration_ns = 900}};
  measurement.work_bytes = 3e8;
  measurement.work_flops = 2.5e7;
  measurement.arithmetic = Arithmetic::fp16;
  measurement.device_state = {1980, 3201, 41, 345.5, "power cap"};
  measurement.note = "host-bound";
  return measurement;
}

Record full_record() {
  Record record;
  record.id = 7;
  record.run_id = "run-1";
  record.time = "2026-01-31T12:00:00Z";
  record.judge_version = "0.1.0";
  record.problem = "vector-addition";
  record.problem_hash = "abc";
  record.attempt = {"va_float4", "solutions/va_float4.cu", "def"};
  record.device = {RuntimeKind::cuda, "GPU-1234", "NVIDIA H200", 9, 5, 132, 13000, 13010};
  record.toolchain = "nvcc 13.0.88 sm_90a";
  record.seed = std::numeric_limits<std::uint64_t>::max();
  record.verdict = {VerdictKind::wrong_answer, "large", "3 elements are wrong", "expected 1\ngot 2"};
  record.mismatch =
      Mismatch{"C", DType::f16, {3, 4}, 3, 12, 1, 5, 0.1, -k_infinity, OldContent::added_to, k_nan, 1e-300, "norms"};
  record.fault = Fault{Fault::Kind::misaligned_access,
                       true,
                       false,
                       "add",
                       {1, 2, 3},
                       {4, 5, 6},
                       false,
                       "va.cu",
                       12,
                       9,
                       "C[i] = 1;",
                       Fault::Space::shared,
                       false,
                       false,
                       false,
                       Fault::Access{true, {7, 8, 9}, {10, 11, 12}, "va.cuh", 13, 3, "x"},
                       "A",
                       400,
                       -4,
                       "memory from cudaMalloc()",
                       "why"};
  record.findings = {Fault{.kind = Fault::Kind::unsupported, .line = 3}, Fault{.kind = Fault::Kind::trap, .line = 4}};
  record.check = CheckSummary{"emulated", 3, 100, 50, "stopped"};
  record.cases = {{"small", "N=7", 0x8000000000000001, true, true, 1234.5}};
  record.measurements = {full_measurement(), {}};
  record.stages = {{"build", 1.1}, {"cases", 0.2}};
  record.not_timed = "it cannot be played back: several streams";
  return record;
}

/// The documents of version 1, byte for byte. A field that is added to it is added to this file by hand; else nothing in it ever changes.
TEST(RecordJson, TheBytesOfAVersionStayTheSame) {
  const auto kept = read_file(JUDGE_TEST_DATA "/record.json");
  ASSERT_TRUE(kept) << kept.error().message;
  EXPECT_EQ(json_text(encode(RunDocument{{full_record(), Record{}}}), 1) + "\n", *kept);
}

/// Through text and back, the way of every record that is kept.
Result<Record> round_trip(const Record& record) {
  JUDGE_TRY(const json document, parse_json(json_text(to_json(record))));
  return record_from_json(document);
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

TEST(RecordJson, KeepsEveryField) {
  const Record record = full_record();
  const auto back = round_trip(record);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->id, 7);
  EXPECT_EQ(back->seed, record.seed);
  EXPECT_EQ(back->attempt.path, record.attempt.path);
  EXPECT_EQ(back->device.driver_version, 13010);
  EXPECT_EQ(back->verdict.kind, VerdictKind::wrong_answer);
  EXPECT_EQ(back->verdict.case_name, "large");
  EXPECT_TRUE(std::isnan(back->mismatch->largest_absolute_error));
  EXPECT_EQ(back->mismatch->got, -k_infinity);
  EXPECT_EQ(back->fault->thread, (std::array<unsigned, 3>{4, 5, 6}));
  EXPECT_EQ(back->fault->offset_bytes, -4);
  EXPECT_EQ(back->cases[0].seed, 0x8000000000000001);
  ASSERT_EQ(back->measurements.size(), 2u);
  EXPECT_EQ(back->measurements[0].samples[0].sm_clock_mhz, 1980);
  EXPECT_TRUE(back->measurements[0].samples[1].throttled);
  EXPECT_TRUE(same_bits(back->measurements[0].samples[1].wall_ns, 5e-324));
  EXPECT_EQ(to_json(*back), to_json(record));  // all the rest
}

/// A record with one of everything, all of it at its default.
Record blank_record() {
  Record record;
  record.mismatch.emplace();
  record.fault.emplace();
  record.cases.emplace_back();
  record.measurements.emplace_back().samples.emplace_back();
  record.stages.emplace_back();
  return record;
}

/// KeepsEveryField is blind to a field that full_record() leaves at its default.
TEST(RecordJson, NoFieldOfTheFullRecordIsAtItsDefault) {
  const json full = to_json(full_record()), blank = to_json(blank_record()).flatten();
  EXPECT_GT(blank.size(), 60u);
  for (const auto& [path, value] : blank.items()) {
    if (path == "/schema" || path == "/findings" || path == "/mismatch/shape") continue;
    if (path == "/measurements/0/samples/throttled/0") continue;  // set in the second sample
    const json& other = full.at(json::json_pointer(path));
    EXPECT_NE(other, value) << path;
  }
}

TEST(RecordJson, KeepsTheBitsOfAnyDouble) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 5'000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (std::isnan(value)) continue;
    Record record;
    record.stages = {{"x", value}};
    const auto back = round_trip(record);
    ASSERT_TRUE(back) << back.error().message;
    ASSERT_TRUE(same_bits(back->stages[0].seconds, value)) << value;
  }
  Record record;
  record.stages = {{"x", -0.0}};
  EXPECT_TRUE(same_bits(round_trip(record)->stages[0].seconds, -0.0));
}

TEST(RecordJson, SaysTheVerdictAsAPlainWord) {
  for (int kind = 1; kind <= 10; ++kind) {
    Record record;
    record.verdict.kind = static_cast<VerdictKind>(kind);
    EXPECT_EQ(to_json(record)["verdict"], name_of(record.verdict.kind));
    EXPECT_EQ(round_trip(record)->verdict.kind, record.verdict.kind);
  }
  EXPECT_EQ(to_json(full_record())["attempt"]["name"], "va_float4");
}

template <class Enum>
void expect_every_enumerator_back(std::size_t count) {
  EXPECT_EQ(names_of(Enum{}).size(), count);
  for (const auto& [value, name] : names_of(Enum{})) {
    EXPECT_EQ(encode(value), json(name));
    EXPECT_EQ(decode<Enum>(json(name), "it").value(), value) << name;
    EXPECT_EQ(from_number<Enum>(static_cast<std::int64_t>(value)), value) << name;
  }
  EXPECT_EQ(decode<Enum>(json("nonsense"), "it").error().message, "it: \"nonsense\" is not a name that this judge knows");
  EXPECT_THAT(decode<Enum>(json(0), "it").error().message, HasSubstr("it should be a string"));
  EXPECT_FALSE(from_number<Enum>(1'000'000));
}

TEST(RecordJson, KeepsEveryEnumeratorAndTakesNoOther) {
  expect_every_enumerator_back<RuntimeKind>(2);
  expect_every_enumerator_back<Bracket>(4);
  expect_every_enumerator_back<Arithmetic>(3);
  expect_every_enumerator_back<Fault::Kind>(28);
  expect_every_enumerator_back<Fault::Space>(4);
  expect_every_enumerator_back<OldContent>(3);
  expect_every_enumerator_back<VerdictKind>(10);
  expect_every_enumerator_back<DType>(13);
  expect_every_enumerator_back<MemoryPlace>(3);
  expect_every_enumerator_back<protocol::Request::Type>(8);
  expect_every_enumerator_back<protocol::ReplayEvent::Kind>(8);
  expect_every_enumerator_back<reference_protocol::Function>(4);
}

// A value other than the member's default, of any type that a description may hold.
template <class T>
void change(T& value, int& count) {
  ++count;
  if constexpr (std::is_same_v<T, bool>) value = !value;
  else if constexpr (std::is_arithmetic_v<T>) value = static_cast<T>(value + count);
  else if constexpr (std::is_enum_v<T>) {
    const T before = value;
    for (const auto& [other, name] : names_of(before))
      if (other != before) value = other;
  } else if constexpr (Described<T>)
    for_each_field<T>([&](const auto& field) {
      using Field = std::remove_cvref_t<decltype(field)>;
      if constexpr (Field::form != Form::left_out) change(value.*field.member, count);
    });
  else if constexpr (std::is_same_v<T, std::vector<bool>>) value = {true, false};
  else if constexpr (detail::Optional<T>) change(value.emplace(), count);
  else if constexpr (detail::FixedList<T>)
    for (auto& element : value) change(element, count);
  else if constexpr (detail::List<T>) change(value.emplace_back(), count);
  else value = "text " + std::to_string(count);
}

/// Each field is written, is read back, and is missed where it is needed and not there.
template <Described T>
void expect_all_fields_back() {
  T value{};
  int count = 0;
  change(value, count);
  const json written = encode(value);
  const auto back = decode<T>(written, "it");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(encode(*back), written);
  const json blank = encode(T{});
  for_each_field<T>([&](const auto& field) {
    constexpr Form form = std::remove_cvref_t<decltype(field)>::form;
    if constexpr (form == Form::left_out || form == Form::merged) return;
    EXPECT_EQ(blank.contains(field.name), form != Form::sparse) << field.name;
    EXPECT_NE(written.at(field.name), blank.value(field.name, json())) << field.name;
    json without = written, wrong = written;
    without.erase(field.name);
    wrong[field.name] = json::array({json::array()});  // no field holds lists of lists
    const auto lacking = decode<T>(without, "it");
    EXPECT_EQ(lacking.has_value(), form == Form::optional || form == Form::sparse) << field.name;
    if (!lacking) {
      EXPECT_EQ(lacking.error().message, std::string(field.name) + " is missing");
    }
    if (std::is_same_v<std::remove_cvref_t<decltype(value.*field.member)>, json>) return;
    const auto mistaken = decode<T>(wrong, "it");
    ASSERT_FALSE(mistaken) << field.name;
    EXPECT_THAT(mistaken.error().message, HasSubstr(field.name));
  });
}

template <class... Structs>
void expect_all_fields_of_all_back() {
  (expect_all_fields_back<Structs>(), ...);
}

TEST(Descriptions, EveryFieldOfEveryStructComesBackAndIsMissed) {
  expect_all_fields_of_all_back<Attempt, Sample, Summary, DeviceState, Operation, Measurement, Fault::Access, Fault, Mismatch,
                                Verdict, Device, CaseResult, CheckSummary, StageTime, Record>();
  using namespace protocol;
  expect_all_fields_of_all_back<Request, Answer, Start, Load, Ready, Slab, OpenSlabs, CallArgument, Call, Kept, Trace, Returned,
                                MeasureEmpty, ReplayArgument, ReplayCase, ReplayJob, ReplayEvent>();
  namespace reference = reference_protocol;
  expect_all_fields_of_all_back<reference::Load, reference::Loaded, reference::Argument, reference::Call,
                                reference::Returned>();
}

TEST(RecordJson, AbsentOptionalsStayAbsent) {
  const auto back = round_trip(Record{});
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_FALSE(back->mismatch.has_value());
  EXPECT_FALSE(back->fault.has_value());
}

TEST(RecordJson, BytesThatAreNotUtf8AreReplacedAndNeverThrow) {
  Record record = full_record();
  record.verdict.details = "got \xff\xfe\xc3 and \x80";
  record.attempt.name = std::string("va_\xed\xa0\x80\0x", 9);
  record.attempt.path = "solutions/\xf0\x28.cu";
  const std::string text = json_text(to_json(record));
  const auto back = round_trip(record);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_THAT(back->verdict.details, HasSubstr("got \xef\xbf\xbd\xef\xbf\xbd"));
  EXPECT_THAT(text, Not(HasSubstr("\xff")));
}

TEST(RecordJson, FieldsOfLaterVersionsAreIgnored) {
  json document = to_json(full_record());
  document["color"] = "green";
  document["measurements"][0]["samples"]["power_mw"] = {1, 2};
  const auto record = record_from_json(document);
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_EQ(to_json(*record), to_json(full_record()));
}

std::string error_after(void (*edit)(json&)) {
  json document = to_json(full_record());
  edit(document);
  const auto record = record_from_json(document);
  return record ? "no error" : record.error().message;
}

TEST(RecordJson, ErrorsNameTheField) {
  EXPECT_THAT(error_after([](json& d) { d.erase("verdict"); }), HasSubstr("verdict is missing"));
  EXPECT_THAT(error_after([](json& d) { d["verdict"] = "great"; }), HasSubstr("verdict: \"great\""));
  EXPECT_THAT(error_after([](json& d) { d["measurements"][0]["device"].erase("low_ns"); }),
              HasSubstr("measurements[0].device.low_ns is missing"));
  EXPECT_THAT(error_after([](json& d) { d["measurements"][0]["samples"].erase("throttled"); }),
              HasSubstr("measurements[0].samples.throttled is missing"));
  EXPECT_THAT(error_after([](json& d) { d["attempt"] = 5; }), HasSubstr("attempt should be an object"));
  EXPECT_THAT(error_after([](json& d) { d["device"]["runtime"] = "hip"; }), HasSubstr("device.runtime: \"hip\""));
  EXPECT_THAT(error_after([](json& d) { d["measurements"][1] = "x"; }), HasSubstr("measurements[1] should be an object"));
  EXPECT_THAT(error_after([](json& d) { d["measurements"][0]["samples"]["wall_ns"] = {1}; }),
              HasSubstr("measurements[0].samples.wall_ns should be an array as long as device_ns"));
  EXPECT_THAT(error_after([](json& d) { d["fault"]["block"] = {1, 2}; }), HasSubstr("fault.block should be an array of 3"));
  EXPECT_THAT(error_after([](json& d) { d["fault"]["block"][1] = -1; }),
              HasSubstr("fault.block[1] should be an integer in range"));
  EXPECT_THAT(error_after([](json& d) { d["seed"] = "12x"; }), HasSubstr("seed should be an integer in range"));
  EXPECT_THAT(error_after([](json& d) { d["cases"][0]["wall_ns"] = "fast"; }),
              HasSubstr("cases[0].wall_ns should be a number"));
  EXPECT_THAT(error_after([](json& d) { d["schema"] = "judge.record/2"; }), HasSubstr("judge.record/2"));
  EXPECT_THAT(error_after([](json& d) { d.erase("schema"); }), HasSubstr("schema is missing"));
  EXPECT_THAT(error_after([](json& d) { d = json::array(); }), HasSubstr("the record should be an object, it is array"));
}

TEST(RecordJson, SeedsAreStringsAndNumbersAreTakenToo) {
  json document = to_json(full_record());
  EXPECT_EQ(document["seed"], "18446744073709551615");
  document["seed"] = 42;
  EXPECT_EQ(record_from_json(document)->seed, 42u);
}

TEST(ParseJson, SaysWhereATextStopsBeingJson) { EXPECT_THAT(parse_json("{\"a\": }").error().message, HasSubstr("byte 7")); }

}  // namespace
}  // namespace judge

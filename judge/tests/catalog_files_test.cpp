#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "judge/tests/catalog_support.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string problem_error(std::string_view json) { return message_of({.problem = std::string(json)}); }
// With one key more in problem.json.
std::string extra_error(std::string_view key) {
  return problem_error(fmt::format(R"({{"buffers": {{"A": {{"shape": "N", "fill": 0}}, "C": {{"shape": "N"}}}}, {}}})", key));
}
TEST(ProblemFiles, TheSoundOneLoads) { EXPECT_EQ(message_of({}), ""); }

TEST(ProblemFiles, SayWhichFileIsMissing) {
  const auto temporary = TemporaryDirectory::create("catalog");
  const auto folder = write_folder(temporary->path() / "probe", {});
  std::filesystem::remove(folder / "tests.json");
  EXPECT_THAT(load_problem(folder).error().message, HasSubstr("tests.json: cannot be read"));
}

TEST(ProblemJson, NamesThePlaceOfBadSyntax) {
  EXPECT_THAT(problem_error("{\n  \"buffers\": {,}\n}"), HasSubstr("problem.json:2:15: not valid JSON"));
  EXPECT_THAT(problem_error(""), HasSubstr("problem.json:1:1: not valid JSON"));
  EXPECT_THAT(problem_error("{\"title\": \"a\", \"title\": \"b\"}"),
              HasSubstr("problem.json:1:17: the key 'title' is given twice"));
  EXPECT_THAT(problem_error(std::string(100'000, '[')), HasSubstr("nested deeper than 64"));
  EXPECT_THAT(problem_error("[1]"), HasSubstr("problem.json is an object, not a list"));
  EXPECT_THAT(problem_error("\xff\xfe"), HasSubstr("not valid JSON"));
}

TEST(ProblemJson, UnknownKeysAreNeverIgnored) {
  EXPECT_THAT(extra_error("\"titel\": \"x\""), HasSubstr("problem.json has no 'titel'; did you mean 'title'?"));
  EXPECT_THAT(extra_error("\"limits\": {\"time_limit\": 5}"), HasSubstr("did you mean 'time_limit_ms'"));
  EXPECT_THAT(problem_error("{\n\"buffers\": {\n  \"A\": {\"shap\": \"N\"}}}"),
              HasSubstr("problem.json:3:10: the buffer 'A' has no 'shap'; did you mean 'shape'?"));
  EXPECT_THAT(problem_error(R"({"buffers": {"B": {"shape": "N"}}})"), HasSubstr("buffers has no 'B'; did you mean"));
}

TEST(ProblemJson, ChecksBuffers) {
  EXPECT_THAT(problem_error("{}"), HasSubstr("says nothing about the buffer 'A'"));
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": "N", "fill": 0}}})"),
              HasSubstr("says nothing about the buffer 'C'"));
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"fill": 0}, "C": {"shape": "N"}}})"), HasSubstr("'A' has no \"shape\""));
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": [], "fill": 0}, "C": {"shape": "N"}}})"),
              HasSubstr("1 to 16 extents"));
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": "N"}, "C": {"shape": "N"}}})"),
              HasSubstr("nothing says how the input 'A' is filled"));
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": "N", "fill": 0}, "C": {"shape": "N", "fill": 0}}})"),
              HasSubstr("is an output and is not filled"));
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": "N", "fill": 0, "checker": "exact"}, "C": {"shape": "N"}}})"),
              HasSubstr("has no checker"));
  EXPECT_THAT(
      problem_error(R"({"buffers": {"A": {"shape": "N", "fill": 0}, "C": {"shape": "N", "direction": "in", "fill": 0}}})"),
      HasSubstr("no buffer is an output"));
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": "N", "fill": 0}, "C": {"shape": "N", "direction": "output"}}})"),
              HasSubstr("direction is one of in, out, inout, not 'output'"));
}

TEST(ProblemJson, SaysWhereABufferLies) {
  const auto cases = cases_of_text({.problem = R"({"buffers": {"A": {"shape": "N", "fill": 0, "memory": "pinned"},
                                                               "C": {"shape": "N", "memory": "pageable"}}})"});
  ASSERT_TRUE(cases) << cases.error().message;
  EXPECT_EQ(buffer(cases->front(), 0).memory, MemoryPlace::pinned);
  EXPECT_EQ(buffer(cases->front(), 1).memory, MemoryPlace::pageable);
  EXPECT_TRUE(cases->front().is_end_to_end());
  const auto plain = cases_of_text({});
  EXPECT_EQ(buffer(plain->front(), 0).memory, MemoryPlace::device);
  EXPECT_FALSE(plain->front().is_end_to_end());
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": "N", "fill": 0, "memory": "host"}, "C": {"shape": "N"}}})"),
              HasSubstr("memory is one of device, pageable, pinned, not 'host'"));
}

TEST(ProblemJson, SaysWhatAnOutputHoldsWhenItArrives) {
  const auto cases =
      cases_of_text({.problem = R"({"buffers": {"A": {"shape": "N", "fill": 0}, "C": {"shape": "N", "arrives": "zeroed"}}})"});
  ASSERT_TRUE(cases) << cases.error().message;
  EXPECT_EQ(buffer(cases->front(), 1).arrival, Arrival::zeroed);
  EXPECT_TRUE(buffer(cases->front(), 1).holds_something());
  EXPECT_EQ(buffer(cases_of_text({})->front(), 1).arrival, Arrival::poisoned);
  EXPECT_FALSE(buffer(cases_of_text({})->front(), 1).holds_something());
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": "N", "fill": 0, "arrives": "zeroed"}, "C": {"shape": "N"}}})"),
              HasSubstr("'A' arrives with its contents"));
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": "N", "fill": 0}, "C": {"shape": "N", "arrives": "empty"}}})"),
              HasSubstr("arrives is one of poisoned, zeroed, not 'empty'"));
}

TEST(ProblemJson, TolerancesMayBeFormulas) {
  const auto checker = [](std::string_view json) {
    const auto cases =
        cases_of_text({.problem = fmt::format(R"({{"buffers": {{"A": {{"shape": "N", "fill": 0}}, "C": {{"shape": "N"}}}},
                                                                 "checker": {}}})",
                                              json)});
    EXPECT_TRUE(cases) << cases.error().message;
    return buffer(cases->front(), 1).checker;
  };
  EXPECT_DOUBLE_EQ(checker(R"({"tolerance": {"absolute": "1e-6 * N", "relative": 1e-5}})").absolute, 1e-5);
  EXPECT_EQ(checker(R"({"norm": {"relative": "N / 1000"}})").relative, 0.01);
  EXPECT_EQ(checker(R"({"ulp": "2 * N"})").ulps, 20);
  EXPECT_THAT(extra_error(R"("checker": {"tolerance": {"absolute": "1e-6 * M"}})"), HasSubstr("'M' is not a scalar parameter"));
  EXPECT_THAT(extra_error(R"("checker": {"tolerance": {"absolute": "5 - N"}})"),
              HasSubstr("in case 'N=10': the tolerance '5 - N' of 'C' is -5, a number from 0 upwards is needed"));
  EXPECT_THAT(extra_error(R"("checker": {"ulp": "N / 3"})"), HasSubstr("whole number"));
  EXPECT_THAT(extra_error(R"("checker": {"tolerance": {"absolute": "inf"}})"), HasSubstr("from 0 upwards is needed"));
}

TEST(ProblemJson, TrivialAnswersThatAreRightAreNamedWithAReason) {
  const auto error = [](std::string_view json) { return extra_error(fmt::format("\"trivially_right\": {}", json)); };
  EXPECT_EQ(error(R"({"A copied to C": "the task is a copy", "zeros in C": "by and large"})"), "");
  EXPECT_THAT(error(R"({"A copied to B": "why"})"),
              HasSubstr("tries no answer 'A copied to B'; did you mean 'A copied to C'?"));
  EXPECT_THAT(error(R"({"A copied to C": ""})"), HasSubstr("say in a string why"));
  EXPECT_THAT(error(R"(["A copied to C"])"), HasSubstr("is an object"));
}

TEST(ProblemJson, ShapesPointAtTheUnknownScalar) {
  EXPECT_EQ(problem_error("{\"buffers\": {\n  \"A\": {\"shape\": [\"2 * M\"], \"fill\": 0}, \"C\": {\"shape\": \"N\"}}}"),
            "problem.json:2:24: 'M' is not a scalar parameter of solve(); did you mean 'N'? (its scalars: N)");
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": "N - 10", "fill": 0}, "C": {"shape": "N"}}})"),
              HasSubstr("problem.json:1:30: in case 'N=10': the extent 'N - 10' of 'A' is 0, at least 1 is needed"));
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": "N / 3", "fill": 0}, "C": {"shape": "N"}}})"),
              HasSubstr("a whole number is needed"));
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": ["N", 1000000, 1000000], "fill": 0}, "C": {"shape": "N"}}})"),
              HasSubstr("larger than 1 TiB"));
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": ["N * 9e15 * 9e15"], "fill": 0}, "C": {"shape": "N"}}})"),
              HasSubstr("whole number"));
  EXPECT_THAT(problem_error(
                  R"({"buffers": {"A": {"shape": [9223372036854775807, 9223372036854775807], "fill": 0},
                             "C": {"shape": "N"}}})"),
              HasSubstr("larger than 1 TiB"));
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": [99999999999999999999], "fill": 0}, "C": {"shape": "N"}}})"),
              HasSubstr("whole number"));
  EXPECT_THAT(problem_error(R"({"buffers": {"A": {"shape": ["nan"], "fill": 0}, "C": {"shape": "N"}}})"),
              HasSubstr("whole number"));
}

TEST(ProblemJson, ChecksTheOtherKeys) {
  EXPECT_THAT(extra_error("\"difficulty\": \"eazy\""), HasSubstr("did you mean 'easy'?"));
  EXPECT_THAT(extra_error("\"prefix\": \"va_\""), HasSubstr("letters and digits"));
  EXPECT_THAT(extra_error("\"number\": 0"), HasSubstr("whole number from 1"));
  EXPECT_THAT(extra_error("\"tags\": \"x\""), HasSubstr("list of strings"));
  EXPECT_THAT(extra_error("\"tags\": [1]"), HasSubstr("a tag is a string"));
  EXPECT_THAT(extra_error("\"checker\": \"tolerance\""), HasSubstr("there is no checker 'tolerance'"));
  EXPECT_THAT(extra_error("\"checker\": {\"tolerence\": {}}"), HasSubstr("did you mean 'tolerance'?"));
  EXPECT_THAT(extra_error("\"checker\": {\"tolerance\": {\"absolute\": -1}}"), HasSubstr("from 0 upwards"));
  EXPECT_THAT(extra_error("\"checker\": {\"tolerance\": {}}"), HasSubstr("needs \"absolute\""));
  EXPECT_THAT(extra_error("\"checker\": {\"ulp\": 1.5}"), HasSubstr("whole number"));
  EXPECT_THAT(extra_error("\"limits\": {\"time_limit_ms\": 0}"), HasSubstr("whole number from 1"));
  EXPECT_THAT(extra_error("\"limits\": {\"device_memory_mb\": 1e30}"), HasSubstr("whole number from 1"));
  EXPECT_THAT(extra_error("\"work\": {\"bytes\": \"K\"}"), HasSubstr("'K' is not a scalar"));
  EXPECT_THAT(extra_error("\"work\": {\"bytes\": \"N - 100\"}"), HasSubstr("from 0 upwards"));
  EXPECT_THAT(extra_error("\"work\": {\"flops\": \"nan\"}"), HasSubstr("from 0 upwards"));
  EXPECT_THAT(extra_error("\"scalars\": {\"N\": \"N\"}"), "");  // the case gives N
}

TEST(ProblemJson, GivesCheckersToOutputs) {
  const auto checker = [](std::string_view problem_wide, std::string_view own) {
    FolderText text;
    text.problem =
        fmt::format(R"({{"buffers": {{"A": {{"shape": "N", "fill": 0}}, "C": {{"shape": "N"{}}}}}{}}})", own, problem_wide);
    return buffer(cases_of_text(text).value().front(), 1).checker;
  };
  EXPECT_EQ(checker("", "").kind, CheckerKind::tolerance);
  EXPECT_EQ(checker("", "").relative, 1e-5);
  EXPECT_EQ(checker(R"(, "checker": {"ulp": 4})", "").ulps, 4);
  EXPECT_EQ(checker(R"(, "checker": {"ulp": 4})", R"(, "checker": "exact")").kind, CheckerKind::exact);
  const auto norm = checker("", R"(, "checker": {"norm": {"relative": 1e-3}})");
  EXPECT_EQ(norm.kind, CheckerKind::norm);
  EXPECT_EQ(norm.absolute, 0);
  EXPECT_EQ(norm.relative, 1e-3);
}

TEST(ProblemJson, WholeNumberOutputsAreExactByDefault) {
  FolderText text;
  text.solve = "void solve(const float* A, int* C, int N);";
  EXPECT_EQ(buffer(cases_of_text(text).value().front(), 1).checker.kind, CheckerKind::exact);
}

TEST(ProblemJson, CustomIsForAllOutputsOrNone) {
  FolderText text;
  text.solve = "void solve(float* A, float* C, int N);";
  text.problem = R"({"buffers": {"A": {"shape": "N"}, "C": {"shape": "N", "checker": "custom"}}})";
  EXPECT_THAT(message_of(text), HasSubstr("check() decides about all outputs at once"));
  text.problem = R"({"checker": "custom", "buffers": {"A": {"shape": "N"}, "C": {"shape": "N"}}})";
  EXPECT_EQ(message_of(text), "");
}

TEST(ProblemJson, DirectionsComeFromConstUnlessSaid) {
  FolderText text;
  text.reference = "";
  text.solve = "void solve(float* A, const float* B, float* C, const float* D, int N);";
  text.problem = R"({"buffers": {
    "A": {"shape": "N", "direction": "in", "fill": 0}, "B": {"shape": "N", "fill": 0},
    "C": {"shape": "N", "direction": "inout", "fill": 0}, "D": {"shape": "N", "direction": "out"}}})";
  const auto cases = cases_of_text(text);
  ASSERT_TRUE(cases) << cases.error().message;
  std::vector<Direction> directions;
  for (std::size_t i = 0; i < 4; ++i) directions.push_back(buffer(cases->front(), i).direction);
  EXPECT_THAT(directions, ElementsAre(Direction::in, Direction::in, Direction::inout, Direction::out));
}

TEST(ProblemJson, LimitsAndWorkReachTheCases) {
  FolderText text;
  text.problem = R"({"buffers": {"A": {"shape": "N", "fill": 0}, "C": {"shape": "N"}},
    "limits": {"time_limit_ms": 1500, "device_memory_mb": 3, "host_memory_mb": 5},
    "work": {"bytes": "8 * N", "flops": "N / 4", "arithmetic": "int8"}})";
  text.tests = R"({"cases": [{"scalars": {"N": 10}}, {"scalars": {"N": 11}, "time_limit_ms": 20}]})";
  const auto cases = cases_of_text(text).value();
  EXPECT_EQ(cases[0].time_limit, std::chrono::milliseconds(1500));
  EXPECT_EQ(cases[1].time_limit, std::chrono::milliseconds(20));
  EXPECT_EQ(cases[0].work_bytes, 80);
  EXPECT_EQ(cases[0].work_flops, 2.5);
  EXPECT_EQ(cases[0].arithmetic, Arithmetic::int8);
  const auto temporary = TemporaryDirectory::create("catalog");
  const auto problem = load_problem(write_folder(temporary->path() / "two-words", text)).value();
  EXPECT_EQ(problem.device_memory_limit_bytes, 3u << 20);
  EXPECT_EQ(problem.host_memory_limit_bytes, 5u << 20);
  EXPECT_EQ(problem.prefix, "tw");
  EXPECT_EQ(problem.title, "Two words");
}

Fill fill_of(std::string_view json, std::string_view type = "float", int elements = 4) {
  FolderText text;
  text.solve = fmt::format("void solve(const {}* A, float* C, int N);", type);
  text.tests = fmt::format(R"({{"cases": [{{"scalars": {{"N": {}}}, "fill": {{"A": {}}}}}]}})", elements, json);
  const auto cases = cases_of_text(text);
  EXPECT_TRUE(cases) << cases.error().message;
  return cases ? buffer(cases->front(), 0).fill : Fill{};
}

std::string fill_error(std::string_view json, std::string_view type = "float") {
  FolderText text;
  text.solve = fmt::format("void solve(const {}* A, float* C, int N);", type);
  text.tests = fmt::format(R"({{"cases": [{{"scalars": {{"N": 4}}, "fill": {{"A": {}}}}}]}})", json);
  text.problem = R"({"buffers": {"A": {"shape": "N", "fill": 0}, "C": {"shape": "N"}}})";
  return message_of(text);
}

TEST(Fills, AreReadWithTheirNumbers) {
  EXPECT_EQ(std::get<fill::Uniform>(fill_of(R"({"uniform": [-1, "N / 8"]})")).high, 0.5);
  EXPECT_EQ(std::get<fill::Normal>(fill_of(R"({"normal": [2, 3]})")).deviation, 3);
  EXPECT_EQ(std::get<fill::Integers>(fill_of(R"({"integers": [0, "N"]})", "int")).high, 4);
  EXPECT_EQ(std::get<fill::Constant>(fill_of("7")).value, 7);
  EXPECT_EQ(std::get<fill::Constant>(fill_of(R"({"constant": "-inf"})")).value, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(std::get<fill::Iota>(fill_of(R"({"iota": [1, 2]})")).step, 2);
  EXPECT_TRUE(std::holds_alternative<fill::Permutation>(fill_of("\"permutation\"")));
  EXPECT_EQ(std::get<fill::Sorted>(fill_of(R"({"sorted": [0, 9]})")).high, 9);
  EXPECT_EQ(std::get<fill::Sparse>(fill_of(R"({"sparse": [0.35, -1, 1]})")).density, 0.35);
  EXPECT_THAT(std::get<fill::Choice>(fill_of(R"({"choice": [0, 1]})", "bool")).values, ElementsAre(0, 1));
  EXPECT_TRUE(std::holds_alternative<fill::Custom>(fill_of("\"generate\"")));
  EXPECT_THAT(std::get<fill::Literal>(fill_of("[[1, 2], [3, 4]]")).values, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(std::get<fill::Literal>(fill_of(R"({"repeat": [1, 0]})", "float", 3)).values, ElementsAre(1, 0, 1));
}

TEST(Fills, KeepSpecialValues) {
  const auto values = std::get<fill::Literal>(fill_of(R"(["nan", "inf", -0.0, -0])")).values;
  EXPECT_TRUE(std::isnan(values[0]));
  EXPECT_EQ(values[1], std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::signbit(values[2]));
  EXPECT_TRUE(std::signbit(values[3]));
}

TEST(Fills, ComplainAboutWhatDoesNotFit) {
  EXPECT_THAT(fill_error(R"({"unifrom": [0, 1]})"), HasSubstr("there is no fill 'unifrom'; did you mean 'uniform'"));
  EXPECT_THAT(fill_error("\"random\""), HasSubstr("there is no fill 'random' (known: literal, repeat, uniform"));
  EXPECT_THAT(fill_error("{}"), HasSubstr("one key"));
  EXPECT_THAT(fill_error("null"), HasSubstr("not null"));
  EXPECT_THAT(fill_error("[1, 2, 3]"), HasSubstr("3 numbers are listed for 4 elements"));
  EXPECT_THAT(fill_error("[1, 2, 3, {}]"), HasSubstr("not an object"));
  EXPECT_THAT(fill_error(R"({"uniform": [1]})"), HasSubstr("does not take 1 numbers; it is written {\"uniform\": [-1, 1]}"));
  EXPECT_THAT(fill_error(R"({"uniform": [1, 1]})"), HasSubstr("is no interval"));
  EXPECT_THAT(fill_error(R"({"uniform": [0, "inf"]})"), HasSubstr("is no interval"));
  EXPECT_THAT(fill_error(R"({"uniform": ["nan", 1]})"), HasSubstr("is no interval"));
  EXPECT_THAT(fill_error(R"({"uniform": [-1.7e308, 1.7e308]})"), HasSubstr("is no interval"));
  EXPECT_THAT(fill_error(R"({"integers": [-1, 5]})", "unsigned char"), HasSubstr("not within type unsigned char"));
  EXPECT_THAT(fill_error(R"({"integers": [0, 257]})", "uint8_t"), HasSubstr("not within type unsigned char"));
  EXPECT_EQ(fill_error(R"({"integers": [0, 256]})", "uint8_t"), "");
  EXPECT_THAT(fill_error(R"({"normal": [0, 1]})", "int"), HasSubstr("draws floating numbers"));
  EXPECT_THAT(fill_error(R"({"normal": [0, -1]})"), HasSubstr("at least 0"));
  EXPECT_THAT(fill_error(R"({"sparse": [1.5, 0, 1]})"), HasSubstr("density"));
  EXPECT_THAT(fill_error(R"([1, 2, 3, 0.5])", "int"), HasSubstr("0.5 is not a value of type int"));
  EXPECT_THAT(fill_error(R"([1, 2, 3, "nan"])", "int"), HasSubstr("is not a value of type int"));
  EXPECT_THAT(fill_error(R"({"constant": 1e6})", "half"), HasSubstr("is not a value of type __half"));
  EXPECT_THAT(fill_error(R"({"iota": [0, 100]})", "char"), HasSubstr("is not a value of type signed char"));
  EXPECT_THAT(fill_error(R"({"uniform": [0, "K"]})"), HasSubstr("'K' is not a scalar parameter"));
}

TEST(Reference, WrongParameterCountsAreFoundBeforeItIsCalled) {
  FolderText text;
  text.reference = "extern \"C\" void reference(const float* A, int N) {}";
  EXPECT_THAT(message_of(text), HasSubstr("reference.cpp:1:17: reference() takes 2 parameters, 3 are expected"));
  text.reference = "void reference(const float* A, float* C, int N) {}";
  EXPECT_THAT(message_of(text), HasSubstr("needs extern \"C\""));
  text.reference =
      "extern \"C\" void reference(const float* A, float* C, int N) {}\nextern \"C\" bool check(const float* A, float* "
      "C, int N) { return true; }";
  EXPECT_THAT(message_of(text), HasSubstr("check() takes 3 parameters, 4 are expected"));
}

}  // namespace
}  // namespace judge

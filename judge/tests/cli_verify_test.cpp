#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/model/record_json.hpp"
#include "judge/tests/cli_verify_support.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* k_right_attempt =
    "__global__ void twice(const float* A, float* C, int N) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < N) C[i] = 2 * A[i];\n"
    "}\n"
    "extern \"C\" void solve(const float* A, float* C, int N) { twice<<<(N + 255) / 256, 256>>>(A, C, N); }\n";

TEST(Verify, ASoundProblemWithAnAcceptedExamplePasses) {
  const VerifyRoot root;
  root.add("doubling", {});
  root.add_attempt("d_simple.cu", k_right_attempt);
  const auto ran = root.verify({"doubling"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("doubling is sound\n"), HasSubstr("1 of 1 accepted"),
                             HasSubstr("hints                     there are none"), Not(HasSubstr("FAILED")),
                             HasSubstr("rejected by 5 of 5 cases")));
}

TEST(Verify, AnExampleThatIsNotAcceptedIsNamed) {
  const VerifyRoot root;
  root.add("doubling", {});
  root.add_attempt("d_nothing.cu", "extern \"C\" void solve(const float* A, float* C, int N) {}\n");
  const auto ran = root.verify({"doubling"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("d_nothing"), HasSubstr("wrong-answer"), HasSubstr("0 of 1 accepted")));
  EXPECT_THAT(ran.out, AllOf(HasSubstr("FAILED   examples "), Not(HasSubstr("ok       examples "))));
  const auto without = root.verify({"doubling", "--no-attempts"});
  EXPECT_EQ(without.status, 0) << without.out;
  EXPECT_THAT(without.out, HasSubstr("not run: --no-attempts"));
}

TEST(Verify, AToleranceSoWideThatTrivialAnswersPassIsFound) {
  ProblemText text;
  text.problem.insert(text.problem.size() - 1, R"(, "checker": {"tolerance": {"absolute": 10}})");
  const auto states = states_of(text);
  EXPECT_EQ(states.at("sound"), "failed");
  EXPECT_EQ(states.at("zeros in C"), "failed");
  EXPECT_EQ(states.at("A copied to C"), "failed");
  EXPECT_EQ(states.at("C left untouched"), "ok");
  EXPECT_EQ(states.at("all but the last of C"), "ok");
  EXPECT_EQ(states.at("the right answer"), "ok");
}

TEST(Verify, AnAnswerThatIsReallyRightInOneCaseIsFine) {
  ProblemText text;
  text.tests = R"({"cases": [{"sweep": {"N": [1, 30]}}, {"name": "zeros", "scalars": {"N": 9}, "fill": {"A": 0}},
                             {"name": "large", "timed": true, "scalars": {"N": 500}}]})";
  const VerifyRoot root;
  root.add("probe", text);
  const auto ran = root.verify({"probe"});
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("rejected by 3 of 4 cases; in 1 it is the right answer"));
}

/// B = A.
ProblemText copying() {
  ProblemText text;
  text.reference =
      "extern \"C\" void reference(const float* A, float* C, int N) {\n"
      "  for (int i = 0; i < N; ++i) C[i] = A[i];\n"
      "}\n";
  return text;
}

TEST(Verify, ATrivialAnswerThatIsTheAnswerMustBeDeclared) {
  const VerifyRoot root;
  auto text = copying();
  root.add("probe", text);
  const auto undeclared = root.verify({"probe"});
  EXPECT_EQ(undeclared.status, 1);
  EXPECT_THAT(undeclared.out, AllOf(HasSubstr("no case rejects it: it is the right answer in all 5"),
                                    HasSubstr(R"("trivially_right": {"A copied to C": "why"})")));
  text.problem.insert(text.problem.size() - 1, R"(, "trivially_right": {"A copied to C": "a copy is what is asked for"})");
  root.add("declared", text);
  const auto declared = root.verify({"declared"});
  EXPECT_EQ(declared.status, 0) << declared.out;
  EXPECT_THAT(declared.out, HasSubstr("right in 5 of 5 cases, as problem.json says: a copy is what is asked for"));
}

ProblemText clamping_to(const std::string& high) {
  ProblemText text;
  text.solve = "extern \"C\" void solve(float* data, float lo, float hi, int N);\n";
  text.problem = R"({"prefix": "c", "buffers": {"data": {"direction": "inout", "shape": "N", "fill": {"uniform": [-1, 1]}}},
                     "scalars": {"lo": 0.5, "hi": )" +
                 high + R"(}, "work": {"bytes": "8 * N"}})";
  text.reference =
      "extern \"C\" void reference(float* data, float lo, float hi, int N) {\n"
      "  for (int i = 0; i < N; ++i) data[i] = data[i] < lo ? lo : data[i] > hi ? hi : data[i];\n"
      "}\n";
  return text;
}

TEST(Verify, AnAnswerThatDoesNotDependOnTheInputsIsFound) {
  EXPECT_THAT(failed_checks(clamping_to("0.75")), testing::IsEmpty());
  const VerifyRoot root;
  auto text = clamping_to("0.5");
  root.add("probe", text);
  const auto found = root.verify({"probe"});
  EXPECT_EQ(found.status, 1);
  EXPECT_THAT(found.out, AllOf(HasSubstr("no case rejects the answer to the inputs of another seed"),
                               HasSubstr(R"("trivially_right": {"data of other inputs": "why"})")));
  text.problem.insert(text.problem.size() - 1, R"(, "trivially_right": {"data of other inputs": "it is meant"})");
  root.add("declared", text);
  const auto declared = root.verify({"declared"});
  EXPECT_EQ(declared.status, 0) << declared.out;
}

TEST(Verify, ADeclaredAnswerThatIsRejectedIsFound) {
  ProblemText text;
  text.problem.insert(text.problem.size() - 1, R"(, "trivially_right": {"A copied to C": "so I thought"})");
  EXPECT_THAT(failed_checks(text), testing::ElementsAre("A copied to C"));
}

TEST(Verify, AnOutputThatArrivesZeroedIsZerosWhereItIsLeftAlone) {
  ProblemText text;
  text.problem =
      R"({"prefix": "d", "buffers": {"A": {"shape": "N", "fill": {"uniform": [1, 2]}}, "C": {"shape": "N", "arrives": "zeroed"}},
                     "work": {"bytes": "8 * N"}})";
  auto states = states_of(text);
  EXPECT_EQ(states.at("sound"), "ok");
  EXPECT_EQ(states.at("C left untouched"), "ok");
  text.reference = "extern \"C\" void reference(const float* A, float* C, int N) { C[0] = A[0]; }\n";
  text.tests = R"({"cases": [{"sweep": {"N": [2, 7, 300]}}, {"name": "large", "timed": true, "scalars": {"N": 5000}}]})";
  EXPECT_THAT(failed_checks(text), testing::UnorderedElementsAre("the first half of C", "all but the last of C"));
}

TEST(Verify, AReferenceThatCrashesIsAFailedCheckThatNamesTheCase) {
  const VerifyRoot root;
  ProblemText text;
  text.reference =
      "extern \"C\" void reference(const float* A, float* C, int N) {\n"
      "  for (int i = 0; i < N; ++i) C[i] = 2 * A[i];\n"
      "  if (N == 7) C[N] = 1;\n"
      "}\n";
  root.add("probe", text);
  const auto ran = root.verify({"probe"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("FAILED   reference runs"), HasSubstr("reference.cpp:3: reference() writes to C[7]"),
                             HasSubstr("in case 'N=7'"), HasSubstr("probe is not sound")));
}

TEST(Verify, AReferenceThatPrintsIsAWarning) {
  ProblemText text;
  text.reference = "#include <cstdio>\n" + text.reference;
  text.reference.insert(text.reference.find("  for"), "  std::puts(\"here\");\n");
  const auto states = states_of(text);
  EXPECT_EQ(states.at("reference is silent"), "warning");
  EXPECT_EQ(states.at("sound"), "ok");
}

TEST(Verify, OnlyTheTimedCaseTellingIsNotEnough) {
  ProblemText text;
  text.tests = R"({"cases": [{"name": "zeros", "scalars": {"N": 9}, "fill": {"A": 0}},
                             {"name": "large", "timed": true, "scalars": {"N": 500}}]})";
  EXPECT_THAT(failed_checks(text), testing::UnorderedElementsAre("zeros in C", "A copied to C"));
}

TEST(Verify, OnlyAnExtraCaseTellingIsNotEnough) {
  ProblemText text;
  text.tests =
      R"({"cases": [{"name": "zeros", "scalars": {"N": 9}, "fill": {"A": 0}}, {"name": "extra", "extra": true, "scalars": {"N": 9}},
                             {"name": "large", "timed": true, "scalars": {"N": 500}}]})";
  EXPECT_THAT(failed_checks(text), testing::UnorderedElementsAre("zeros in C", "A copied to C"));
}

TEST(Verify, AReferenceThatWritesItsInputIsFound) {
  ProblemText text;
  text.reference =
      "extern \"C\" void reference(const float* A, float* C, int N) {\n"
      "  for (int i = 0; i < N; ++i) { C[i] = 2 * A[i]; const_cast<float*>(A)[i] = 0; }\n"
      "}\n";
  const VerifyRoot root;
  root.add("probe", text);
  const auto ran = root.verify({"probe"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("FAILED   reference runs"), HasSubstr("reference() writes to A[0], which is an input")));
}

TEST(Verify, AReferenceThatDoesNotRepeatItselfIsFound) {
  ProblemText text;
  text.reference =
      "extern \"C\" void reference(const float* A, float* C, int N) {\n"
      "  static int calls = 0;\n"
      "  ++calls;\n"
      "  for (int i = 0; i < N; ++i) C[i] = 2 * A[i] + 1e-6f * calls;\n"
      "}\n";
  EXPECT_THAT(failed_checks(text), testing::Contains("reference repeats"));
}

TEST(Verify, ElementsThatTheReferenceDoesNotWriteAreAFailure) {
  ProblemText text;
  EXPECT_EQ(states_of(text).at("reference writes all"), "ok");
  text.reference =
      "extern \"C\" void reference(const float* A, float* C, int N) {\n"
      "  for (int i = 0; i + 1 < N; ++i) C[i] = 2 * A[i];\n"
      "}\n";
  const VerifyRoot root;
  root.add("probe", text);
  EXPECT_THAT(root.verify({"probe"}).out,
              AllOf(HasSubstr("FAILED   reference writes all"),
                    HasSubstr("reference() does not write 1 of 1 element of C, first C[0]: 0 is expected there"),
                    HasSubstr(R"("arrives": "zeroed")"), HasSubstr("probe is not sound")));
  text.problem.replace(text.problem.find(R"("C": {)"), 6, R"("C": {"arrives": "zeroed", )");
  EXPECT_FALSE(states_of(text).contains("reference writes all"));
  // As a histogram, which the zeros are a part of.
  text.problem = ProblemText().problem;
  text.reference =
      "extern \"C\" void reference(const float* A, float* C, int N) {\n"
      "  for (int i = 0; i < N; i += 2) C[i] += 2 * A[i];\n"
      "}\n";
  EXPECT_EQ(states_of(text).at("reference writes all"), "ok");
}

TEST(Verify, FixedInputsAloneAreFound) {
  ProblemText text;
  text.tests = R"({"cases": [{"scalars": {"N": 3}, "fill": {"A": [1, 2, 3]}},
                             {"name": "timed", "timed": true, "scalars": {"N": 4}, "fill": {"A": {"iota": [1, 1]}}}]})";
  EXPECT_THAT(failed_checks(text), testing::ElementsAre("other seed, other inputs"));
  text.problem.insert(text.problem.size() - 1, R"(, "same_for_every_seed": {"A": "the first whole numbers"})");
  EXPECT_EQ(states_of(text).at("sound"), "ok");
  text.tests = ProblemText().tests;
  EXPECT_THAT(failed_checks(text), testing::ElementsAre("other seed, other inputs"));
}

TEST(Verify, AnAnswerThatIsRightByTheToleranceMayBeDeclared) {
  const VerifyRoot root;
  ProblemText text;
  text.reference =
      "extern \"C\" void reference(const float* A, float* C, int N) {\n"
      "  for (int i = 0; i < N; ++i) C[i] = A[i] * 1.000001f;\n}\n";
  EXPECT_THAT(failed_checks(text), testing::ElementsAre("A copied to C"));
  text.problem.insert(text.problem.size() - 1, R"(, "trivially_right": {"A copied to C": "so little is added"})");
  root.add("near", text);
  const auto near = root.verify({"near"});
  EXPECT_EQ(near.status, 0) << near.out;
  EXPECT_THAT(near.out,
              HasSubstr("right in 5 of 5 cases, 5 of them by the tolerance, as problem.json says: so little is added"));
}

TEST(Verify, AnUntouchedTemplateIsSaidToBeOne) {
  const VerifyRoot root;
  ProblemText text;
  text.reference =
      "// TODO: write the right answer to the outputs. Until then `judge verify` rejects this problem.\n" + text.reference;
  root.add("template", text);
  const auto ran = root.verify({"template"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("reference.cpp is still the template that `judge new` wrote: line 1"), Not(HasSubstr("copied"))));
}

TEST(Verify, WorkOfFewerBytesThanTheBuffersHaveIsAWarning) {
  ProblemText text;
  text.problem.replace(text.problem.find("8 * N"), 5, "4 * N");
  const auto states = states_of(text);
  EXPECT_EQ(states.at("work"), "warning");
  EXPECT_EQ(states.at("sound"), "ok");
  text.problem.replace(text.problem.find("\"4 * N\""), 7, R"("4 * N", "less_than_buffers": "half of A is enough")");
  EXPECT_EQ(states_of(text).at("work"), "ok");
}

TEST(Verify, WorkOfFarMoreBytesThanTheBuffersHaveIsUnsound) {
  ProblemText text;
  text.problem.replace(text.problem.find("\"8 * N\""), 7, "1e300");
  EXPECT_EQ(states_of(text).at("work"), "failed");
}

TEST(Verify, AGeneratorThatIgnoresItsSeedOrHasItsOwnIsFound) {
  ProblemText text;
  text.problem = R"({"buffers": {"A": {"shape": "N", "fill": "generate"}, "C": {"shape": "N"}},
                     "work": {"bytes": "8 * N"}})";
  const auto reference = "#include <judge/reference.h>\n" + text.reference;
  const auto generate = [&](const std::string& value) {
    return reference +
           "extern \"C\" void generate(const char*, std::uint64_t seed, float* A, float* C, int N) {\n"
           "  static int calls = 0;\n  ++calls;\n"
           "  for (int i = 0; i < N; ++i) A[i] = " +
           value + " + 0 * (seed + calls);\n}\n";
  };
  text.reference = generate("1 + i");
  EXPECT_THAT(failed_checks(text), testing::ElementsAre("other seed, other inputs"));
  text.reference = generate("calls");
  EXPECT_THAT(failed_checks(text), testing::Contains("same seed, same inputs"));
  text.reference = generate("1 + JudgeRandom(seed).uniform(i)");
  EXPECT_EQ(states_of(text).at("sound"), "ok");
}

TEST(Verify, FilesThatSayTooLittleAreFound) {
  ProblemText text;
  text.statement.clear();
  EXPECT_THAT(failed_checks(text), testing::ElementsAre("statement"));
  text.statement = "# Doubling\n\nTODO: what is to be computed.\n" + std::string(500, '.');
  text.problem = R"({"buffers": {"A": {"shape": "N", "fill": {"uniform": [1, 2]}}, "C": {"shape": "N"}},
                     "limits": {"time_limit_ms": 1, "host_memory_mb": 10}})";
  EXPECT_THAT(failed_checks(text), testing::IsSupersetOf({"statement", "work", "limits"}));
  text = {};
  text.statement = "# Doubling\n";
  EXPECT_THAT(failed_checks(text), testing::ElementsAre("statement"));
  text.statement = "# Doubling\n\nC = 2 A.\n";
  EXPECT_EQ(states_of(text).at("sound"), "ok");
  text.tests = R"({"cases": [{"sweep": {"N": [1, 2, 7]}}]})";
  EXPECT_THAT(failed_checks(text), testing::ElementsAre("cases"));
}

TEST(Verify, SinglePrecisionMustStayWellInsideTheTolerance) {
  ProblemText text;
  const auto with_f32 = [&](const std::string& factor) {
    return text.reference +
           "extern \"C\" void reference_f32(const float* A, float* C, int N) {\n"
           "  for (int i = 0; i < N; ++i) C[i] = 2 * A[i] * " +
           factor + ";\n}\n";
  };
  auto near = text, far = text;
  near.reference = with_f32("1.000001f");
  far.reference = with_f32("1.00001f");
  EXPECT_EQ(states_of(text).at("single precision"), "not-checked");
  EXPECT_EQ(states_of(near).at("single precision"), "ok");
  EXPECT_EQ(states_of(far).at("single precision"), "failed");
}

TEST(Verify, ACheckFunctionMustAcceptTheReferenceAndNothingTrivial) {
  ProblemText text;
  text.problem.insert(text.problem.size() - 1, R"(, "checker": "custom")");
  const auto with_check = [&](const std::string& condition) {
    return "#include <judge/reference.h>\n" + text.reference +
           "extern \"C\" bool check(const float* A, float* C, int N, JudgeCheck* report) {\n"
           "  for (int i = 0; i < N; ++i) if (" +
           condition +
           ") return judge_reject(report, \"C[%d]\", i);\n"
           "  return true;\n}\n";
  };
  auto strict = text, lax = text, wrong = text;
  strict.reference = with_check("C[i] != 2 * A[i]");
  lax.reference = with_check("C[i] < 0");
  wrong.reference = with_check("C[i] != 3 * A[i]");
  EXPECT_EQ(states_of(strict).at("sound"), "ok");
  EXPECT_THAT(failed_checks(lax), testing::IsSupersetOf({"zeros in C", "A copied to C"}));
  EXPECT_THAT(failed_checks(wrong), testing::ElementsAre("the right answer"));
}

TEST(Verify, AnInPlaceBufferLeftAsItWasIsTried) {
  ProblemText text;
  text.solve = "extern \"C\" void solve(float* C, int N);\n";
  text.problem = R"({"buffers": {"C": {"shape": "N", "fill": {"uniform": [1, 2]}, "direction": "inout"}},
                     "work": {"bytes": "8 * N"}})";
  text.reference = "extern \"C\" void reference(float* C, int N) { for (int i = 0; i < N; ++i) C[i] *= 2; }\n";
  auto states = states_of(text);
  EXPECT_EQ(states.at("sound"), "ok");
  EXPECT_EQ(states.at("C left as it was"), "ok");
  text.reference = "extern \"C\" void reference(float* C, int N) {}\n";
  EXPECT_THAT(failed_checks(text), testing::IsSupersetOf({"C left as it was", "the first half of C"}));
}

TEST(Verify, EachOutputIsTriedAlone) {
  ProblemText text;
  text.solve = "extern \"C\" void solve(const float* A, float* C, int* D, int N);\n";
  text.problem = R"({"buffers": {"A": {"shape": "N", "fill": {"uniform": [1, 2]}}, "C": {"shape": "N"},
                                 "D": {"shape": "N", "checker": {"tolerance": {"absolute": 100}}}},
                     "work": {"bytes": "12 * N"}})";
  text.reference =
      "extern \"C\" void reference(const float* A, float* C, int* D, int N) {\n"
      "  for (int i = 0; i < N; ++i) { C[i] = 2 * A[i]; D[i] = 1 + i % 50; }\n"
      "}\n";
  EXPECT_THAT(failed_checks(text), testing::ElementsAre("D of other inputs", "zeros in D"));
}

TEST(Verify, DoublesThatMustNotBeFloatsAreAWarning) {
  ProblemText text;
  text.solve = "extern \"C\" void solve(const double* A, double* C, int N);\n";
  text.reference =
      "extern \"C\" void reference(const double* A, double* C, int N) {\n"
      "  for (int i = 0; i < N; ++i) C[i] = 2 * A[i];\n"
      "}\n";
  EXPECT_EQ(states_of(text).at("right, rounded to float"), "ok");
  text.problem.insert(text.problem.size() - 1, R"(, "checker": {"tolerance": {"relative": 1e-12}})");
  const auto states = states_of(text);
  EXPECT_EQ(states.at("right, rounded to float"), "warning");
  EXPECT_EQ(states.at("sound"), "ok");
}

TEST(Verify, AllGoesOnBehindABrokenProblem) {
  const VerifyRoot root;
  root.add("a-sound", {});
  ProblemText broken, uncompilable;
  broken.problem = "{";
  uncompilable.reference = "extern \"C\" void reference(const float* A, float* C, int N) { nonsense; }\n";
  root.add("b-broken", broken);
  root.add("c-uncompilable", uncompilable);
  const auto ran = root.verify({"--all"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("a-sound is sound"), HasSubstr("b-broken is not sound"), HasSubstr("problem.json:1"),
                             HasSubstr("c-uncompilable is not sound"), HasSubstr("nonsense")));
}

TEST(Verify, WrongUsageIsAnErrorAndNoVerdict) {
  const VerifyRoot root;
  root.add("doubling", {});
  const auto unknown = root.verify({"doublin"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("doubling"));
  EXPECT_EQ(root.verify({}).status, 2);
  EXPECT_EQ(root.verify({"doubling", "--all"}).status, 2);
}

}  // namespace
}  // namespace judge

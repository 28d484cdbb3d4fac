#include "judge/catalog/reference_signature.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/catalog/signature.hpp"
#include "judge/tests/catalog_support.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Signature signature() {
  return parse_signature("void solve(const float* A, float* C, const half* H, long long n, bool flag);", "solve.h").value();
}

std::string complaint(const std::string& text) {
  const auto checked = check_reference_signature(text, "reference.cpp", signature());
  return checked ? "" : checked.error().message;
}

std::string reference(const std::string& parameters) { return "extern \"C\" void reference(" + parameters + ") {}\n"; }

TEST(ReferenceSignature, OtherSpellingsOfTheSameTypesAreFine) {
  EXPECT_EQ(complaint(reference("const float* A, float* C, const half* H, long long n, bool flag")), "");
  EXPECT_EQ(complaint(reference("float const* __restrict__ a, float c[], const __half*, const std::int64_t n, bool")), "");
  EXPECT_EQ(complaint("extern \"C\" {\nvoid reference(const float*, float*, const half*, long, bool) {}\n}"), "");
}

TEST(ReferenceSignature, EveryDifferenceIsNamedWithItsPlace) {
  EXPECT_EQ(complaint("\n" + reference("float* A, float* C, const half* H, long long n, bool flag")),
            "reference.cpp:2:27: parameter 1 of reference() is 'float* A', that of solve() in solve.h is 'const float* A': "
            "const is missing");
  EXPECT_THAT(
      complaint(reference("const float* A, const float* C, const half* H, long long n, bool flag")),
      HasSubstr("parameter 2 of reference() is 'const float* C', that of solve() in solve.h is 'float* C': const is too much"));
  EXPECT_THAT(complaint(reference("const float* A, double* C, const half* H, long long n, bool flag")),
              HasSubstr("of another type"));
  EXPECT_THAT(complaint(reference("const float* A, float C, const half* H, long long n, bool flag")),
              HasSubstr("it is no pointer"));
  EXPECT_THAT(complaint(reference("const float* A, float* C, const half* H, long long* n, bool flag")),
              HasSubstr("it is a pointer"));
  EXPECT_THAT(complaint(reference("const float* A, float** C, const half* H, long long n, bool flag")),
              HasSubstr("pointer to a pointer"));
  EXPECT_THAT(complaint(reference("const float* A, float& C, const half* H, long long n, bool flag")),
              HasSubstr("it is a reference"));
  EXPECT_THAT(complaint(reference("const float* A, float* C, const half* H, int n, bool flag")), HasSubstr("parameter 4"));
  EXPECT_THAT(complaint(reference("const float* A, float* C, const half* H, long long n, int flag")), HasSubstr("parameter 5"));
  EXPECT_THAT(complaint(reference("const float* A, float* C")), HasSubstr("takes 2 parameters, 5 are expected"));
}

TEST(ReferenceSignature, GenerateAndCheckMayHaveConstOrNot) {
  const std::string rest = "float* A, const float* C, half* H, long long n, bool flag";
  EXPECT_EQ(complaint("extern \"C\" void generate(const char* name, std::uint64_t seed, " + rest + ") {}"), "");
  EXPECT_EQ(complaint("extern \"C\" bool check(" + rest + ", JudgeCheck* report) { return true; }"), "");
  EXPECT_THAT(complaint("extern \"C\" void generate(const char*, std::uint64_t, double* A, float*, half*, long long, bool) {}"),
              HasSubstr("parameter 3 of generate() is 'double* A'"));
}

TEST(ReferenceSignature, WhatOnlyACompilerKnowsIsLeftToIt) {
  const std::string text = "using T = float;\n" + reference("const T* A, T* C, const half* H, long n, bool flag");
  EXPECT_EQ(complaint(text), "");
  EXPECT_THAT(reference_defines(text, signature()),
              ElementsAre("JUDGE_REFERENCE_PARAMETERS=const float*, float*, const half*, long, bool"));
  EXPECT_THAT(reference_defines(reference("const float* A, float* C, const half* H, long long n, bool flag"), signature()),
              IsEmpty());
}

TEST(ReferenceSignature, IsComparedWhenAProblemIsLoaded) {
  FolderText text;
  text.reference = "extern \"C\" void reference(const float* A, double* C, int N) {}\n";
  EXPECT_THAT(message_of(text), HasSubstr("reference.cpp:1:43: parameter 2 of reference() is 'double* C'"));
}

}  // namespace
}  // namespace judge

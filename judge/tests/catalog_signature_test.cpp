#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/catalog/attempt_signature.hpp"
#include "judge/catalog/signature.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

Parameter only_parameter(std::string_view declared) {
  const auto signature = parse_signature(fmt::format("void solve({});", declared), "solve.h");
  EXPECT_TRUE(signature) << declared << ": " << signature.error().message;
  return signature && signature->parameters.size() == 1 ? signature->parameters[0] : Parameter{};
}

std::string signature_error(std::string_view text) {
  const auto signature = parse_signature(text, "solve.h");
  return signature ? "" : signature.error().message;
}

struct Spelling {
  const char* text;
  DType type;
};

TEST(Signature, KnowsEverySpellingOfATypeAsBuffer) {
  const std::vector<Spelling> spellings{{"float", DType::f32},
                                        {"double", DType::f64},
                                        {"half", DType::f16},
                                        {"__half", DType::f16},
                                        {"nv_bfloat16", DType::bf16},
                                        {"__nv_bfloat16", DType::bf16},
                                        {"bool", DType::boolean},
                                        {"char", DType::i8},
                                        {"signed char", DType::i8},
                                        {"unsigned char", DType::u8},
                                        {"char unsigned", DType::u8},
                                        {"int8_t", DType::i8},
                                        {"std::int8_t", DType::i8},
                                        {"uint8_t", DType::u8},
                                        {"short", DType::i16},
                                        {"short int", DType::i16},
                                        {"unsigned short int", DType::u16},
                                        {"int16_t", DType::i16},
                                        {"std::uint16_t", DType::u16},
                                        {"int", DType::i32},
                                        {"signed", DType::i32},
                                        {"unsigned", DType::u32},
                                        {"unsigned int", DType::u32},
                                        {"int unsigned", DType::u32},
                                        {"std::uint32_t", DType::u32},
                                        {"::std::uint32_t", DType::u32},
                                        {"int32_t", DType::i32},
                                        {"long", DType::i64},
                                        {"long int", DType::i64},
                                        {"long long", DType::i64},
                                        {"long long int", DType::i64},
                                        {"unsigned long long", DType::u64},
                                        {"long unsigned long int", DType::u64},
                                        {"size_t", DType::u64},
                                        {"std::size_t", DType::u64},
                                        {"int64_t", DType::i64},
                                        {"uint64_t", DType::u64}};
  for (const auto& [text, type] : spellings) {
    for (const auto& form : {"const {}* x", "{} const *x", "{}*__restrict__ x", "const {} * __restrict x",
                             "{} * restrict const x", "{} x[]", "{} x[16]"}) {
      const auto parameter = only_parameter(fmt::format(fmt::runtime(form), text));
      EXPECT_EQ(parameter.type, type) << form << " " << text;
      EXPECT_TRUE(parameter.is_pointer) << form << " " << text;
      EXPECT_EQ(parameter.is_const, std::string_view(form).find("const") < std::string_view(form).find('*')) << form;
      EXPECT_EQ(parameter.name, "x");
    }
  }
}

TEST(Signature, ReadsScalarsAndNamesThatLookLikeTypes) {
  EXPECT_FALSE(only_parameter("const int N").is_pointer);
  EXPECT_EQ(only_parameter("unsigned long long half").name, "half");
  EXPECT_EQ(only_parameter("int size_t").type, DType::i32);
  EXPECT_EQ(only_parameter("bool flag").type, DType::boolean);
  EXPECT_EQ(only_parameter("const float* __restrict__ A").spelling, "const float* __restrict__");
}

TEST(Signature, SkipsWhatIsNoDeclaration) {
  const auto signature = parse_signature(
      "/* void solve(int a); */ // void solve(int b);\n"
      "#pragma once\n#include <cuda_fp16.h>\n#define solve(x) \\\n   void solve(int c)\n"
      "#if 0\nvoid solve(int d);\n#endif\n"
      "const char* text = \"void solve(int e);\";\nconst char* raw = R\"x(void solve(int f);)\" )x\";\n"
      "struct Other { void solve(int g); };\nnamespace other { void solve(int h); }\n"
      "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
      "void solve(const half* A, /* the output */ half* C,\n           int N);  // done\n"
      "#ifdef __cplusplus\n}\n#endif\n",
      "solve.h");
  ASSERT_TRUE(signature) << signature.error().message;
  EXPECT_EQ(signature->text, "extern \"C\" void solve(const half* A, half* C, int N)");
  EXPECT_EQ(signature->parameters.size(), 3u);
}

TEST(Signature, MayBeWrittenWithoutSemicolonAndLinkage) {
  const auto signature = parse_signature("void solve(float* data, int N)", "the signature");
  ASSERT_TRUE(signature) << signature.error().message;
  EXPECT_EQ(signature->text, "extern \"C\" void solve(float* data, int N)");
}

TEST(Signature, ErrorsPointAtTheColumn) {
  EXPECT_EQ(signature_error("void solve(const flaot* A, int N);"),
            "solve.h:1:12: the type of 'const flaot*' is not one that the judge can pass; did you mean 'float'?");
  EXPECT_THAT(signature_error("\n  void solve(float** A);"), HasSubstr("solve.h:2:14: 'float**' is a pointer to a pointer"));
  EXPECT_THAT(signature_error("void solve(float& A);"), HasSubstr("is a reference"));
  EXPECT_THAT(signature_error("void solve(float* A, half h);"), HasSubstr("pass a half-precision number as float"));
  EXPECT_THAT(signature_error("void solve(float*, int N);"), HasSubstr("has no name"));
  EXPECT_THAT(signature_error("void solve(float* A, int A);"), HasSubstr("solve.h:1:22: two parameters are called 'A'"));
  EXPECT_THAT(signature_error("int solve(float* A);"), HasSubstr("must return void"));
  EXPECT_THAT(signature_error("void* solve(float* A);"), HasSubstr("must return void"));
  EXPECT_THAT(signature_error("void solve();"), HasSubstr("no parameters"));
  EXPECT_THAT(signature_error("void solve(float* A, int N = 3);"), HasSubstr("default value"));
  EXPECT_THAT(signature_error("void solve(float* A,, int N);"), HasSubstr("a parameter is missing"));
  EXPECT_THAT(signature_error("void solve(float* A, ...);"), HasSubstr("cannot read '...'"));
  EXPECT_THAT(signature_error("void solve(long double x);"), HasSubstr("is not one that the judge can pass"));
  EXPECT_THAT(signature_error("void solve(void* x);"), HasSubstr("is not one that the judge can pass"));
  EXPECT_THAT(signature_error("void solve(float* A"), HasSubstr("not closed"));
  EXPECT_THAT(signature_error("void solve(float* A); void solve(int B);"), HasSubstr("declared twice"));
  EXPECT_THAT(signature_error("void solv(float* A);"), HasSubstr("declares no solve()"));
}

Problem vector_addition() {
  Problem problem;
  problem.name = "vector-addition";
  problem.signature =
      parse_signature("extern \"C\" void solve(const float* A, const float* B, float* C, int N);", "solve.h").value();
  return problem;
}

std::string check(std::string_view source) {
  const auto result = check_attempt_signature(vector_addition(), source, "solutions/va.cu");
  return result ? "" : result.error().message;
}

TEST(CheckAttempt, NamesTheLineOfTheDefinition) {
  EXPECT_THAT(check("#include <x>\n\n__global__ void k() {}\nextern \"C\" void solve(float* A, int N) {\n}\n"),
              HasSubstr("solutions/va.cu:4: "));
  EXPECT_THAT(
      check("extern \"C\" void solve(float* A);\nextern \"C\" void solve(float* A) { }\nint main() { solve(nullptr); }"),
      HasSubstr("solutions/va.cu:2: "));
}

TEST(CheckAttempt, SolveIsNoKernel) {
  EXPECT_THAT(check("extern \"C\" __global__ void solve(const float* A, const float* B, float* C, int N) {}"),
              HasSubstr("solve() is a kernel (__global__); it must be a host function"));
}

TEST(CheckAttempt, LooksAtFreeFunctionsOnly) {
  EXPECT_EQ(check("int main() { solve(a, b); }"), "");
  EXPECT_EQ(check("struct S { void solve(int); };"), "");
  EXPECT_EQ(check("template <class T> void solve(T* x) {}"), "");
  EXPECT_EQ(check("namespace mine { void solve(int x) {} }"), "");
  EXPECT_THAT(check("namespace mine { extern \"C\" void solve(int x) {} }"), HasSubstr("takes 1 parameter,"));
  EXPECT_THAT(check("extern \"C\" {\nvoid solve(int x) {}\n}"), HasSubstr("takes 1 parameter,"));
}

TEST(CheckAttempt, AcceptsOtherNamesConstAndIntegers) {
  for (const std::string_view parameters :
       {"const float* A, const float* B, float* C, int N", "const float*, const float*, float*, int",
        "float* x, float* y, float* z, size_t n", "const float* __restrict__ A, const float4* B, float *C, const unsigned N",
        "const T* A, const float* B, float* C, N_TYPE N", "thrust::device_ptr<float> A, const float* B, float* C, long long N"})
    EXPECT_EQ(check(fmt::format("extern \"C\" void solve({}) {{}}", parameters)), "") << parameters;
}

TEST(CheckAttempt, NamesTheWrongCount) {
  EXPECT_EQ(check("\nextern \"C\" void solve(const float* A, float* C, int N) {}"),
            "solutions/va.cu:2: solve() takes 3 parameters, vector-addition passes 4 (A, B, C, N)\n"
            "  expected: extern \"C\" void solve(const float* A, const float* B, float* C, int N)");
  EXPECT_THAT(check("void solve(float* A) {}"), HasSubstr("takes 1 parameter,"));
  EXPECT_THAT(check("void solve() {}"), HasSubstr("takes 0 parameters,"));
  EXPECT_THAT(check("void solve(void) {}"), HasSubstr("takes 0 parameters,"));
}

TEST(CheckAttempt, NamesTheWrongKind) {
  EXPECT_THAT(check("void solve(const float* A, const float* B, float* C, float N) {}"),
              HasSubstr("parameter 4 of solve() is 'float N', vector-addition passes a number of type int (N) there"));
  EXPECT_THAT(check("void solve(const float* A, int N, float* C, const float* B) {}"),
              HasSubstr("parameter 2 of solve() is 'int N', vector-addition passes a pointer (B) there"));
  EXPECT_THAT(check("void solve(const float* A, const float* B, float* C, int* N) {}"), HasSubstr("parameter 4"));
  EXPECT_THAT(check("void solve(const float* A, const float* B, float* C, const int& N) {}"), HasSubstr("parameter 4"));
}

TEST(CheckAttempt, NamesANarrowerInteger) {
  for (const std::string_view type : {"short", "unsigned short", "char", "unsigned char", "int8_t", "uint16_t", "bool"})
    EXPECT_THAT(check(fmt::format("void solve(const float* A, const float* B, float* C, {} N) {{}}", type)),
                HasSubstr(fmt::format("parameter 4 of solve() is '{} N', which is narrower than the number of type int that "
                                      "vector-addition passes (N)\n  expected: extern \"C\" void solve(",
                                      type)));
}

std::string warnings(std::string_view source) { return signature_warnings(vector_addition(), source, "va.cu"); }

TEST(CheckAttempt, AWiderIntegerIsAWarning) {
  for (const std::string_view type : {"long", "size_t", "long long", "std::uint64_t"})
    EXPECT_EQ(
        warnings(fmt::format("\nvoid solve(const float* A, const float* B, float* C, {} n) {{}}", type)),
        fmt::format("va.cu:2: warning: parameter 4 of solve() is '{} n', vector-addition passes 'int N'; judge widens it, "
                    "elsewhere its upper half may hold anything\n",
                    type));
  for (const std::string_view type : {"int", "unsigned", "const int", "T", "int32_t"})
    EXPECT_EQ(warnings(fmt::format("void solve(const float* A, const float* B, float* C, {} N) {{}}", type)), "") << type;
  EXPECT_EQ(warnings("kernel<<<1, 1>>>(long N);"), "");
}

TEST(CheckAttempt, SolveReturnsVoid) {
  const std::string parameters = "(const float* A, const float* B, float* C, int N) {}";
  for (const std::string_view type : {"int", "const float*", "void*", "unsigned long", "cudaError_t"})
    EXPECT_THAT(check(fmt::format("extern \"C\" {} solve{}", type, parameters)),
                HasSubstr(fmt::format("va.cu:1: solve() returns {}, it must return void\n  expected: ",
                                      type == "const float*" ? "float*" : type)));
  for (const std::string_view type : {"EXPORT", "auto", "void", "__host__ void", "API int", "__attribute__((used)) void"})
    EXPECT_EQ(check(fmt::format("extern \"C\" {} solve{}", type, parameters)), "") << type;
}

std::string near(std::string_view source) { return nearly_solve(source, "va.cu"); }

TEST(NearlySolve, NamesWhatWasPerhapsMeant) {
  EXPECT_EQ(near("\nextern \"C\" void Solve(float* A) {}"), "va.cu:2: this is Solve(), it must be called solve()");
  EXPECT_EQ(near("void slove(float* A) {}"), "va.cu:1: this is slove(), it must be called solve()");
  EXPECT_THAT(near("static void solve(float* A) {}"), HasSubstr("this solve() is static, so it cannot be called from outside"));
  EXPECT_THAT(near("inline void solve(float* A) {}"), HasSubstr("this solve() is inline,"));
  EXPECT_THAT(near("namespace x { void solve(float* A) {} }"), HasSubstr("this solve() is in a namespace"));
  EXPECT_THAT(near("namespace {\nvoid solve(float* A) {} }"), HasSubstr("va.cu:2: this solve() is in a namespace"));
  EXPECT_THAT(near("int main() { return 0; }"), HasSubstr("this is a program with main(); judge calls solve() instead"));
}

TEST(NearlySolve, SaysNothingWhereNothingIsNear) {
  for (const std::string_view source :
       {"", "void add() {}", "__global__ void solver(float* A) {}", "__device__ void resolve() {}", "void f() { Solve(1); }",
        "namespace x { int main() { return 0; } }", "template <class T> void solve(T x) {}", "// static void solve() {}"})
    EXPECT_EQ(near(source), "") << source;
}

TEST(CheckAttempt, NamesAPointerToOtherElements) {
  EXPECT_THAT(check("void solve(const double* A, const float* B, float* C, int N) {}"),
              HasSubstr("parameter 1 of solve() is 'const double* A', vector-addition passes 'const float*' (A) there"));
  for (const std::string_view type : {"int", "unsigned", "half", "__nv_bfloat16", "short", "double"})
    EXPECT_THAT(check(fmt::format("void solve(const float* A, const float* B, {}* C, int N) {{}}", type)),
                HasSubstr("parameter 3"))
        << type;
  for (const std::string_view type : {"void", "char", "unsigned char", "float4", "float2", "long long", "uint64_t", "T", "Vec"})
    EXPECT_EQ(check(fmt::format("void solve(const float* A, const float* B, {}* C, int N) {{}}", type)), "") << type;
}

TEST(CheckAttempt, NamesTheProblemsNamesInAnotherOrder) {
  EXPECT_THAT(check("void solve(float* C, const float* A, const float* B, int N) {}"),
              HasSubstr("parameter 1 of solve() is called C, vector-addition passes A there and C as parameter 3"));
  EXPECT_EQ(check("void solve(const float* B, const float* A, float* C, int N) {}"), "");  // perhaps it means it
  EXPECT_EQ(check("void solve(float* C, float* A, float* B, int N) {}"), "");              // const says nothing
  EXPECT_EQ(check("void solve(const float* X, float* A, float* C, int N) {}"), "");
}

TEST(CheckAttempt, PassesWhereTheTextDoesNotTell) {
  EXPECT_EQ(check(""), "");
  EXPECT_EQ(check("#define ARGS float* A\nextern \"C\" void solve(ARGS) {}"), "");
  EXPECT_EQ(check("SOLVE_FUNCTION { }"), "");
  EXPECT_EQ(check("#ifdef A\nvoid solve(int x) {}\n#else\nvoid solve(const float* A, const float* B, float* C, int N) "
                  "{}\n#endif"),
            "");
  EXPECT_EQ(check("extern \"C\" void solve(const float* A, const float* B, float* C, int N"), "");
  EXPECT_EQ(check("void solve(void (*callback)(int), int x) {}"), "");
}

TEST(Signature, AParameterIsNotCalledByAWordOfTheLanguage) {
  for (const char* word : {"for", "operator", "nullptr"}) {
    const auto parsed = parse_signature(fmt::format("void solve(const float* {}, int N);", word), "solve.h");
    ASSERT_FALSE(parsed) << word;
    EXPECT_THAT(parsed.error().message, HasSubstr("is a word of C++, not a name"));
  }
}

}  // namespace
}  // namespace judge

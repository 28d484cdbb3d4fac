#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <ctime>

#include "judge/emulator/lowering/declarators.hpp"
#include "judge/emulator/lowering/lowering.hpp"
#include "judge/emulator/lowering/nesting.hpp"

namespace judge::lowering {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// As `c++ -E` would print a file without macros.
std::string lower_text(const std::string& source) {
  return lower("# 1 \"a.cu\"\n" + source, [&](std::string_view) { return std::optional(source); }).text;
}

/// Without line markers and with single spaces.
std::string squeeze(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();
       at = text.find('\n', at) == std::string::npos ? text.size() : text.find('\n', at) + 1) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    if (line.starts_with("#")) continue;
    for (const char c : line + " ")
      if (c != ' ' || (!result.empty() && result.back() != ' ')) result += c;
  }
  return result;
}

TEST(Lexer, KnowsLaunchBracketsRawStringsAndNumbers) {
  std::vector<std::string> texts;
  for (const Token& token : lex_source("k<<<1'000, 0x1p-3f>>>(R\"x(a\"b)x\", L'\\'', 1e+5_u); // end"))
    texts.emplace_back(token.text);
  EXPECT_THAT(texts, ElementsAre("k", "<<<", "1'000", ",", "0x1p-3f", ">>>", "(", "R\"x(a\"b)x\"", ",", "L'\\''", ",", "1e+5_u",
                                 ")", ";"));
}

TEST(Lexer, TakesOtherSpellingsForTheOperators) {
  std::vector<std::string> texts;
  std::vector<int> columns;
  for (const Token& token : lex_source("f<%a<:1:>and not b%>x<::std>%:%: new_or or_new")) {
    texts.emplace_back(token.text);
    columns.push_back(token.column);
  }
  EXPECT_THAT(texts, ElementsAre("f", "{", "a", "[", "1", "]", "&&", "!", "b", "}", "x", "<", "::", "std", ">", "##", "new_or",
                                 "or_new"));
  EXPECT_THAT(columns, ElementsAre(1, 2, 4, 5, 7, 8, 10, 14, 18, 19, 21, 22, 23, 25, 28, 29, 34, 41));
}

TEST(Lowering, OfALongLineIsNotPaddedToTheSquareOfItsLength) {
  std::string source = "__global__ void k(int* a) { a[0] = 1";
  for (int i = 0; i < 5'000; ++i) source += " / a[1]";
  EXPECT_LT(lower_text(source + "; }").size(), 3'000'000u);
}

std::string refused_for_nesting(const std::string& begin, const std::string& level, const std::string& end, int levels) {
  std::string source = begin;
  for (int i = 0; i < levels; ++i) source += level;
  const auto found = lower("# 1 \"a.cu\"\n" + source + end, [](std::string_view) { return std::nullopt; }).refused;
  return found.empty() ? "" : describe(found[0]);
}

TEST(Nesting, IsRefusedBeforeThePassesRunOutOfStack) {
  const std::string kernel = "__global__ void k(int* a) {\n", barrier = "__syncthreads(); }";
  for (const char* level :
       {"{", "if (a[0]) ", "if (a[0]) a[1] = 2; else ", "if (a[0]) a[1] = int2{2}.x; else ", "for (;;) ", "do ",
        "while (a[0]) ", "switch (a[0]) case 1: ", "case 1: ", "a[0] = (", "a[", "if (a[0]) {} else "}) {
    EXPECT_EQ(refused_for_nesting(kernel, level, barrier, 10'000),
              "a.cu:2: error: nested too deeply: more than 2000 brackets and statements in each other")
        << level;
    EXPECT_EQ(refused_for_nesting(kernel, level, barrier, 300), "") << level;
  }
}

TEST(Nesting, WhatStandsOneBehindTheOtherIsNotNested) {
  const std::string kernel = "__global__ void k(int* a) { switch (a[0]) {\n", barrier = "} __syncthreads(); }";
  for (const char* one :
       {"case 1: a[0] = 1; break; ", "if (a[0]) { a[1] = 2; } ", "for (;;) if (a[0]) break; else a[0]++; ",
        "do { a[0]++; } while (a[0]); ", "while (a[0]) { a[0]++; } *a = 1; ", "if (a[0]) a[1] = f<int>()[0]; "}) {
    std::string source = "# 1 \"a.cu\"\n" + kernel;
    for (int i = 0; i < 2'500; ++i) source += one;
    source += barrier;
    EXPECT_FALSE(find_nested_too_deeply(lex_preprocessed(source))) << one;
  }
}

TEST(ClosingAngles, OfATemplateHeaderAreSingleTokens) {
  const auto joined = [](std::string_view source) {
    Lexed lexed = lex_preprocessed(source);
    separate_closing_angles(lexed);
    std::string texts;
    for (const Token& token : lexed.tokens)
      if (token.text.starts_with(">")) texts += std::string(token.text) + " ";
    return texts;
  };
  EXPECT_EQ(joined("template <class T, class = A<B<T>>> void f(A<B<int>> a);"), "> > > >> ");
  EXPECT_EQ(joined("template <class T = A<int>> void f() { a >> b; }"), "> > >> ");
  EXPECT_EQ(joined("template <template <class = A<int>> class T> int i = 1 >> 2;"), "> > > >> ");
  EXPECT_EQ(joined("template <int N, bool b = N < 5> void f(A<B<int>> a) { a >> b; }"), "> >> >> ");
}

TEST(Lexer, LeavesSystemHeadersWhole) {
  const Lexed lexed =
      lex_preprocessed("# 1 \"a.cu\"\nint a;\n# 1 \"/usr/include/x.h\" 1 3\n__global__ int b;\n# 3 \"a.cu\" 2\nint c;\n");
  std::vector<TokenKind> kinds;
  for (const Token& token : lexed.tokens) kinds.push_back(token.kind);
  ASSERT_EQ(lexed.tokens.size(), 8u);
  EXPECT_EQ(lexed.tokens[3].kind, TokenKind::foreign);
  EXPECT_THAT(lexed.tokens[3].text, HasSubstr("int b;"));
  EXPECT_EQ(lexed.tokens[6].text, "c");
  EXPECT_EQ(lexed.tokens[6].line, 3);
}

TEST(Lexer, KeepsWhatASystemMacroLeftInTheUsersFile) {
  const Lexed lexed = lex_preprocessed("# 1 \"a.cu\"\nint* p = \n# 1 \"a.cu\" 3 4\n__null\n# 1 \"a.cu\"\n;\n");
  std::vector<std::string_view> texts;
  for (const Token& token : lexed.tokens) texts.push_back(token.text);
  EXPECT_THAT(texts, ElementsAre("int", "*", "p", "=", "__null", ";"));
}

TEST(Columns, AreThoseOfTheUsersFile) {
  Lexed lexed = lex_preprocessed("# 1 \"a.cu\"\nint a = 2 * 7;\n");
  restore_columns(lexed, [](std::string_view) { return "int /* x */ a   = 2 * SEVEN;"; });
  std::vector<int> columns;
  for (const Token& token : lexed.tokens) columns.push_back(token.column);
  EXPECT_THAT(columns, ElementsAre(1, 13, 17, 19, 21, 0, 28));
}

TEST(Parameters, AreNamedWhateverTheirShape) {
  const Lexed lexed = lex_preprocessed(
      "(const float* __restrict__ a, int, std::pair<int, float> p, float (*tile)[32], void (*f)(int), T... rest, "
      "unsigned n = 3, const std::size_t, float b[])");
  Translation translation(lexed);
  std::vector<std::string> names;
  for (const Parameter& parameter : parse_parameters(translation, {1, translation.size() - 1})) names.push_back(parameter.name);
  EXPECT_THAT(names, ElementsAre("a", "judge_parameter_1", "p", "tile", "f", "rest", "n", "judge_parameter_7", "b"));
}

TEST(TemplateParameters, AreNamedWhateverTheirShape) {
  const Lexed lexed = lex_preprocessed(
      "<class T, int N = 4, typename... Ts, class, template <class> class Box, typename = std::enable_if_t<(N > 2)>, "
      "bool>");
  Translation translation(lexed);
  std::vector<std::string> names;
  for (const Parameter& parameter : parse_template_parameters(translation, {1, translation.size() - 1}))
    names.push_back(parameter.name + (parameter.is_pack ? "..." : ""));
  EXPECT_THAT(names, ElementsAre("T", "N", "Ts...", "judge_template_3", "Box", "judge_template_5", "judge_template_6"));
}

TEST(Lowering, KeepsEveryTokenInItsColumn) {
  const std::string lowered = lower_text("int main() {\n  int x = 1;   k<<<2, 3>>>(x,   y);\n}\n");
  EXPECT_THAT(lowered, HasSubstr("\n# 2 \"a.cu\"\n                   2, 3"));  // the configuration, moved but in place
  EXPECT_THAT(lowered, HasSubstr("\n# 2 \"a.cu\"\n               k"));
  EXPECT_THAT(lowered, HasSubstr("(x,   y)"));
}

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// What becomes of an expression in a __device__ function, without spaces, and with `shift` and the like in place of
/// their long names.
std::string device_text(const std::string& expression) {
  std::string text = without_spaces(squeeze(lower_text("__device__ void f() { " + expression + "; }")));
  const std::string name = "::judge_emulated::arithmetic::";
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name)) text.erase(at, name.size());
  const std::size_t begin = text.find('{') + 1;
  return text.substr(begin, text.rfind(';') - begin);
}

TEST(Arithmetic, OfDeviceCodeIsAGpus) {
  EXPECT_EQ(device_text("a << n"), without_spaces("a << shift << n"));
  EXPECT_EQ(device_text("a >> 2 + n"), without_spaces("a >> shift >> 2 + n"));
  EXPECT_EQ(device_text("a / b % c"), without_spaces("a / divide / b % divide % c"));
  EXPECT_EQ(device_text("a <<= n, b /= c"), without_spaces("a <<= operand = n, b /= operand = c"));
  EXPECT_EQ(device_text("x = (int)y"), without_spaces("x = (int)(Saturated<int>)y"));
  EXPECT_EQ(device_text("x = (unsigned char)-y"), without_spaces("x = (unsigned char)(Saturated<unsigned char>)-y"));
  EXPECT_EQ(device_text("x = int(y) + static_cast<std::size_t>(z)"),
            without_spaces("x = int(Saturated<int>(y)) + static_cast<std::size_t>(Saturated<std :: size_t>(z))"));
  EXPECT_EQ(device_text("(c ? a : b)[i] + f(c ? a : b)[i]"), without_spaces("chosen(c ? a : b)[i] + f(c ? a : b)[i]"));
  EXPECT_EQ(device_text("x = (c > f(0) ? a : b)[i]"), without_spaces("x = chosen(c > f(0) ? a : b)[i]"));
  EXPECT_EQ(device_text("if (d) (c ? a : b)[i] = 0"), without_spaces("if (d) chosen(c ? a : b)[i] = 0"));
}

TEST(Arithmetic, StaysWhereItCannotMatter) {
  for (const char* const same :
       {"a << 3",       "a / 2",           "a % 7",           "1.0f / b",        "a / (float)b",
        "a / float(b)", "a >>= 1",         "a /= 2",          "i / blockDim.x",  "(int)threadIdx.x",
        "int(5)",       "sizeof(int) * a", "g(int(*p)(int))", "A<B<int>> a",     "std::map<int, C<d>> m(a)",
        "f<g<3>>(x)",   "int (x)",         "void (*p)(int)",  "a.operator<<(n)", "S s = {1, (float)x}",
        "(double)x"})
    EXPECT_EQ(device_text(same), without_spaces(same));
}

TEST(Arithmetic, OfTheHostStays) {
  for (const char* const host : {"int f(int n) { return 1 << n; } ", "int f(int n) { return 1 / n; } ",
                                 "__device__ int a[1 << K]; int f(float n) { return (int)n; } "})
    EXPECT_THAT(lower_text(host), Not(HasSubstr("judge_emulated")));
  EXPECT_THAT(lower_text("void f() { for_each([=] __device__ (int n) { return 1 << n; }, 1 / n); }"),
              AllOf(HasSubstr("shift"), Not(HasSubstr("divide"))));
  EXPECT_THAT(lower_text("struct S { __device__ S(int n) : a(n), b{n} { c = n / d; } int e() { return a / b; } };"),
              AllOf(HasSubstr("c = n / ::judge_emulated::arithmetic::divide /"), HasSubstr("return a / b;")));
}

TEST(MissingReturns, AreAddedInDeviceCode) {
  const auto added = [](const std::string& source) {
    const std::string text = lower_text(source);
    const std::size_t at = text.find("missing_return<");
    return at == std::string::npos ? "" : text.substr(at + 15, text.find(">()", at) - at - 15);
  };
  EXPECT_EQ(added("__device__ inline __attribute__((always_inline)) float f(int x) { x = 1; }"), "float");
  EXPECT_EQ(added("template <class T> static __device__ A<T> B<T>::f(int x) { if (x) return x; }"), "A < T >");
  EXPECT_EQ(added("__device__ auto f(int x) -> double { }"), "double");
  EXPECT_EQ(added("struct S { __device__ bool operator<(S o) const { } };"), "bool");
  for (const char* const complete :
       {"__device__ float f(int x) { if (x) return 1; return x * (2 + x); }", "__device__ void f() { }", "float f() { }",
        "struct S { __device__ S(int x) : a(x) { } };", "struct S { __device__ ~S() { } };", "__global__ void k() { }",
        "struct S { __device__ operator int() { } };", "__device__ auto f() { }", "__device__ float& f() { }"})
    EXPECT_EQ(added(complete), "") << complete;
}

TEST(Lowering, TurnsALaunchIntoACallOfTheStub) {
  const auto launch = [](const std::string& source) { return squeeze(lower_text(source)); };
  EXPECT_EQ(launch("k<<<g, b>>>(x);"), "(::judge_emulated::Configuration( g, b ).push(), k (x) ) ; ");
  EXPECT_EQ(launch("ns::k<float, 2><<<g, b, 0, s>>>(x);"),
            "(::judge_emulated::Configuration( g, b, 0, s ).push(), ns::k<float, 2> (x) ) ; ");
  EXPECT_EQ(launch("if (a) table[i]<<<g, b>>>(x);"),
            "if (a) (::judge_emulated::Configuration( g, b ).push(), table[i] (x) ) ; ");
  EXPECT_EQ(launch("(*p)<<<g, b>>>(f(x, y));"), "(::judge_emulated::Configuration( g, b ).push(), (*p) (f(x, y)) ) ; ");
  EXPECT_EQ(launch("a.b->c<<<dim3(1), {2, 3}>>>();"),
            "(::judge_emulated::Configuration( dim3(1), {2, 3} ).push(), a.b->c () ) ; ");
  EXPECT_EQ(launch("return ::k<<<g, b>>>();"), "return (::judge_emulated::Configuration( g, b ).push(), ::k () ) ; ");
}

TEST(WaitingLoops, LetOthersRun) {
  const auto lowered = [](const std::string& code) {
    return squeeze(
        lower_text("__device__ volatile int f; __device__ int p; typedef volatile int V; __device__ V v; __device__ int "
                   "read(const volatile int* p) { return *p; } __device__ void k(int n) { int s = 0; " +
                   code + " }"));
  };
  const std::string poll = "::judge_emulated::count_poll()";
  EXPECT_THAT(lowered("while (!f) {}"), HasSubstr("while (!f) { " + poll + "; }"));
  EXPECT_THAT(lowered("for (; f == 0;);"), HasSubstr("for (; f == 0;) " + poll + ";"));
  for (const char* code :
       {"do s = f; while (s < 0);", "while (true) if (f) break;", "for (;; s++) if (f) break;", "while (!v) {}",
        "while (read(&p) == 0) {}", "while (*(volatile int*)&p == 0) {}", "again: s = f; if (s < 0) goto again;"})
    EXPECT_THAT(lowered(code), HasSubstr(poll)) << code;
  for (const char* code : {"for (int i = 0; i < n; i++) s += f;", "while (s < n) s++;", "s = f; while (s < n) s++;",
                           "if (f) goto end; s++; end:;"})
    EXPECT_THAT(lowered(code), Not(HasSubstr(poll))) << code;
}

TEST(WaitingLoops, AreInNoKernelWhoseThreadsDoNotAsk) {
  const std::string head =
      "__device__ volatile int f; __device__ int wait(const volatile int* p) { int v; do v = *p; while (v < 0); "
      "return v; } __device__ int p; ";
  for (const char* body : {"int s; for (;;) { s = f; if (s >= 0) break; } a[threadIdx.x] = s;", "a[threadIdx.x] = wait(&p);"}) {
    const std::string text = squeeze(lower_text(head + "__global__ void k(int* a) { " + body + " }"));
    EXPECT_THAT(text, AllOf(HasSubstr("Asks::yes"), Not(HasSubstr("Asks::no")))) << body;
    EXPECT_THAT(squeeze(lower_text(head + "__global__ void k(int* a) { __syncthreads(); " + body + " }")),
                Not(HasSubstr("judge_split_")))
        << body;
  }
}

TEST(WaitingLoops, WhoseRoundsMeetAtABarrierAreSplit) {
  const std::string text = lower_text(
      "struct S { volatile bool last; }; __global__ void k() { __shared__ S s; while (!s.last) { __syncthreads(); } }");
  EXPECT_THAT(text, AllOf(HasSubstr("judge_split_"), HasSubstr("count_poll")));
}

TEST(Lowering, LeavesShiftsAlone) { EXPECT_EQ(squeeze(lower_text("int x = a << 2 >> b;")), "int x = a << 2 >> b; "); }

TEST(Lowering, GivesPrototypesAndInstantiationsNoBody) {
  EXPECT_EQ(squeeze(lower_text("__global__ void k(int*);")), "void k(int*); ");
  EXPECT_EQ(squeeze(lower_text("template __global__ void k<int>(int*);")), "template void k<int>(int*); ");
}

TEST(Lowering, ReadsTheTextAsCpp17) {
  EXPECT_EQ(squeeze(lower_text("int concept = 1, b = concept;")), "int judge_name_concept = 1, b = judge_name_concept ; ");
  EXPECT_EQ(squeeze(lower_text("template <class T> concept C = true; constinit int n = 0;")),
            "template <class T> concept C = true; constinit int n = 0; ");
  EXPECT_EQ(squeeze(lower_text("auto s = u8\"a\"; char8_t c = u8'a';")), "auto s = u8\"a\"; char8_t c = u8'a'; ");
  EXPECT_EQ(squeeze(lower_text("auto s = u8\"a\";")), "auto s = \"a\" ; ");
  EXPECT_EQ(squeeze(lower_text("struct V { V() = default; V(int); int x; };")), "struct V { V() = default; V(int); int x; }; ");
}

TEST(Lowering, LaunchesTemplatesOfTemplates) {
  EXPECT_THAT(squeeze(lower_text("void f() { k<A<B<int>>><<<1, 2>>>(x); }")), HasSubstr(").push(), k<A<B<int>>>"));
}

TEST(Lowering, ChecksTheAlignmentOfVectorAccesses) {
  const auto lowered = [](const std::string& source) { return squeeze(lower_text(source)); };
  EXPECT_EQ(lowered("float4 v = reinterpret_cast<const float4*>(a)[i];"),
            "float4 v = ::judge_emulated::aligned( reinterpret_cast<const float4*>(a) ) [i]; ");
  EXPECT_EQ(lowered("*reinterpret_cast<int2 *>(&a[i]) = v;"), "*reinterpret_cast<int2 *>(&a[i]) = v; ")
      << "a statement's first * has nothing before it that tells";
  EXPECT_EQ(lowered("{ *reinterpret_cast<int2*>(&a[i]) = v; }"),
            "{ * ::judge_emulated::aligned( reinterpret_cast<int2*>(&a[i]) ) = v; } ");
  EXPECT_EQ(lowered("x = ((float2*)(in + 1))[i].y;"), "x = ( ::judge_emulated::aligned( (float2*)(in + 1) ) )[i].y; ");
  EXPECT_EQ(lowered("x = *(float4*)&a[4 * i];"), "x = * ::judge_emulated::aligned( (float4*)&a[4 * i] ) ; ");
  EXPECT_EQ(lowered("void f(const float4* __restrict__ p) { g(p, p[i], q.p[i]); }"),
            "void f(const float4* __restrict__ p) { g(p, ::judge_emulated::aligned( p ) [i], q.p[i]); } ");
  EXPECT_EQ(lowered("float4 f(float4 a) { return a; } float* p; p[0];"), "float4 f(float4 a) { return a; } float* p; p[0]; ");
  EXPECT_EQ(lowered("float4 f(float4* p) { return p[0]; } void g() { float4 p[8]; }"),
            "float4 f(float4* p) { return ::judge_emulated::aligned( p ) [0]; } void g() { float4 p[8]; } ")
      << "an array of the name that is a pointer elsewhere";
  EXPECT_EQ(lowered("v = *reinterpret_cast<const V<T, 4>*>(a + i);"),
            "v = * ::judge_emulated::aligned( reinterpret_cast<const V<T, 4>*>(a + i) ) ; ");
}

TEST(Lowering, FindsTheConditionThatAKernelBeginsWith) {
  const auto lowered = [](const std::string& body) {
    return squeeze(lower_text("__global__ void k(float* p, int n) {" + body + "}"));
  };
  EXPECT_THAT(lowered("int i = blockIdx.x * 32 + threadIdx.x; if (i < n) p[i] = 1;"),
              AllOf(HasSubstr("bool judge_guard_k(const ::judge_emulated::Here& judge_here, float * p, int n) {"),
                    HasSubstr("int i = blockIdx . x * 32 + threadIdx . x ; return (i < n); }"),
                    HasSubstr("if ( judge_here.guard_holds || ( i < n ) ) p[i] = 1;")));
  EXPECT_THAT(lowered("const unsigned i = threadIdx.x; if (i >= n) return; p[i] = 1;"),
              AllOf(HasSubstr("return !(i >= n); }"), HasSubstr("if ( !judge_here.guard_holds && ( i >= n ) ) return;")));
  for (const char* other :
       {"p[0] = 1; if (n > 2) p[1] = 2;", "int i = p[0]; if (i < n) p[i] = 1;", "if (f(n)) p[0] = 1;",
        "if (n > 2) { p[0] = 1; } p[1] = 2;", "int i = n++; if (i < n) p[i] = 1;", "if (*p > n) p[0] = 1;",
        "if (n > 1) p[0] = 1; else p[0] = 2;", "if (n > 1) p[0] = 1; __syncthreads();", "if (8 / n > 1) p[0] = 1;"})
    EXPECT_THAT(lowered(other), Not(HasSubstr("guard_holds"))) << other;
}

/// What is said of the first mistake; "" of none.
std::string refusal(const std::string& source) {
  const auto found = lower("# 1 \"a.cu\"\n" + source, [](std::string_view) { return std::nullopt; }).refused;
  return found.empty() ? "" : describe(found.front());
}

/// The same of a file whose #include lines are `includes`.
std::string refusal_of_file(const std::string& includes, const std::string& rest) {
  const std::string preprocessed = "# 1 \"/usr/include/a.h\" 1 3\nint printf();\n# 2 \"a.cu\" 2\n" + rest;
  const auto found = lower(preprocessed, [&](std::string_view) { return includes + "\n" + rest; }).refused;
  return found.empty() ? "" : describe(found.front());
}

TEST(Lowering, RefusesNamesWhoseHeaderIsSurelyMissing) {
  const std::string prints = "__global__ void k(int* p) { printf(\"x\"); }", counts = "__global__ void k(uint32_t* p) {}";
  EXPECT_EQ(refusal_of_file("#include <cuda_runtime.h>", prints),
            "a.cu:2: error: identifier \"printf\" is undefined: write #include <cstdio>");
  EXPECT_EQ(refusal_of_file("// none", counts),
            "a.cu:2: error: identifier \"uint32_t\" is undefined: write #include <cstdint>");
  for (const char* includes : {"#include <stdio.h>", "#include <vector>", "#include \"mine.h\"", "#include HEADER"})
    EXPECT_EQ(refusal_of_file(includes, prints), "") << includes;
  EXPECT_EQ(refusal_of_file("#include <cuda.h>", counts), "") << "it includes <stdint.h>";
  for (const char* source : {"int printf(const char*, ...); __global__ void k() { printf(\"x\"); }",
                             "typedef unsigned uint32_t; __global__ void k(uint32_t* p) {}", "__global__ void k(int64_t* p) {}",
                             "template <class T> __global__ void k(T x) { printf(\"x\", x); }"})
    EXPECT_EQ(refusal_of_file("#include <cuda_runtime.h>", source), "") << source;
}

TEST(Lowering, RefusesWhatIsOfTheOtherSide) {
  EXPECT_EQ(refusal("float twice(float x) { return 2 * x; }\n__global__ void k(float* p) { p[0] = twice(1); }"),
            "a.cu:2: error: the kernel k calls twice(), a function of the host's: write __device__ before it in line 1");
  EXPECT_EQ(refusal("static float* d;\n__global__ void k(float* p) {\n  p[0] = d[1];\n}"),
            "a.cu:3: error: the kernel k uses d, a variable of the host's (line 1): pass it as an argument, or declare it "
            "__device__ or __constant__");
  EXPECT_EQ(refusal("__global__ void k(float* p) {}\nvoid solve(float* p) { k(p); }"),
            "a.cu:2: error: the kernel k is called without a launch configuration: k<<<grid, block>>>(...)");
  EXPECT_EQ(refusal("void k(float* p) {}\nvoid solve(float* p) { k<<<1, 1>>>(p); }"),
            "a.cu:2: error: k is launched, but is no kernel: write __global__ before it");
  EXPECT_EQ(refusal("__device__ int f(int a) { return a; }\nvoid solve(int n) { g(n, f(n)); }"),
            "a.cu:2: error: host code calls f(), which is for the device alone: write __host__ __device__ before it");
  for (const char* body : {"float v[n]; v[0] = 1;", "thread_local int x;", "try { x(); } catch (...) {}", "throw 1;",
                           "j<<<1, 1>>>(p);", "p[0] = rand();"})
    EXPECT_NE(refusal(fmt::format("__global__ void k(float* p, int n) {{ {} }}", body)), "") << body;
  for (const char* body : {"float v[2 * n + 1], m = 0;", "int m = 3; float v[m];", "const int m = n, l = 3; float v[4][m + 1];",
                           "float v[blockDim.x];", "p[0] = w[n & 1];", "for (int c = 0; c < 3; ++c) p[c] += 2 * w[c];",
                           "p[0] = g(n);", "p[d * n] = 1;", "p[n] = n > 2 ? d : 1;"})
    EXPECT_NE(refusal(fmt::format("constexpr float w[3] = {{1, 2, 3}}; int d = 2; static __device__ int g(int a) {{ return "
                                  "rand(); }} __global__ void k(float* p, int n) {{ {} }}",
                                  body)),
              "")
        << body;
  EXPECT_EQ(refusal("__device__ int g(int a) { return rand(); }"),
            "a.cu:1: error: the function g calls rand(), a function of the host's");
  EXPECT_NE(refusal("__global__ void k() noexcept {}"), "");
  EXPECT_NE(refusal("texture<float> t;"), "");
  EXPECT_NE(refusal("void solve() { __shared__ int s; }"), "");
  EXPECT_NE(refusal("void solve() { k<<<1, 1>>>([&] __device__ { a[0] = 1; }); }"), "");
  EXPECT_NE(
      refusal("__global__ void a() { extern __shared__ float s[]; } __global__ void b() { extern __shared__ double s[]; }"),
      "");
}

/// Who refuses a kernel of nvcc 13.0, with --expt-relaxed-constexpr and the headers of g++ 12.
enum class RefusedIn { none, cpp17, both };
struct Library {
  const char* body;
  RefusedIn standards;
};

TEST(Lowering, RefusesOfTheStandardLibraryWhatNvccRefuses) {
  using enum RefusedIn;
  for (const auto& [body, standards] : {
           Library{"std::cout << p[0];", both},
           Library{"std::cerr << 1 << std::endl;", both},
           Library{"std::stable_sort(p, p + 2);", both},
           Library{"p[0] = *std::make_unique<float>(1.0f);", both},
           Library{"std::exit(1);", both},
           Library{"p[0] = std::rand();", both},
           Library{"std::deque<int> v;", both},
           Library{"std::priority_queue<int> v;", both},
           Library{"std::function<float(float)> f = [](float v) { return v; };", both},
           Library{"std::mt19937 g(1);", both},
           Library{"std::map<int, int> v; v[1] = 1;", both},
           Library{"std::sort(p, p + 2);", cpp17},
           Library{"std::swap(p[0], p[1]);", cpp17},
           Library{"::std::swap(p[0], p[1]);", cpp17},
           Library{"std::reverse(p, p + 2);", cpp17},
           Library{"std::fill(p, p + 2, 1.0f);", cpp17},
           Library{"p[0] = std::accumulate(p, p + 2, 0.0f);", cpp17},
           Library{"p[0] = std::lower_bound(p, p + 2, 1.0f) - p;", cpp17},
           Library{"std::vector<float> v(2);", cpp17},
           Library{"const std::vector<std::vector<int>> v(2);", cpp17},
           Library{"std::string s = \"x\";", cpp17},
           Library{"p[0] = std::max(p[0], 1.0f) + std::min({1.0f, 2.0f});", none},
           Library{"p[0] = std::clamp(p[0], 0.0f, 1.0f) + std::abs(p[1]) + std::sqrt(p[2]);", none},
           Library{"p[0] = *std::max_element(p, p + 2);", none},
           Library{"p[0] = std::numeric_limits<float>::max();", none},
           Library{"std::pair<int, float> q(1, 2.0f); p[0] = std::move(q.second);", none},
           Library{"std::array<float, 2> v = {1, 2}; p[0] = v[0] + std::gcd(n, 6);", none},
           Library{"float x; std::memcpy(&x, p, 4); std::printf(\"x\");", none},
           Library{"std::map<int, int> v; std::list<int> l; std::vector<float>* q = nullptr;", none},
           Library{"p[0] = strlen(\"abc\");", none},
       }) {
    const std::string source = fmt::format("__global__ void k(float* p, int n) {{ {} }}", body);
    const auto is_refused = [&](CppStandard standard) {
      return !lower("# 1 \"a.cu\"\n" + source, [](std::string_view) { return std::nullopt; }, {.standard = standard})
                  .refused.empty();
    };
    EXPECT_EQ(is_refused(CppStandard::cpp17), standards != none) << body;
    EXPECT_EQ(is_refused(CppStandard::cpp20), standards == both) << body;
  }
  const std::string opened = "using namespace std;\n";
  EXPECT_EQ(refusal(opened + "__global__ void k(float* p) { cout << p[0]; }"),
            "a.cu:2: error: the kernel k uses std::cout, which is the host's: device code has printf()");
  EXPECT_EQ(refusal(opened + "__global__ void k(float* p) { swap(p[0], p[1]); }"),
            "a.cu:2: error: the kernel k calls std::swap(), a function of the host's");
  EXPECT_NE(refusal(opened + "__global__ void k(float* p) { vector<float> v(2); }"), "");
}

TEST(Lowering, RefusesNothingThatOnlyLooksLikeTheStandardLibrary) {
  for (const char* source :
       {"__global__ void k(float* p) { cuda::std::swap(p[0], p[1]); my::std::swap(p[0], p[1]); thrust::sort(p, p); }",
        "namespace std { __device__ void swap(float*, float*) {} } __global__ void k(float* p) { std::swap(p, p); }",
        "using namespace std; __device__ void swap(float& a, float& b) {} __global__ void k(float* p) { swap(p[0], p[1]); }",
        "using namespace std; struct vector {}; __global__ void k(float* p) { vector v; }",
        "using namespace std; using namespace thrust; __global__ void k(float* p) { swap(p[0], p[1]); }",
        "__global__ void k(float* p) { swap(p[0], p[1]); }",
        "void solve(float* p) { std::vector<float> v(2); std::sort(v.begin(), v.end()); std::cout << 1; }",
        "__host__ __device__ void f(float* p) { std::swap(p[0], p[1]); }",
        "template <class T> __global__ void k(T* p) { std::swap(p[0], p[1]); }",
        "static __device__ void f(float* p) { std::swap(p[0], p[1]); }",
        "__global__ void k(float* p) { p[0] = sizeof(std::vector<float>); decltype(std::accumulate(p, p, 0)) x; }"})
    EXPECT_EQ(refusal(source), "") << source;
}

TEST(Lowering, RefusesNothingThatNvccTakes) {
  for (const char* source :
       {"__host__ __device__ int f(int a) { return a; } __global__ void k(int* p) { p[0] = f(1); } void g() { f(2); }",
        "constexpr int f(int a) { return a; } __global__ void k(int* p) { p[0] = f(1); }",
        "int f(int a) { return a; } __global__ void k(int* p) { p[0] = sizeof(f(1)); decltype(f(1)) x; }",
        "int f(int a) { return a; } __device__ int f(float a) { return a; } __global__ void k(int* p) { p[0] = f(1.f); }",
        "int f(int a); __device__ int f(int a); int f(int a) { return a; } __global__ void k(int* p) { p[0] = f(1); }",
        "int f(int a) { return a; } template <int N> __global__ void k(int* p) { p[0] = f(N); }",
        "int f(int a) { return a; } __global__ void k(int* p) { if constexpr (false) p[0] = f(1); }",
        "int f(int a) { return a; } template <class F> __device__ void call(F f) {} "
        "__global__ void k(int* p) { call([=] { f(1); }); }",
        "int f(int a) { return a; } struct S { __device__ int f(int); }; __global__ void k(S* s) { s->f(1); }",
        "int f(int a) { return a; } __global__ void k(int* p) { auto f = [](int a) { return a; }; p[0] = f(1); }",
        "int n = 3; __global__ void k(int* p, int n) { p[n] = n; }",
        "int n = 3; __global__ void k(int* p) { int a = 1, n = 2; p[n] = a * n; }",
        "float* d; __global__ void k(float* d) { d[0] = 1; } void g() { cudaMalloc(&d, 4); k<<<1, 1>>>(d); }",
        "const int n = 3; __global__ void k(int* p) { p[0] = n; }",
        "__constant__ int n = 3; __managed__ int m; __device__ int d; __global__ void k(int* p) { p[0] = n + m + d; }",
        "int n = 3; __global__ void k(int* p) { p[0] = sizeof(n); }",
        "int n = 3; struct S { int n; }; __global__ void k(S s, int* p) { p[0] = s.n; }",
        "int n = 3; __global__ void k(int* p) { for (auto [m, n] : p) p[0] = n; }",
        "__global__ void k(int* p) {} void k(float* p) {} void g(float* p) { k(p); }",
        "__global__ void k(int* p) {} void g(int* p) { auto k = [](int*) {}; k(p); }",
        "template <class T> void g(T* k) { k(1); } __global__ void k(int* p) {}",
        "__global__ void k(int* p, int n) { constexpr int m = 3; float v[m]; float* q = p + n; q[n] = v[n]; }",
        "__global__ void k(int n) { { constexpr int n = 3; float v[n]; } }",
        "__global__ void k(int* p) { auto f = [&] __device__ (int i) { p[i] = 1; }; f(1); }",
        "__global__ void a() { extern __shared__ float s[]; } __global__ void b() { extern __shared__ float s[]; }",
        "__global__ void a() { extern __shared__ float s[]; } namespace n { __global__ void b() { extern __shared__ int s[]; } "
        "}",
        "__device__ void f() { __shared__ int s; __syncthreads(); } auto g = [] __device__ { __shared__ int s; };",
        "__device__ float rand(int s) { return s; } __global__ void k(float* p) { p[0] = rand(3); }",
        "static __device__ int g(int a) { return rand(); } __global__ void k(int* p) { p[0] = 1; }",
        "template <class T> __device__ int g(T a) { return rand(); } __global__ void k(int* p) { p[0] = 1; }",
        "constexpr float w[3] = {1, 2, 3}; __global__ void k(float* p, int n) { p[0] = sizeof(w[n]); (void)w[n]; p[1] = true ? "
        "1 : w[n]; "
        "p[2] = (w[n], 1); p[3] = *w; constexpr float x = w[1]; bool b = false && w[n] > 0; }",
        "__constant__ float w[3] = {1, 2, 3}; __global__ void k(float* p, int n) { p[0] = w[n]; }",
        "constexpr float w[3] = {1, 2, 3}; __global__ void k(float* p, int n) { float w[3] = {}; p[0] = w[n]; }",
        "int d = 2; __global__ void k(float* p) { (void)d; p[0] = true ? 1 : d; }",
        "struct S { int d; }; int d = 2; __global__ void k(S s, float* p) { auto [d] = s; p[0] = d; }",
        "constexpr int m = 3; __global__ void k(float* p, int n) { float u[sizeof(n)], v[true ? 3 : n]; for (int m = 0; m < 3; "
        "++m) "
        "p[m] = 1; float w[m]; }",
        "struct Three { constexpr operator int() const { return 3; } }; __global__ void k(Three n) { float v[n]; }",
        "__global__ void k(float* p, const int n) { const int l = 2; float v[l + 1]; { const int l = n; p[l] = 1; } }",
        "__constant__ float big[4]; extern __constant__ float more[];"})
    EXPECT_EQ(refusal(source), "") << source;
}

TEST(Lowering, NamesWhatTheEmulatedRuntimeLacks) {
  const auto first = [](const std::string& source) {
    const auto found = lower("# 1 \"a.cu\"\n" + source, [](std::string_view) { return std::nullopt; }).unsupported;
    return found.empty() ? "" : describe(found.front());
  };
  const std::string rest = " is not supported by the emulated runtime";
  EXPECT_EQ(first("\nvoid f(cudaMipmappedArray_t t);"), "a.cu:2: mipmaps (cudaMipmappedArray_t)" + rest);
  EXPECT_EQ(first("int texCubemap(int x); int y = texCubemap(1); void f() { float texture = 1; g(texture < 2); }"), "");
  EXPECT_EQ(first("float f() { return texCubemap<float>(t, 1, 2, 3); }"), "a.cu:1: cubemaps (texCubemap)" + rest);
  EXPECT_EQ(first("float f(cudaTextureObject_t t) { return tex2D<float>(t, 1, 2); }"), "");
  EXPECT_EQ(first("template <int N> __global__ void k() {\n  if (a) { j<<<1, 1>>>(); }\n}"),
            "a.cu:2: dynamic parallelism (a kernel that launches a kernel)" + rest);
  EXPECT_EQ(first("__global__ void k(); void f() { k<<<1, 1>>>(); }"), "");
  EXPECT_EQ(first("int texCubemap = 3;"), "");
  EXPECT_EQ(first("x = __vadd4(a, b);"), "");
  EXPECT_EQ(first("asm(\"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0}, {%1}, {%2}, {%3};\" : \"=r\"(d) : \"r\"(a), "
                  "\"r\"(b), \"r\"(c));"),
            "a.cu:1: inline PTX (mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32)" + rest);
  EXPECT_EQ(first("asm(\"wgmma.fence.sync.aligned;\");"), "");
  const auto product = [&](const std::string& name, const std::string& operands) {
    return first("asm(\"wgmma.mma_async." + name + " {%0, %1, %2, %3}, " + operands +
                 ";\" : \"+f\"(a), \"+f\"(b), \"+f\"(c), \"+f\"(d) : \"l\"(x));");
  };
  EXPECT_EQ(product("sync.aligned.m64n8k16.f32.f16.f16", "%4, %4, 1, 1, -1, 0, 1"), "");
  EXPECT_EQ(product("sync.aligned.m64n8k16.f32.bf16.bf16", "{%0, %1, %2, %3}, %4, 1, 1, 1, 0"), "");
  EXPECT_EQ(product("sync.aligned.m64n8k8.f32.tf32.tf32", "%4, %4, 1, 1, 1"), "");
  EXPECT_EQ(product("sync.aligned.m64n16k32.f16.e4m3.e5m2", "%4, %4, 1, 1, 1"), "");
  EXPECT_EQ(product("sync.aligned.m64n8k32.s32.u8.s8.satfinite", "%4, %4, 1"), "");
  for (const auto& [name, operands] : std::vector<std::pair<std::string, std::string>>{
           {"sp.sync.aligned.m64n8k32.f32.f16.f16", "%4, %4, %4, 0, 1, 1, 1, 0, 0"},
           {"sync.aligned.m64n8k256.s32.b1.b1.and.popc", "%4, %4, 1"},
           {"sync.aligned.m64n8k16.f32.f16.bf16", "%4, %4, 1, 1, 1, 0, 0"},
           {"sync.aligned.m64n8k8.f32.f16.f16", "%4, %4, 1, 1, 1, 0, 0"},
           {"sync.aligned.m64n16k16.f32.f16.f16", "%4, %4, 1, 1, 1, 0, 0"},
           {"sync.aligned.m64n8k8.f32.tf32.tf32", "%4, %4, 1, 1, 1, 0, 0"},
           {"sync.aligned.m64n40k32.s32.s8.s8", "%4, %4, 1"},
           {"sync.aligned.m64n8k32.f32.e4m3.e4m3.satfinite", "%4, %4, 1, 1, 1"}})
    EXPECT_EQ(product(name, operands), "a.cu:1: inline PTX (wgmma.mma_async." + name + ")" + rest);
  EXPECT_EQ(first("asm(\"setp.lt.u32 %0, !q, 1;\" : \"=r\"(x));"), "a.cu:1: inline PTX (the operand !q)" + rest);
  EXPECT_EQ(first("asm(\"{.reg .u32 q; mov.u32 %0, q;}\" : \"=r\"(x));"), "");
  EXPECT_EQ(first("asm volatile(\"\" ::: \"memory\");"), "");
  EXPECT_EQ(first("asm volatile(\"\" : \"+f\"(x) :: \"memory\");"), "");
  EXPECT_EQ(first("asm(\"bra elsewhere;\");"), "a.cu:1: inline PTX (bra)" + rest);
  EXPECT_EQ(first("asm(\"again: bra again;\");"), "");
  EXPECT_EQ(first("asm(\"mbarrier.arrive.shared::cta.b64 _, [%0];\" :: \"r\"(x));"), "");
  EXPECT_EQ(
      first("asm(\"cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%2, %2, %2, "
            "%2}], [%0], {%3, %3};\" :: \"r\"(x), \"l\"(m), \"r\"(y), \"h\"(z));"),
      "a.cu:1: inline PTX (cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes)" + rest);
  EXPECT_EQ(first("cuTensorMapEncodeIm2col();"), "a.cu:1: tensor copies by im2col (cuTensorMapEncodeIm2col)" + rest);
}

// Under AddressSanitizer it fails where a token behind the last is read: tools/sanitized.
TEST(Lowering, ComesBackWhereverATextEnds) {
  const std::string source =
      "template <int W, typename T = A<2>> __global__ void __launch_bounds__(W) k(T* a) { const int n = 3; enum E { p, q = 2 "
      "}; "
      "__shared__ float s[n][W], t; extern __shared__ int u[]; for (int i = 0; i < n; ++i) { s[i][0] = (float)a[i] / 2; "
      "__syncthreads(); } asm volatile(\"mov.u32 %0, %1;\" : \"=r\"(x) : \"r\"(y)); int c = a[0] >> 3, *d = &a[1]; "
      "auto f = [=] __device__ (int v) -> int { return v << 1; }; if (c) return; *reinterpret_cast<float4*>(&a[c]) = z; } "
      "using real = float; typedef int word; __constant__ real e[4]; texture<float> g; void h() { auto m = k<1, int>; "
      "k<2, T><<<dim3(1, 2), 3, 0, s>>>(b); (*p)<<<1, 1>>>(); } extern \"C\" void solve(int* a) requires C<int> { ::h(); }";
  for (std::size_t size = 0; size <= source.size(); ++size) lower_text(source.substr(0, size));
  for (const auto* text : {"const int n =", "template <", "asm(", "__global__", "k<<<", "enum", "using a =", "operator"})
    lower_text(text);
}

// They took time that grew with the square of their number: half a minute and more.
TEST(Lowering, OfBracketsWithoutAnEndTakesNoLongTime) {
  const std::clock_t begin = std::clock();  // processor time: other tests run beside this one
  for (const auto* opening : {"{", "<<<", "k<<<1, ", "[](){"}) {
    std::string source;
    while (source.size() < 100'000) source += opening;
    lower_text(source);
  }
  EXPECT_LT(std::clock() - begin, 10 * CLOCKS_PER_SEC);
}

}  // namespace
}  // namespace judge::lowering

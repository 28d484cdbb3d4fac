#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  for (const char* const same : {"a << 3",
                                 "a / 2",
                                 "a % 7",
                                 "1.0f / b",
                                 "a / (float)b",
                                 "a / float(b)",
                                 "a >>= 1",
                                 "a /= 2",
                                 "i / blockDim.x",
                                 "(int)threadIdx.x",
                                 "int(5)",
                                 "sizeof(int) * a",
                                 "g(int(*p)(int))",
                                 "A<B<int>> a",
                                 "std::map<int, C<d>> m(a)",
                                 "f<g<3>>(x)",
                                 "int (x)",
                                 "void (*p)(int)",
                                 "a.operator<<(n)",
                                 "S s = {1, (float)x}",
                                 "(double)x",
                                 "(c ? a[i] : b[i])",
                                 "(c ? void(0) : f(a[i]))",
                                 "(c, d ? a : b)[i]"})
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

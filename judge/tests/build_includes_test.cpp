#include "judge/build/symbols.hpp"
#include "judge/tests/build_support.hpp"

namespace judge::build_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// In a folder of its own, below one that holds what is nobody else's.
struct Neighbours {
  Workshop shop;
  fs::path secret = shop.write("secret.txt", "int secret_number = 4711;\n");
  fs::path reference = shop.write("problem/reference.cpp", "int secret_number = 4711;\n");

  CompileFailure include(const std::string& line) const {
    const auto source = shop.write("mine/va.cu", line + "\n" + good_source);
    return refused(shop.builder().build({.source = source, .include_dirs = {reference.parent_path()}}));
  }
};

TEST(Builder, ShowsTheCompilerNoFileThatIsNotTheAttempts) {
  const Neighbours neighbours;
  const std::string secret = neighbours.secret;
  for (const std::string& line : {"#include \"" + secret + "\"", std::string("#include \"../secret.txt\""),
                                  "#define FILE \"" + secret + "\"\n#include FILE", "asm(\".incbin \\\"" + secret + "\\\"\");",
                                  std::string("#include \"/etc/passwd\""), std::string("#include \"reference.cpp\""),
                                  std::string("asm(\".incbin \\\"/proc/self/environ\\\"\");")}) {
    const auto failure = neighbours.include(line);
    EXPECT_THAT(failure.diagnostics, HasSubstr("note: the compiler may open")) << line;
    EXPECT_THAT(failure.diagnostics, Not(HasSubstr("4711"))) << line;
  }
}

TEST(Builder, ShowsTheCompilerTheHeadersThatAnAttemptNames) {
  const Workshop shop;
  shop.write("project/common.h", "#include \"lib/deeper.cuh\"\n");
  shop.write("project/lib/deeper.cuh", "inline int two() { return 2; }\n");
  shop.write("project/mine/parts/beside.txt", "inline int one() { return 1; }\n");
  const auto source =
      shop.write("project/mine/va.cu", std::string("#include \"../common.h\"\n#include \"parts/beside.txt\"\n") +
                                           "int three = one() + two();\n" + good_source);
  built(shop.builder().build({.source = source}));
}

// A submission may come with links, as a clone or an unpacked archive does.
TEST(Builder, FollowsNoLinkToAFileOfAnotherKind) {
  const Neighbours neighbours;
  const auto folder = neighbours.shop.write("mine/beside.cuh", "").parent_path();
  fs::create_symlink(neighbours.secret, folder / "key.h");
  const auto failure = neighbours.include("#include \"key.h\"");
  EXPECT_THAT(failure.diagnostics, AllOf(HasSubstr("note: the compiler may open"), Not(HasSubstr("4711"))));
  fs::create_symlink(neighbours.secret, folder / "key.cu");
  const auto refused = neighbours.shop.builder().build({.source = folder / "key.cu"});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message,
              HasSubstr("key.cu: is a link to secret.txt, a file of another kind; name that file itself"));
  fs::create_symlink("beside.cuh", folder / "same.h");
  built(neighbours.shop.builder().build(
      {.source = neighbours.shop.write("mine/va.cu", std::string("#include \"same.h\"\n") + good_source)}));
}

TEST(Builder, FollowsAnyChainOfHeaders) {
  const Workshop shop;
  constexpr int last = 40'000;  // with a call for each the stack ended
  for (int i = 0; i < last; ++i) shop.write(fmt::format("h{}.h", i), fmt::format("#include \"h{}.h\"\n", i + 1));
  shop.write(fmt::format("h{}.h", last), "");
  const auto source = shop.write("va.cu", std::string("#if 0\n#include \"h0.h\"\n#endif\n") + good_source);
  built(shop.builder().build({.source = source}));
}

TEST(Builder, LetsTheCompilerWriteNowhereElse) {
  const Workshop shop;
  const auto target = shop.root() / "target";
  const auto source = shop.write("mine/va.cu", fmt::format("// ASK_WRITE {}\n{}", target.string(), good_source));
  built(shop.builder().build({.source = source}));
  EXPECT_FALSE(fs::exists(target));
}

TEST(Builder, KeepsNothingThatDependsOnFilesThatAreNotRead) {
  const Workshop shop;
  const auto source =
      shop.write("va.cu", "#if __has_include(\"switch\")\n#define FACTOR 2\n#endif\n" + std::string(good_source));
  const auto first = built(shop.builder().build({.source = source}));
  const auto second = built(shop.builder().build({.source = source}));
  EXPECT_FALSE(second.from_cache);
  const auto header = shop.write("vb.cu", "#if __has_include(<span>)\n#define FACTOR 2\n#endif\n" + std::string(good_source));
  built(shop.builder().build({.source = header}));
  EXPECT_TRUE(built(shop.builder().build({.source = header})).from_cache);
}

TEST(Builder, BuildsAgainWhenDefinesOrFlagsDiffer) {
  const Workshop shop;
  const auto source = shop.write("va.cu", good_source);
  const Builder builder = shop.builder();
  const auto plain = built(builder.build({.source = source}));
  const auto defined = built(builder.build({.source = source, .defines = {"N=3"}}));
  const auto flagged = built(builder.build({.source = source, .extra_flags = {"-O1"}}));
  EXPECT_NE(plain.library, defined.library);
  EXPECT_NE(plain.library, flagged.library);
  EXPECT_EQ(shop.compilations(), 3);
}

TEST(Builder, FindsTheProblemsHeaderAndSeesItsEdits) {
  const Workshop shop;
  const auto header = shop.write("problem/solve.h", "extern \"C\" void solve(float* b);\n");
  const auto source = shop.write("va.cu", "#include \"solve.h\"\nvoid solve(float* b) { b[0] = 1; }\n");
  const BuildRequest request{.source = source, .include_dirs = {header.parent_path()}};
  const Builder builder = shop.builder();
  const auto first = built(builder.build(request));
  EXPECT_TRUE(built(builder.build(request)).from_cache);

  shop.write("problem/solve.h", "extern \"C\" void solve(float* b);\nextern \"C\" void extra();\n");
  const auto second = built(builder.build(request));
  EXPECT_FALSE(second.from_cache);
  EXPECT_NE(second.key, first.key);

  // The old header again: both builds are kept.
  shop.write("problem/solve.h", "extern \"C\" void solve(float* b);\n");
  const auto third = built(builder.build(request));
  EXPECT_TRUE(third.from_cache);
  EXPECT_EQ(third.key, first.key);
  EXPECT_EQ(shop.compilations(), 2);
}

TEST(Builder, SeesAHeaderThatComesToShadowAnother) {
  const Workshop shop;
  const auto header = shop.write("problem/solve.h", "extern \"C\" void solve(float* b);\n");
  const auto source = shop.write("mine/va.cu", "#include \"solve.h\"\nvoid solve(float* b) { b[0] = 1; }\n");
  const BuildRequest request{.source = source, .include_dirs = {header.parent_path()}};
  const Builder builder = shop.builder();
  EXPECT_TRUE(exported_symbols(built(builder.build(request)).library)->has("solve"));
  shop.write("mine/solve.h", "#define solve resolve\nextern \"C\" void solve(float* b);\n");
  const auto shadowed = built(builder.build(request));
  EXPECT_FALSE(shadowed.from_cache);
  EXPECT_TRUE(exported_symbols(shadowed.library)->has("resolve"));
}

TEST(Builder, KeepsSourcesOfTwoFoldersApartWhereTheirHeadersDiffer) {
  const Workshop shop;
  const std::string text = "#include \"part.h\"\nextern \"C\" void solve() { part(); }\n";
  const auto one = shop.write("one/va.cu", text), two = shop.write("two/va.cu", text);
  shop.write("one/part.h", "static void part() {}\n");
  shop.write("two/part.h", "extern \"C\" void part() {}\n");
  const Builder builder = shop.builder();
  EXPECT_FALSE(exported_symbols(built(builder.build({.source = one})).library)->has("part"));
  EXPECT_TRUE(exported_symbols(built(builder.build({.source = two})).library)->has("part"));
}

}  // namespace
}  // namespace judge::build_test

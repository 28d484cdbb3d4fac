#include <sys/stat.h>
#include <unistd.h>

#include "judge/build/compiler.hpp"
#include "judge/build/symbols.hpp"
#include "judge/tests/build_support.hpp"
#include "judge/util/process.hpp"

namespace judge::build_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using namespace std::chrono_literals;

TEST(Builder, BuildsAnAttemptOnce) {
  const Workshop shop;
  const auto source = shop.write("va.cu", good_source);
  const Artifact first = built(shop.builder().build({.source = source}));
  EXPECT_FALSE(first.from_cache);
  EXPECT_EQ(first.toolchain, "fake-cucc 1.0");
  EXPECT_TRUE(exported_symbols(first.library)->has("solve"));

  const Artifact second = built(shop.builder().build({.source = source}));
  EXPECT_TRUE(second.from_cache);
  EXPECT_EQ(second.library, first.library);
  EXPECT_EQ(second.key, first.key);
  EXPECT_EQ(shop.compilations(), 1);
}

// A node of a cluster that goes down ends the compiler before the judge, which must not take that for the source's fault.
TEST(Builder, ACompilerThatSomebodyKillsIsStartedOnceMore) {
  for (const char* how : {"// ASK_KILLED_ONCE\n", "// ASK_KILLED_WITHIN\n"}) {
    const Workshop shop;
    built(shop.builder().build({.source = shop.write("va.cu", how + std::string(good_source))}));
    EXPECT_EQ(shop.compilations(), 2) << how;
  }
}

TEST(Builder, BuildsAReferenceWithTheHostsCompiler) {
  const Workshop shop;
  shop.write("share/judge/include/reference/judge/reference.h", "#pragma once\nusing judge_float = float;\n");
  const auto source = shop.write("reference.cpp",
                                 "#include <judge/reference.h>\n#include <span>\n"
                                 "extern \"C\" void reference(judge_float* b) {\n"
                                 "#pragma omp parallel for\n"
                                 "for (int i = 0; i < 9; ++i) b[i] = std::span(b, 9)[i]; }\n");
  const Artifact artifact = built(shop.builder().build({.source = source, .kind = SourceKind::reference}));
  EXPECT_TRUE(exported_symbols(artifact.library)->has("reference"));
  EXPECT_THAT(artifact.toolchain, testing::MatchesRegex("[a-z+]+.* [0-9]+\\.[0-9.]+"));
  EXPECT_EQ(shop.compilations(), 0);
}

TEST(Builder, RefusesAReferenceWithAnUndefinedFunction) {
  const Workshop shop;
  const auto source = shop.write("reference.cpp", "void gone(); extern \"C\" void reference() { gone(); }\n");
  EXPECT_THAT(refused(shop.builder().build({.source = source, .kind = SourceKind::reference})).diagnostics, HasSubstr("gone"));
}

TEST(Builder, SharesALibraryBetweenFilesOfOneContent) {
  const Workshop shop;
  const Builder builder = shop.builder();
  const auto one = built(builder.build({.source = shop.write("a/one.cu", good_source)}));
  const auto two = built(builder.build({.source = shop.write("b/two.cu", good_source)}));
  EXPECT_TRUE(two.from_cache);
  EXPECT_EQ(one.library, two.library);
}

TEST(Builder, DoesNotShareALibraryThatNamesItsFile) {
  const Workshop shop;
  const Builder builder = shop.builder();
  shop.write("base.h", "#define NAME __BASE_FILE__\n");
  for (const std::string name : {"#define NAME __FILE__\n", "#define NAME __builtin_FILE()\n", "#define NAME __FI\\\nLE__\n",
                                 "#define NAME __FI\\ \nLE__\n", "#define JOIN(a, b) a##b\n#define NAME JOIN(__FI, LE__)\n",
                                 "#include \"base.h\"\n", "//\r#include \"base.h\"\n"}) {
    const std::string text = name + "extern \"C\" const char* solve() { return NAME; }\n";
    const auto one = built(builder.build({.source = shop.write("one.cu", text)}));
    const auto two = built(builder.build({.source = shop.write("two.cu", text)}));
    EXPECT_NE(one.library, two.library) << name;
    EXPECT_THAT(read_file(two.library).value(), HasSubstr("two.cu")) << name;
  }
}

TEST(Builder, ShowsDiagnosticsUnderEachFilesOwnName) {
  const Workshop shop;
  const std::string text = "extern \"C\" void solve() {\n  undeclared();\n}\n";
  const Builder builder = shop.builder();
  const auto one = shop.write("one.cu", text), two = shop.write("two.cu", text);
  EXPECT_THAT(refused(builder.build({.source = one})).diagnostics, HasSubstr(one.string() + ":2:"));
  const auto second = refused(builder.build({.source = two})).diagnostics;
  EXPECT_THAT(second, HasSubstr(two.string() + ":2:"));
  EXPECT_THAT(second, Not(HasSubstr("one.cu")));
  EXPECT_EQ(shop.compilations(), 1);  // a failure is kept, too
}

TEST(Builder, ShowsPathsAsTheUserWroteThem) {
  const Workshop shop;
  shop.write("mine/part.h", "void part() { undeclared(); }\n");
  const auto source = shop.write("mine/va.cu", "#include \"part.h\"\nextern \"C\" void solve() { also(); }\n");
  const auto relative = fs::proximate(source);
  ASSERT_TRUE(relative.is_relative());
  const auto diagnostics = refused(shop.builder().build({.source = relative})).diagnostics;
  EXPECT_THAT(diagnostics, HasSubstr(fmt::format("\n{}:2:", relative.string())));
  EXPECT_THAT(diagnostics, HasSubstr(fmt::format("\n{}:1:", (relative.parent_path() / "part.h").string())));
}

TEST(Builder, BuildsAFileThatWasMissingAHeaderOnceItIsThere) {
  const Workshop shop;
  const auto source = shop.write("va.cu", "#include \"late.h\"\nextern \"C\" void solve() {}\n");
  const Builder builder = shop.builder();
  EXPECT_THAT(refused(builder.build({.source = source})).diagnostics, HasSubstr("late.h"));
  shop.write("late.h", "\n");
  built(builder.build({.source = source}));
}

TEST(Builder, CutsLongDiagnostics) {
  const Workshop shop;
  std::string text;
  for (int i = 0; i < 200; ++i) text += fmt::format("#error number {}\n", i);
  const auto diagnostics = refused(shop.builder().build({.source = shop.write("va.cu", text)})).diagnostics;
  EXPECT_LE(std::ranges::count(diagnostics, '\n'), 60);
  EXPECT_THAT(diagnostics, testing::ContainsRegex("\\.\\.\\. [0-9]+ more lines$"));
}

TEST(Builder, DoesNotPassControlCharactersOn) {
  const Workshop shop;
  const auto source = shop.write("va.cu", "// ASK_BINARY_NOISE\n");
  EXPECT_EQ(refused(shop.builder().build({.source = source})).diagnostics, "bad [31m? byte");
}

TEST(Builder, TellsUnsupportedFromWrong) {
  const Workshop shop;
  const auto failure = refused(shop.builder().build({.source = shop.write("va.cu", "// ASK_UNSUPPORTED\n")}));
  EXPECT_TRUE(failure.unsupported);
  EXPECT_THAT(failure.diagnostics, HasSubstr("va.cu:1: error: textures"));
  EXPECT_FALSE(refused(shop.builder().build({.source = shop.write("vb.cu", "int x = ;\n")})).unsupported);
}

TEST(Builder, ABrokenCompilerIsTheJudgesFailure) {
  const Workshop shop;
  const auto result = shop.builder().build({.source = shop.write("va.cu", "// ASK_BREAK\n")});
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("judge-cucc ended with status 70"));
}

TEST(Builder, StopsACompilerThatTakesTooLong) {
  const Workshop shop;
  auto options = shop.options();
  options.compile_time_limit = 200ms;
  const Builder builder = Builder::create(options).value();
  const auto start = std::chrono::steady_clock::now();
  const auto failure = refused(builder.build({.source = shop.write("va.cu", "// ASK_HANG\n")}));
  EXPECT_TRUE(failure.timed_out);
  EXPECT_THAT(failure.diagnostics, HasSubstr("of 0.2 s that it may"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
}

TEST(Builder, RefusesToIncludeWhatHasNoEnd) {
  const Workshop shop;
  const auto pipe = shop.root() / "pipe.h";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  shop.write("mine.h", "#include \"pipe.h\"  // none yet\n");
  const auto failure = refused(shop.builder().build({.source = shop.write("va.cu", "#include \"mine.h\"\n")}));
  EXPECT_THAT(failure.diagnostics, HasSubstr("mine.h: #include \"pipe.h\""));
  EXPECT_THAT(failure.diagnostics, HasSubstr("is a named pipe, not a regular file"));
  EXPECT_EQ(shop.compilations(), 0);
}

// As it does on a busy machine.
TEST(Builder, DoesNotCountWhatTheCompilerWaits) {
  const Workshop shop;
  auto options = shop.options();
  options.compile_time_limit = 1s;
  built(Builder::create(options).value().build({.source = shop.write("va.cu", "// ASK_WAIT\nextern \"C\" void solve() {}\n")}));
}

// judge-cucc takes the first of them that it finds.
TEST(FindCucc, KnowsEachHostCompilerByItsFile) {
  const Workshop shop;
  const Probe probe(shop.cache());
  const Installation installation{shop.root()};
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", ((shop.root() / "compilers").string() + ":" + path).c_str(), 1);
  for (const char* name : {"clang++", "clang++-19", "clang++-14", "g++", "g++-14", "g++-12", "c++", "gcc"}) {
    fs::permissions(shop.write(fs::path("compilers") / name, "old"), fs::perms::owner_all);
    const auto before = find_cucc(installation, probe).value().identity;
    shop.write(fs::path("compilers") / name, "upgraded");
    EXPECT_NE(find_cucc(installation, probe).value().identity, before) << name;
  }
  ::setenv("PATH", path.c_str(), 1);
}

TEST(Builder, SaysWhatIsMissing) {
  const Workshop shop;
  const auto no_file = shop.builder().build({.source = shop.root() / "none.cu"});
  ASSERT_FALSE(no_file);
  EXPECT_THAT(no_file.error().message, HasSubstr("none.cu"));
  fs::remove(shop.root() / "libexec/judge/judge-cucc");
  const auto no_compiler = Builder::create(shop.options());
  ASSERT_FALSE(no_compiler);
  EXPECT_THAT(no_compiler.error().message, HasSubstr("judge-cucc: is missing"));
}

TEST(Builder, BuildsFilesOfAnyName) {
  const Workshop shop;
  const Builder builder = shop.builder();
  for (const char* name : {"a space.cu", "it's.cu", "a$b.cu", "-dash.cu", "a;b&c.cu", "\"q\".cu", "ü.cu", "a#b.cu"}) {
    const auto source =
        shop.write(fs::path("odd 'dir") / name, "#include \"part.h\"\nextern \"C\" const char* solve() { return __FILE__; }\n");
    shop.write("odd 'dir/part.h", "\n");
    const BuildRequest request{.source = source, .include_dirs = {shop.root() / "odd 'dir"}};
    built(builder.build(request));
    EXPECT_TRUE(built(builder.build(request)).from_cache) << name;
  }
}

TEST(Builder, NamesAFileOfAnyNameInDiagnostics) {
  const Workshop shop;
  const auto source = shop.write("o'neil/a$b.cu", "#include \"part.h\"\nint x = y;\n");
  shop.write("o'neil/part.h", "int z = w;\n");
  const auto diagnostics = refused(shop.builder().build({.source = source})).diagnostics;
  EXPECT_THAT(diagnostics, HasSubstr(source.string() + ":2:"));
  EXPECT_THAT(diagnostics, HasSubstr((shop.root() / "o'neil/part.h").string() + ":1:"));
  EXPECT_THAT(diagnostics, Not(HasSubstr("alias")));
}

TEST(Builder, WorksWithoutACacheFolderAndSaysSo) {
  const Workshop shop;
  auto options = shop.options();
  options.cache_dir = shop.write("a-file", "") / "cache";
  const Builder builder = Builder::create(options).value();
  EXPECT_THAT(builder.notes(), ElementsAre(StartsWith("the build cache cannot be used, builds are not kept: ")));
  const auto source = shop.write("va.cu", good_source);
  EXPECT_TRUE(exported_symbols(built(builder.build({.source = source})).library)->has("solve"));
  EXPECT_FALSE(built(builder.build({.source = source})).from_cache);
}

TEST(Builder, WorksOnWhenTheCacheFolderStopsTaking) {
  const Workshop shop;
  const Builder builder = shop.builder();
  fs::remove_all(shop.cache() / "builds-1/objects");
  shop.write("cache/builds-1/objects", "not a folder");
  const Artifact artifact = built(builder.build({.source = shop.write("va.cu", good_source)}));
  EXPECT_TRUE(exported_symbols(artifact.library)->has("solve"));
  EXPECT_THAT(builder.notes(), ElementsAre(HasSubstr("cannot be written")));
}

TEST(Builder, FindsInACacheThatItMayOnlyRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const Workshop shop;
  const auto source = shop.write("va.cu", good_source);
  built(shop.builder().build({.source = source}));
  const auto set = [&](fs::perms permissions) {
    for (const char* folder : {"objects", "locks", "sessions", "probes", ""})
      fs::permissions(shop.cache() / "builds-1" / folder, permissions);
  };
  set(fs::perms::owner_read | fs::perms::owner_exec);
  const Builder builder = shop.builder();
  EXPECT_THAT(builder.notes(), testing::SizeIs(1));
  EXPECT_TRUE(built(builder.build({.source = source})).from_cache);
  built(builder.build({.source = shop.write("vb.cu", "extern \"C\" void solve() {}\n")}));
  set(fs::perms::owner_all);
}

TEST(Builder, KeepsNothingOfASourceThatChangesMeanwhile) {
  const Workshop shop;
  const auto source = shop.write("va.cu", good_source);
  fs::last_write_time(source, fs::file_time_type::clock::now() + 1h);
  const Builder builder = shop.builder();
  built(builder.build({.source = source}));
  EXPECT_FALSE(built(builder.build({.source = source})).from_cache);
}

TEST(Builder, WorksWithTheRealCompilerOfTheEmulatedRuntime) {
  const Workshop shop;
  auto options = shop.options();
  options.installation.prefix = JUDGE_BINARY_DIR;
  if (!fs::exists(options.installation.prefix / "libexec/judge/judge-cucc")) GTEST_SKIP() << "judge-cucc is not built";
  const Builder builder = Builder::create(options).value();
  const auto header = shop.write("p/solve.h", "extern \"C\" void solve(float* a, int n);\n");
  const std::string kernel =
      "#include \"solve.h\"\n#include <cuda_runtime.h>\n"
      "__global__ void twice(float* a, int n) {\n"
      "  if (threadIdx.x < n) a[threadIdx.x] *= 2;\n}\n";
  const auto good = shop.write("good.cu", kernel + "void solve(float* a, int n) { twice<<<1, 256>>>(a, n); }\n");
  const auto bad = shop.write("bad.cu", kernel + "void solve(float* a, int n) { thrice<<<1, 256>>>(a, n); }\n");
  const std::vector<fs::path> problem{header.parent_path()};
  EXPECT_TRUE(exported_symbols(built(builder.build({.source = good, .include_dirs = problem})).library)->has("solve"));
  EXPECT_TRUE(built(builder.build({.source = good, .include_dirs = problem})).from_cache);
  const auto diagnostics = refused(builder.build({.source = bad, .include_dirs = problem})).diagnostics;
  EXPECT_THAT(diagnostics, HasSubstr(bad.string() + ":6:"));
  EXPECT_THAT(diagnostics, HasSubstr("thrice"));
}

TEST(HostCompiler, IsFoundUnderAnyOfItsNames) {
  const Workshop shop;
  const std::string path = std::getenv("PATH");
  fs::create_directories(shop.root() / "bin");
  fs::create_symlink(find_program("g++").value(), shop.root() / "bin/g++-13");
  ::setenv("PATH", (shop.root() / "bin").c_str(), 1);
  const auto command = host_compiler_command();
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(command, ElementsAre((shop.root() / "bin/g++-13").string()));
}

TEST(Builder, BuildsTheTextThatWasReadWhenTheFileIsEdited) {
  const Workshop shop;
  const Builder builder = shop.builder();  // what is not cached goes with it
  const auto source = shop.write("va.cu", "not what was read\n");
  const Artifact artifact = built(builder.build({.source = source, .content = good_source}));
  const auto symbols = exported_symbols(artifact.library);
  ASSERT_TRUE(symbols) << symbols.error().message;
  EXPECT_TRUE(symbols->has("solve"));
  const std::string broken = std::string(good_source) + "int x = gone;\n";
  const auto failure = refused(builder.build({.source = source, .content = broken}));
  EXPECT_THAT(failure.diagnostics, HasSubstr(source.string() + ":"));
  EXPECT_THAT(failure.diagnostics, HasSubstr("gone"));
}

TEST(Builder, AFileThatIsNoTextDoesNotCompile) {
  const Workshop shop;
  const auto source = shop.write("va.cu", std::string("// a\n\0\n", 7));
  EXPECT_EQ(refused(shop.builder().build({.source = source})).diagnostics,
            source.string() + ":2: holds a byte 0: it is not a text");
  EXPECT_EQ(shop.compilations(), 0);
}

TEST(Builder, HasNoNotesWhenAllIsWell) { EXPECT_THAT(Workshop().builder().notes(), IsEmpty()); }

}  // namespace
}  // namespace judge::build_test

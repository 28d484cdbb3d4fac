#include "judge/build/symbols.hpp"

#include "judge/build/device_code.hpp"

#include "judge/tests/build_support.hpp"

namespace judge::build_test {
namespace {

using testing::HasSubstr;

ExportedSymbols symbols_of(const std::string& source) {
  const Workshop shop;
  const Artifact artifact = built(shop.builder().build({.source = shop.write("va.cu", source)}));
  return exported_symbols(artifact.library).value();
}

TEST(ExportedSymbols, HoldDefinedGlobalFunctionsOnly) {
  const auto symbols = symbols_of(
      "#include <cstdio>\n"
      "extern \"C\" void solve() { std::puts(\"\"); }\n"
      "extern \"C\" int data; int data = 1;\n"
      "static void local() {}\n"
      "extern \"C\" __attribute__((visibility(\"hidden\"))) void hidden() { local(); }\n"
      "extern \"C\" __attribute__((weak)) void weak() {}\n");
  EXPECT_TRUE(symbols.has("solve"));
  EXPECT_TRUE(symbols.has("weak"));
  for (const char* name : {"data", "local", "hidden", "puts", ""}) EXPECT_FALSE(symbols.has(name)) << name;
}

TEST(ImportedNames, AreThoseOfOthers) {
  const Workshop shop;
  const Artifact artifact = built(shop.builder().build(
      {.source = shop.write("va.cu",
                            "#include <cstdio>\n"
                            "extern \"C\" int elsewhere(int);\n"
                            "extern \"C\" void here() {}\n"
                            "extern \"C\" void solve() { here(); std::printf(\"%d\", elsewhere(1)); }\n")}));
  const auto names = imported_names(artifact.library).value();
  for (const char* name : {"printf", "elsewhere"}) EXPECT_TRUE(std::ranges::binary_search(names, name)) << name;
  for (const char* name : {"here", "solve", ""}) EXPECT_FALSE(std::ranges::binary_search(names, name)) << name;
}

TEST(ExportedSymbols, LeadToAMangledSolve) {
  const auto symbols = symbols_of("void solve(const float*, float*, int) {}\nvoid solver() {}\n");
  const auto mangled = find_mangled_solve(symbols);
  ASSERT_TRUE(mangled);
  EXPECT_EQ(demangled(*mangled), "solve(float const*, float*, int)");
}

TEST(ExportedSymbols, LeadToNoSolveWhereThereIsNone) {
  EXPECT_FALSE(
      find_mangled_solve(symbols_of("extern \"C\" void solve() {}\nvoid solver() {}\n"
                                    "namespace a { void solve(int) {} }\n"
                                    "template <class T> void solve(T) {}\ntemplate void solve(int);\n")));
}

TEST(ExportedSymbols, OfSomethingElseAreAnError) {
  const Workshop shop;
  const auto text = exported_symbols(shop.write("a.so", "not a library, but longer than an ELF header is, of 64"));
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().message, HasSubstr("is not a 64-bit shared library"));
  EXPECT_FALSE(exported_symbols(shop.root() / "none.so"));
}

TEST(ExportedSymbols, OfACutOrScrambledLibraryDoNotCrash) {
  const Workshop shop;
  const Artifact artifact = built(shop.builder().build({.source = shop.write("va.cu", good_source)}));
  const std::string whole = read_file(artifact.library).value();
  for (std::size_t size = 0; size < whole.size(); size += 97)
    EXPECT_FALSE(exported_symbols(shop.write("cut.so", whole.substr(0, size)))) << size;
  unsigned state = 1;
  for (int round = 0; round < 300; ++round) {
    std::string scrambled = whole;
    for (int i = 0; i < 20; ++i) {
      state = state * 1664525 + 1013904223;
      scrambled[state % scrambled.size()] ^= static_cast<char>(state >> 24);
    }
    (void)exported_symbols(shop.write("scrambled.so", scrambled));
  }
}

TEST(Demangled, LeavesOtherNamesAsTheyAre) {
  EXPECT_EQ(demangled("solve"), "solve");
  EXPECT_EQ(demangled("d"), "d");  // not "double"
}

/// Two fat binaries of 24 and 16 bytes, with the second behind zeros; `bytes`: what the second one says that it has behind its header.
std::string with_device_code(int bytes) {
  return fmt::format(R"(asm(".pushsection .nv_fatbin,\"a\"\n"
    ".long 0xba55ed50\n.short 1, 16\n.quad 8\n.ascii \"kernels1\"\n" ".quad 0\n"
    ".long 0xba55ed50\n.short 1, 16\n.quad {}\n" ".popsection\n");
    extern "C" void solve() {{}})",
                     bytes);
}

TEST(DeviceCode, IsAllOfIt) {
  const Workshop shop;
  const Artifact artifact = built(shop.builder().build({.source = shop.write("va.cu", with_device_code(0))}));
  const auto images = device_code(artifact.library);
  ASSERT_TRUE(images) << images.error().message;
  ASSERT_EQ(images->size(), 2u);
  EXPECT_THAT((*images)[0], testing::EndsWith("kernels1"));
  EXPECT_EQ((*images)[1].size(), 16u);
}

TEST(DeviceCode, IsNoneWithoutNvcc) {
  const Workshop shop;
  const auto images =
      device_code(built(shop.builder().build({.source = shop.write("va.cu", "extern \"C\" void solve() {}")})).library);
  ASSERT_TRUE(images) << images.error().message;
  EXPECT_TRUE(images->empty());
}

TEST(DeviceCode, IsRefusedIfItIsCutShort) {
  const Workshop shop;
  for (const int bytes : {8, 0x7fffffff, -1}) {
    const Artifact artifact = built(shop.builder().build({.source = shop.write("va.cu", with_device_code(bytes))}));
    const auto images = device_code(artifact.library);
    ASSERT_FALSE(images);
    EXPECT_THAT(images.error().message, HasSubstr("its device code is cut short"));
  }
}

}  // namespace
}  // namespace judge::build_test

#include "judge/util/c_lexer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace judge {
namespace {

using testing::ElementsAre;

std::vector<std::string> texts(std::string_view source, Directives directives = Directives::left_out) {
  std::vector<std::string> found;
  for (const Token& token : lex_source(source, directives)) found.emplace_back(token.text);
  return found;
}

TEST(CLexer, JoinsLinesAndLeavesCommentsOut) {
  EXPECT_THAT(texts("a // b \\\n c\nd \\\r\n e /* f\n# g */ h"), ElementsAre("a", "d", "e", "h"));
  EXPECT_THAT(texts("#define A \\\r\n b\n#define C /* d\n e */ f\ng"), ElementsAre("g"));
  EXPECT_THAT(texts("#define A \"/*\"\nb"), ElementsAre("b"));
  EXPECT_THAT(texts("a # b"), ElementsAre("a", "#", "b"));
}

TEST(CLexer, EndsAndJoinsLinesAsTheCompilersDo) {
  EXPECT_THAT(texts("a // b\rc // d\r\ne"), ElementsAre("a", "c", "e"));
  EXPECT_THAT(texts("a // b \\ \t\n c\nd // e \\\v\r f\ng // h\\\r\n i"), ElementsAre("a", "d", "g"));
  EXPECT_THAT(texts("\"a\\ \nb\\\r\nc\\\rd\" e"), ElementsAre("\"a\\ \nb\\\r\nc\\\rd\"", "e"));
  EXPECT_THAT(texts("a /\\\n/ b\nc /\\\r* d *\\ \n/ e /* *\\\\\n/ */ f"), ElementsAre("a", "c", "e", "f"));
  const auto tokens = lex_source("a\rb\r\nc \\ \r d");
  ASSERT_EQ(tokens.size(), 4u);
  EXPECT_EQ(tokens[1].line, 2);
  EXPECT_EQ(tokens[2].line, 3);
  EXPECT_EQ(tokens[3].line, 4);
  EXPECT_EQ(tokens[3].column, 2);
}

TEST(CLexer, EndsAnUnterminatedLiteralBeforeTheLineEnd) {
  EXPECT_THAT(texts("don't\n#define A\nb"), ElementsAre("don", "'t", "b"));
}

TEST(CLexer, TakesFiveWordsForTheBeginningOfARawString) {
  EXPECT_THAT(texts("R\"(\")\" LR\"(\")\" uR\"(\")\" UR\"(\")\" u8R\"(\")\" XR\"(\" a \")\""),
              ElementsAre("R\"(\")\"", "LR\"(\")\"", "uR\"(\")\"", "UR\"(\")\"", "u8R\"(\")\"", "XR", "\"(\"", "a", "\")\""));
}

TEST(CLexer, KeepsDirectivesWhole) {
  EXPECT_THAT(texts("a\n  # if 0 \\\n || 1\nb\n", Directives::kept), ElementsAre("a", "# if 0 \\\n || 1", "b"));
}

TEST(CLexer, SaysWhereATokenStands) {
  const auto tokens = lex_source("ab\n  <% c");
  ASSERT_EQ(tokens.size(), 3u);
  EXPECT_EQ(tokens[1].text, "{");
  EXPECT_EQ(tokens[1].line, 2);
  EXPECT_EQ(tokens[1].column, 3);
  EXPECT_EQ(tokens[1].offset, 5u);
  EXPECT_EQ(tokens[2].offset, 8u);
}

TEST(CLexer, EndsWhatIsUnterminatedWithTheText) {
  for (const char* text :
       {"\"", "'", "\"a\\", "R\"", "R\"x(", "/*", "/", "#", "#include \"", "#include \"a\\", "\\", "L\"", "0x", "1'"})
    EXPECT_LE(lex_source(text, Directives::kept).size(), 3u) << text;
}

TEST(Directive, HasANameAndARest) {
  const auto [name, rest] = parse_directive("#  inc\\\nlude /* why */ <a/b.h>  // that");
  EXPECT_EQ(name, "include");
  EXPECT_EQ(rest, "<a/b.h>");
  EXPECT_EQ(parse_directive("#").name, "");
  EXPECT_EQ(parse_directive("%:if 0\r").rest, "0");
  EXPECT_EQ(parse_directive("#define A \"//\" // b").rest, "A \"//\"");
}

TEST(IncludedNames, AreSpelledAsInTheSource) {
  EXPECT_THAT(included_names("#include <a.h>\n//#include <b.h>\n /**/ # include\t\"c.h\"\n%:include M\n\"\\\n#include "
                             "<d.h>\"\n#include_next <e.h>"),
              ElementsAre("<a.h>", "\"c.h\"", "M", "<e.h>"));
  EXPECT_THAT(included_names("const char* s = R\"(\n#include <f.h>\n)\";"), ElementsAre());
}

// What g++ and clang read as an #include.
TEST(IncludedNames, AreThoseThatTheCompilersSee) {
  for (const std::string before : {"//\r", "// a\\ \n\r\n", "#define A \"\n", "#define A don't\n", "#define A R\"(\"/*)\"\n",
                                   "#define A '\"' /*\nR\"z( */\n", "#define A 0x1'f /* ' */\n",
                                   "#define XR\nconst char* a = XR\"(\";\n", "/* *\\\n/\n", "\xef\xbb\xbf"})
    EXPECT_THAT(included_names(before + "#include \"p.h\"\n// */ )\" )z\"\n"), ElementsAre("\"p.h\"")) << before;
  for (const std::string spelled :
       {"%\\\n:include \"p.h\"", "%\\ \n:\\\rinclude \"p.h\"", "#inc\\ \nlude\\\r \"p.h\"", "#include \"p.h\"\ra"})
    EXPECT_THAT(included_names(spelled), ElementsAre("\"p.h\"")) << spelled;
  EXPECT_THAT(included_names(std::string_view("\0#\0include\0\"p.h\"", 16)), ElementsAre("\"p.h\""));
  EXPECT_THAT(included_names("// a \\ \n#include \"p.h\"\n"), ElementsAre());
}

}  // namespace
}  // namespace judge

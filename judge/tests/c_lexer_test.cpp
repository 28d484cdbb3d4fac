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

}  // namespace
}  // namespace judge

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "judge/util/files.hpp"
#include "judge/web/assets.hpp"
#include "judge/web/html.hpp"
#include "judge/web/page.hpp"

namespace judge {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Assets, AreTheFilesByteForByte) {
  const Asset* style = find_asset("style.css");
  ASSERT_NE(style, nullptr);
  EXPECT_EQ(style->content_type, "text/css; charset=utf-8");
  EXPECT_EQ(style->content, read_file(JUDGE_SOURCE_DIR "/judge/web/assets/style.css").value_or(""));
  const Asset* charts = find_asset("charts.js");
  ASSERT_NE(charts, nullptr);
  EXPECT_EQ(charts->content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(charts->content, read_file(JUDGE_SOURCE_DIR "/judge/web/assets/charts.js").value_or(""));
}

TEST(Assets, HaveChartsAndAnEditorWithTheirLicences) {
  for (const char* name : {"chart.min.js", "codemirror.js", "clike.js", "matchbrackets.js", "search.js"}) {
    ASSERT_NE(find_asset(name), nullptr) << name;
    EXPECT_THAT(std::string(find_asset(name)->content.substr(0, 400)), HasSubstr("MIT")) << name;
  }
  EXPECT_NE(find_asset("codemirror.css"), nullptr);
  EXPECT_EQ(find_asset("jquery.js"), nullptr);
  for (const auto& asset : all_assets()) EXPECT_FALSE(asset.content.empty()) << asset.name;
}

TEST(Html, EscapesWhatIsNoMarkupOfItsOwn) {
  EXPECT_EQ(html_escaped("a<b & \"c\" 'd' >"), "a&lt;b &amp; &quot;c&quot; &#39;d&#39; &gt;");
  EXPECT_EQ(html_escaped("tab\t line\n"), "tab\t line\n");
  EXPECT_EQ(html_escaped(std::string_view("\0\x1b[1m\x7f", 6)), "\xEF\xBF\xBD\xEF\xBF\xBD[1m\xEF\xBF\xBD");
}

TEST(Html, ReplacesWhatIsNoUtf8) {
  EXPECT_EQ(html_escaped("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80"), "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80");
  EXPECT_EQ(html_escaped("\xC3<"), "\xEF\xBF\xBD&lt;");             // cut off: the tag's begin does not vanish in it
  EXPECT_EQ(html_escaped("\xC0\xBC"), "\xEF\xBF\xBD\xEF\xBF\xBD");  // "<" in a longer form than needed
  EXPECT_EQ(html_escaped("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(html_escaped("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Html, ElementsNestAndEscapeTheirTexts) {
  const Html cell = element("td", {{"class", "a\"b"}}, Html("<script>alert(1)</script>"));
  EXPECT_EQ(cell.markup(), "<td class=\"a&quot;b\">&lt;script&gt;alert(1)&lt;/script&gt;</td>");
  EXPECT_EQ(element("tr", cell + cell).markup(), "<tr>" + cell.markup() + cell.markup() + "</tr>");
  EXPECT_EQ(element("br", {}).markup(), "<br>");
}

TEST(Html, JsonInAScriptCannotEndIt) {
  const nlohmann::json value{{"text", "</script><!--<b>&\xE2\x80\xA8"}};
  const std::string text = json_for_script(value);
  EXPECT_THAT(text, Not(HasSubstr("<")));
  EXPECT_THAT(text, Not(HasSubstr("\xE2\x80\xA8")));
  EXPECT_EQ(nlohmann::json::parse(text), value);
}

TEST(Page, AllowsItsOwnScriptsAlone) {
  // The hash is that of `printf 'run()' | openssl dgst -sha256 -binary | base64`.
  EXPECT_EQ(policy_hash("run()"), "sha256-AvyuiL0SD1mVY3NNxR+V2uo+lhk6RMFrytWmRt6CrJQ=");
  const std::string text =
      standalone_page({.title = "a<b", .styles = {"p{}"}, .body = element("p", Html("x")), .scripts = {"run()"}});
  EXPECT_THAT(text, HasSubstr("<title>a&lt;b</title>"));
  EXPECT_THAT(text, HasSubstr("default-src &#39;none&#39;"));
  EXPECT_THAT(text, HasSubstr("script-src &#39;" + policy_hash("run()") + "&#39;"));
  EXPECT_THAT(text, HasSubstr("<p>x</p><script>run()</script>"));
  EXPECT_THAT(text, Not(HasSubstr("unsafe")));
}

}  // namespace
}  // namespace judge

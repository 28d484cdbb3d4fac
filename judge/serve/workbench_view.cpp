#include <fmt/ranges.h>

#include <algorithm>

#include "judge/serve/statement.hpp"
#include "judge/serve/views.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

Html hints_view(const Problem& problem) {
  Html hints;
  for (std::size_t i = 0; i < problem.hints.size(); ++i) {
    std::vector<Attribute> attributes{{"class", "hint"}};
    if (i > 0) attributes.push_back({"hidden", "hidden"});
    hints += element(
        "details", attributes,
        element("summary", fmt::format("Hint {} of {}", i + 1, problem.hints.size())) + markdown_html(problem.hints[i]));
  }
  if (hints.empty()) return {};
  return element("section", {{"id", "hints"}, {"aria-labelledby", "hints-title"}},
                 element("h2", {{"id", "hints-title"}}, "Hints") + hints);
}

Html cases_view(std::span<const Case> cases) {
  Html rows;
  for (const auto& test : cases) {
    const char* kind = test.is_extra ? "extra" : test.purpose == Purpose::timed ? "timed" : "";
    rows += element("tr", element("th", {{"scope", "row"}}, test.name) + element("td", {{"class", "name"}}, sizes_of(test)) +
                              element("td", kind));
  }
  const Html table = element(
      "table", {{"class", "full"}},
      element("thead", element("tr", element("th", {{"scope", "col"}}, "case") + element("th", {{"scope", "col"}}, "sizes") +
                                         element("th", {{"scope", "col"}}, ""))) +
          element("tbody", rows));
  return element(
      "details", {{"class", "cases"}},
      element("summary", fmt::format("{} cases", cases.size())) +
          element("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Cases"}}, table));
}

/// "# Title" of the statement is the page's own heading.
std::string_view without_title(std::string_view statement) {
  if (!statement.starts_with("# ")) return statement;
  return statement.substr(std::min(statement.find('\n'), statement.size()));
}

Html file_bar(const Workbench& bench) {
  Html options;
  auto names = bench.attempts;
  if (!std::ranges::binary_search(names, bench.attempt))
    names.insert(std::ranges::upper_bound(names, bench.attempt), bench.attempt);
  for (const auto& name : names) {
    std::vector<Attribute> attributes{{"value", name}};
    if (name == bench.attempt) attributes.push_back({"selected", "selected"});
    options += element("option", attributes, name + ".cu");
  }
  Html bar = element("label", {{"for", "file"}, {"class", "only-read"}}, "File") +
             element("select", {{"id", "file"}, {"class", "code"}}, options);
  bar += element("button", {{"type", "button"}, {"id", "new-file"}, {"class", "quiet"}}, "New file");
  bar += element("button", {{"type", "button"}, {"id", "starter"}, {"class", "quiet"}}, "Starter");
  bar += element("span", {{"id", "save-state"}, {"class", "save-state"}, {"role", "status"}});
  return element("div", {{"class", "file-bar"}}, bar);
}

Html new_file_dialog(const Problem& problem) {
  Html form = element("label", {{"for", "new-name"}}, "Name of the new file");
  form += element("span", {{"class", "row code"}},
                  Html(problem.prefix + "_") +
                      element("input", {{"id", "new-name"},
                                        {"pattern", "[A-Za-z0-9_\\-]+"},
                                        {"maxlength", "40"},
                                        {"autocomplete", "off"},
                                        {"required", "required"}}) +
                      Html(".cu"));
  form += element("div", {{"class", "row"}},
                  element("button", {{"value", "make"}, {"class", "primary"}}, "Make it") +
                      element("button", {{"value", "none"}, {"formnovalidate", "formnovalidate"}}, "Cancel"));
  return element("dialog", {{"id", "new-dialog"}, {"aria-label", "New file"}}, element("form", {{"method", "dialog"}}, form));
}

Html actions() {
  const auto key = [](const char* keys) { return element("kbd", {{"aria-hidden", "true"}}, keys); };
  Html bar = element("button", {{"type", "button"}, {"id", "run"}, {"title", "The worked example alone; Ctrl+Enter"}},
                     Html("Run example ") + key("Ctrl \u21b5"));
  bar += element("button",
                 {{"type", "button"}, {"id", "submit"}, {"class", "primary"}, {"title", "All cases, timed; Ctrl+Shift+Enter"}},
                 Html("Submit ") + key("Ctrl \u21e7 \u21b5"));
  return element("div", {{"class", "actions"}}, bar);
}

}  // namespace

Html problem_tabs(const Problem& problem, std::string_view current) {
  Html list;
  const std::string base = "/problems/" + problem.name;
  for (const auto& [ending, text] : {std::pair{"", "Problem"}, {"/history", "Your submissions"}, {"/board", "Board"}}) {
    std::vector<Attribute> attributes{{"href", base + ending}};
    if (current == ending) attributes.push_back({"aria-current", "page"});
    list += element("li", element("a", attributes, text));
  }
  Html facts;
  if (problem.number) facts += element("span", {{"class", "faint"}}, fmt::format("no. {}", problem.number));
  facts += element("span", {{"class", "level level-" + problem.difficulty}}, problem.difficulty);
  for (const auto& tag : problem.tags) facts += element("a", {{"class", "tag"}, {"href", "/?tag=" + tag}}, tag);
  return element("div", {{"class", "problem-head"}},
                 element("h1", problem.title) + element("p", {{"class", "about"}}, facts) +
                     element("nav", {{"class", "tabs"}, {"aria-label", "This problem"}}, element("ul", list)));
}

Html workbench_view(const Workbench& bench) {
  const Problem& problem = bench.problem;
  Html text = problem_tabs(problem, "") + element("a", {{"class", "to-editor"}, {"href", "#editor"}}, "To the editor");
  text += element("section", {{"class", "statement"}, {"aria-label", "Statement"}},
                  markdown_html(without_title(problem.statement)));
  text +=
      element("section", {{"aria-labelledby", "signature-title"}},
              element("h2", {{"id", "signature-title"}}, "Signature") +
                  element("pre", {{"tabindex", "0"}, {"aria-label", "Signature"}}, element("code", problem.signature.text)));
  text += hints_view(problem);
  text += element("section", {{"aria-labelledby", "cases-title"}},
                  element("h2", {{"id", "cases-title"}}, "Cases") + cases_view(bench.cases));

  Html work = file_bar(bench);
  work += element("div", {{"id", "conflict"}, {"class", "conflict"}, {"role", "alert"}, {"hidden", "hidden"}});
  work += element("div", {{"id", "editor"}, {"class", "editor"}},
                  element("label", {{"for", "source"}, {"class", "only-read"}}, "Source of the attempt") +
                      element("textarea", {{"id", "source"}, {"spellcheck", "false"}, {"autocomplete", "off"}, {"rows", "24"}},
                              bench.file.version.empty() ? bench.starter : bench.file.text));
  work += actions();
  work += element("p", {{"class", "faint keys"}},
                  Html("Ctrl+S saves. Ctrl+/ comments. Esc, then Tab leaves the editor. Your file: ") +
                      element("code", {{"id", "path"}}, bench.folder + "/" + bench.attempt + ".cu"));
  Html output = element("section", {{"id", "progress"}, {"class", "running"}, {"aria-label", "Progress"}, {"hidden", "hidden"}},
                        element("div", {{"class", "running-head"}},
                                element("strong", {{"id", "progress-text"}}) +
                                    element("button", {{"type", "button"}, {"id", "cancel"}}, "Cancel")) +
                            element("progress", {{"id", "progress-bar"}, {"aria-label", "Cases"}}) +
                            element("ul", {{"id", "progress-notes"}, {"class", "faint"}}));
  output += element("section", {{"id", "result"}, {"class", "result"}, {"aria-label", "Result"}, {"tabindex", "-1"}});

  work += element("div", {{"id", "output"}, {"class", "output"}}, output);
  work += new_file_dialog(problem);

  nlohmann::json data{{"problem", problem.name},
                      {"prefix", problem.prefix},
                      {"attempt", bench.attempt},
                      {"version", bench.file.version},
                      {"line_end", bench.file.text.contains("\r\n") ? "\r\n" : "\n"},
                      {"starter", bench.starter},
                      {"folder", bench.folder},
                      {"attempts", bench.attempts},
                      {"orders", nlohmann::json::array()}};
  for (const auto& order : bench.unfinished) data["orders"].push_back(order.id);
  return element("div", {{"class", "bench"}},
                 element("div", {{"class", "bench-text"}}, text) + element("div", {{"class", "bench-work"}}, work)) +
         json_element("workbench", data);
}

}  // namespace judge

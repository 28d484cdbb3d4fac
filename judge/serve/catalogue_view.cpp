#include <algorithm>
#include <map>

#include "judge/catalog/search.hpp"
#include "judge/serve/views.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

const char* state_of(const Standing& standing) { return standing.solved() ? "solved" : standing.tried() ? "tried" : "new"; }

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c != ' ') words.back() += c;
    else if (!words.back().empty()) words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

Html select_of(const char* name, const char* label, const std::vector<std::pair<std::string, std::string>>& options,
               const std::string& chosen) {
  Html list;
  for (const auto& [value, text] : options) {
    std::vector<Attribute> attributes{{"value", value}};
    if (value == chosen) attributes.push_back({"selected", "selected"});
    list += element("option", attributes, text);
  }
  return element("label", Html(label) + element("select", {{"name", name}}, list));
}

Html filter_form(const std::vector<CatalogueRow>& rows, const CatalogueFilter& filter) {
  std::map<std::string, int> tags;
  for (const auto& row : rows)
    for (const auto& tag : row.problem.tags) ++tags[tag];
  std::vector<std::pair<std::string, std::string>> tag_options{{"", "any"}};
  for (const auto& [tag, count] : tags) tag_options.emplace_back(tag, fmt::format("{} ({})", tag, count));
  Html fields = element("label", Html("Search") + element("input", {{"type", "search"},
                                                                    {"name", "text"},
                                                                    {"value", filter.text},
                                                                    {"placeholder", "title, topic or number"},
                                                                    {"autocomplete", "off"},
                                                                    {"maxlength", "80"}}));
  fields += select_of("difficulty", "Difficulty", {{"", "any"}, {"easy", "easy"}, {"medium", "medium"}, {"hard", "hard"}},
                      filter.difficulty);
  fields += select_of("tag", "Topic", tag_options, filter.tag);
  fields += select_of("state", "Progress", {{"", "any"}, {"solved", "solved"}, {"tried", "tried"}, {"new", "not tried"}},
                      filter.state);
  fields += element("button", {{"type", "submit"}}, "Show");
  return element("form",
                 {{"method", "get"},
                  {"action", "/"},
                  {"class", "filters"},
                  {"id", "filters"},
                  {"role", "search"},
                  {"aria-label", "Problems"}},
                 fields);
}

Html progress_view(const std::vector<CatalogueRow>& rows) {
  Html list;
  for (const char* difficulty : {"", "easy", "medium", "hard"}) {
    int all = 0, solved = 0;
    for (const auto& row : rows)
      if (!*difficulty || row.problem.difficulty == difficulty) {
        ++all;
        solved += row.standing.solved();
      }
    if (all == 0) continue;
    const auto text = fmt::format("{} of {}", solved, all);
    list += element(
        "li", element("span", *difficulty ? difficulty : "solved") + element("strong", text) +
                  element("progress", {{"max", std::to_string(all)},
                                       {"value", std::to_string(solved)},
                                       {"aria-label", fmt::format("{}: {} solved", *difficulty ? difficulty : "all", text)}}));
  }
  return element("ul", {{"class", "progress"}, {"aria-label", "Progress"}}, list);
}

enum class Share { none, of_peak, percentile };  // what the last column has

Html row_view(const CatalogueRow& row, Share share, bool is_visible) {
  const auto& [problem, standing] = row;
  const std::string state = state_of(standing);
  std::string tags;
  for (const auto& tag : problem.tags) tags += (tags.empty() ? "" : ", ") + tag;
  std::vector<Attribute> attributes{{"data-state", state},
                                    {"data-difficulty", problem.difficulty},
                                    {"data-tags", '|' +
                                                      [&] {
                                                        std::string all;
                                                        for (const auto& tag : problem.tags) all += tag + '|';
                                                        return all;
                                                      }()},
                                    {"data-text", fmt::format("{} {} {} {} {}", problem.number, problem.name, problem.title,
                                                              tags, problem.folder.parent_path().filename().string())}};
  if (!is_visible) attributes.push_back({"hidden", "hidden"});
  const char* sign = state == "solved" ? "solved" : state == "tried" ? "tried" : "";
  Html cells = element("td", {{"class", "state"}}, element("span", {{"class", "state-" + state}}, sign));
  cells += element("td", {{"class", "number"}}, problem.number ? std::to_string(problem.number) : "");
  cells += element("th", {{"scope", "row"}}, element("a", {{"href", "/problems/" + problem.name}}, problem.title));
  cells += element("td", element("span", {{"class", "level level-" + problem.difficulty}}, problem.difficulty));
  cells += element("td", {{"class", "tags"}}, tags);
  cells += element("td", {{"class", "number"}}, standing.best_ns ? format_time_ns(*standing.best_ns) : "");
  if (share == Share::of_peak)
    cells +=
        element("td", {{"class", "number"}}, standing.percent_of_peak ? format_percent(*standing.percent_of_peak / 100) : "");
  if (share == Share::percentile)
    cells += element("td", {{"class", "number"}}, standing.percentile ? fmt::format("{:.0f}", *standing.percentile) : "");
  return element("tr", attributes, cells);
}

}  // namespace

bool is_shown(const CatalogueRow& row, const CatalogueFilter& filter) {
  if (!filter.difficulty.empty() && row.problem.difficulty != filter.difficulty) return false;
  if (!filter.tag.empty() && !contains(row.problem.tags, filter.tag)) return false;
  if (!filter.state.empty() && state_of(row.standing) != filter.state) return false;
  return is_wanted(row.problem, {.words = words_of(filter.text)});
}

Html catalogue_view(const std::vector<CatalogueRow>& rows, const CatalogueFilter& filter, const std::string& device,
                    std::span<const std::string> notes) {
  Html body;
  std::size_t shown = 0;
  Share share = Share::none;
  if (std::ranges::any_of(rows, [](const auto& row) { return row.standing.percentile.has_value(); })) share = Share::percentile;
  if (std::ranges::any_of(rows, [](const auto& row) { return row.standing.percent_of_peak.has_value(); }))
    share = Share::of_peak;
  for (const auto& row : rows) {
    const bool is_visible = is_shown(row, filter);
    shown += is_visible;
    body += row_view(row, share, is_visible);
  }
  Html head;
  for (const auto& [text, kind] : {std::pair{"progress", ""},
                                   {"no.", "number"},
                                   {"problem", ""},
                                   {"difficulty", ""},
                                   {"topics", ""},
                                   {"best time", "number"},
                                   {share == Share::of_peak ? "of peak" : "percentile", "number"}})
    if (share != Share::none || std::string_view(text) != "percentile")
      head += element("th", {{"scope", "col"}, {"class", kind}}, text);
  Html view = element("div", {{"class", "lead"}}, element("h1", "Problems") + progress_view(rows));
  view += filter_form(rows, filter);
  view += element("p", {{"class", "faint"}, {"id", "shown"}, {"role", "status"}},
                  fmt::format("{} of {} problems", shown, rows.size()));
  view += element("table", {{"class", "full problems"}, {"id", "problems"}},
                  element("caption", {{"class", "only-read"}}, "The problems and your progress") +
                      element("thead", element("tr", head)) + element("tbody", body));
  if (!device.empty()) view += element("p", {{"class", "faint"}}, "Times are of " + device + ".");
  return view += notes_view(notes);
}

}  // namespace judge

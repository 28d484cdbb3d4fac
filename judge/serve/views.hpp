#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "judge/model/catalogue.hpp"
#include "judge/model/problem.hpp"
#include "judge/model/record.hpp"
#include "judge/model/rows.hpp"
#include "judge/serve/dispatcher.hpp"
#include "judge/serve/line_diff.hpp"
#include "judge/serve/workspace.hpp"
#include "judge/web/html.hpp"

/// The pages' HTML, out of values. All text in them is escaped (web/html.hpp).
namespace judge {

/// What stands around each page.
struct Shell {
  std::string title;
  std::string user;
  std::string current;                 ///< of the navigation: "/", "/submissions", "/queue"
  std::vector<std::string> styles;     ///< assets beside style.css and serve.css
  std::vector<std::string> scripts;    ///< assets beside serve.js, in this order
  bool is_signed_in_by_token = false;  ///< there is a way out
  bool is_wide = false;                ///< uses the whole window
};
/// The whole document.
std::string page_text(const Shell& shell, const Html& content);

/// "/assets/NAME?v=..."; the same address has the same content for ever.
std::string asset_address(std::string_view name);
/// Of the assets' contents.
const std::string& assets_version();

/// One paragraph under a title: what went wrong.
Html message_view(std::string_view title, std::string_view text);
/// Where a name and a token are typed. `trouble`: why the last ones did not do; may be empty.
Html sign_in_view(std::string_view trouble);

/// What the form above the catalogue says; empty fields ask for nothing.
struct CatalogueFilter {
  std::string text, tag, difficulty, state;
};
/// Whether a problem passes a filter; an empty field lets all pass.
bool is_shown(const CatalogueRow& row, const CatalogueFilter& filter);
/// All rows, those that the filter leaves out hidden. `device`: whose times they are; empty = not said. `notes`: notes_view().
Html catalogue_view(const std::vector<CatalogueRow>& rows, const CatalogueFilter& filter, const std::string& device,
                    std::span<const std::string> notes = {});

/// What is missing on a page, a line each, the first five; nothing for none.
Html notes_view(std::span<const std::string> notes);

/// A problem's page: what it says on one side, editor and results on the other.
struct Workbench {
  const Problem& problem;
  std::span<const Case> cases;
  std::vector<std::string> attempts;  ///< files that there are
  std::string attempt;                ///< the one in the editor
  FileText file;
  std::string starter;
  std::string folder;             ///< where the files are
  std::vector<Order> unfinished;  ///< of this user at this problem
  bool is_emulated = true;
};
/// The page of a problem, below its title.
Html workbench_view(const Workbench& bench);

/// Under a problem's title: its three pages.
Html problem_tabs(const Problem& problem, std::string_view current);

/// A result: verdict, what is to be said, times, and of a trial its buffers side by side. `result`: as the store keeps it.
Html result_view(const Order& order, const nlohmann::json& result);
/// annotated_source() with what was found.
Html source_view(std::string_view source, const std::vector<struct LineMark>& marks);
/// The lines that differ, with four around them, 2,000 at most; the caption counts them.
Html diff_view(const std::vector<DiffLine>& lines, std::string_view old_name, std::string_view new_name);

/// A table of submissions, newest first as given. `problem`: empty = of all problems; else with a choice of two to compare.
Html history_view(std::span<const Order> orders, const std::string& problem);
/// The ranked attempts as a chart and a table. `device`: its name.
Html board_view(std::span<const RunRow> rows, const std::string& device, std::span<const std::string> notes = {});
/// What runs and what waits; `user` may cancel their own.
Html queue_view(const QueueState& state, const std::string& user);

/// What two runs that were not timed together tell of their times. None of them: no time.
std::string sentence_on(const std::optional<Summary>& a, const std::optional<Summary>& b, Bracket bracket);

/// "2026-01-31 12:00", UTC.
std::string time_text(double seconds_since_1970);
/// "3 min", for people.
std::string wait_text(double seconds);
/// The verdict of one that is done, else its state.
Html verdict_view(const Order& order);

}  // namespace judge

#include "judge/catalog/new_problem.hpp"
#include "judge/judging/catalogue.hpp"
#include "judge/judging/run_rows.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/serve/site.hpp"
#include "judge/serve/site_replies.hpp"
#include "judge/serve/views.hpp"

namespace judge {

Result<Catalogue> Site::catalogue(const std::string& user) const {
  JUDGE_TRY(auto catalogue, read_catalogue(m_options.common));
  if (!m_options.access.with_tokens) return catalogue;
  JUDGE_TRY(const auto standings, m_store.standings(user));
  for (auto& row : catalogue.rows) {
    row.standing = {};
    if (const auto own = standings.find(row.problem.name); own != standings.end())
      row.standing = {.accepted = own->second.accepted, .rejected = own->second.rejected, .best_ns = own->second.best_ns};
  }
  return catalogue;
}

Answer<SiteReply> Site::catalogue_page(const SiteRequest& request, const std::string& user) {
  const CatalogueFilter filter{request.parameter("text"), request.parameter("tag"), request.parameter("difficulty"),
                               request.parameter("state")};
  JUDGE_TRY(const auto all, catalogue(user));
  std::vector<std::string> notes = all.skipped;
  for (const auto& broken : all.broken) notes.push_back(broken.message);
  return SiteReply{
      .body =
          page_text({.title = "Problems", .user = user, .current = "/", .is_signed_in_by_token = m_options.access.with_tokens},
                    catalogue_view(all.rows, filter, "", notes))};
}

Answer<SiteReply> Site::problem_page(const SiteRequest& request, const std::string& user, std::string_view name) {
  JUDGE_TRY(const auto loaded, load(name));
  if (loaded->problem.name != name) return redirect_to("/problems/" + loaded->problem.name);
  const auto files = files_of(user);
  JUDGE_TRY(const auto attempt, file_of(request, *loaded, files));
  JUDGE_TRY(auto file, read_attempt(files, attempt));
  JUDGE_TRY(const auto open, m_store.open_orders());
  std::vector<Order> unfinished;
  for (const auto& order : open)
    if (order.user == user && order.problem == name && order.kind != OrderKind::compare) unfinished.push_back(order);
  const Workbench bench{.problem = loaded->problem,
                        .cases = loaded->cases,
                        .attempts = files.attempts(loaded->problem.prefix),
                        .attempt = attempt,
                        .file = std::move(file),
                        .starter = starter_for(loaded->problem),
                        .folder = files.path_of(attempt).parent_path(),
                        .unfinished = std::move(unfinished),
                        .is_emulated = m_options.runtime == RuntimeKind::emulated};
  const Shell shell{.title = loaded->problem.title,
                    .user = user,
                    .styles = {"codemirror.css", "dialog.css"},
                    .scripts = {"codemirror.js", "clike.js", "matchbrackets.js", "closebrackets.js", "comment.js", "dialog.js",
                                "searchcursor.js", "search.js", "jump-to-line.js", "active-line.js", "workbench.js"},
                    .is_signed_in_by_token = m_options.access.with_tokens,
                    .is_wide = true};
  return SiteReply{.body = page_text(shell, workbench_view(bench))};
}

Answer<SiteReply> Site::queue_page(const std::string& user) {
  JUDGE_TRY(const auto state, m_dispatcher.state());
  Html view =
      element("h1", "Queue") +
      element("p", {{"class", "faint"}}, "One attempt at a time, since a time needs the device alone. People take turns.") +
      queue_view(state, user);
  return SiteReply{
      .body = page_text(
          {.title = "Queue", .user = user, .current = "/queue", .is_signed_in_by_token = m_options.access.with_tokens}, view)};
}

Answer<SiteReply> Site::board_page(const std::string& user, std::string_view name) {
  JUDGE_TRY(const auto loaded, load(name));
  JUDGE_TRY(const auto ledger, Ledger::open_to_read(m_options.common.ledger_path()));
  JUDGE_TRY(const auto device, ledger.latest_device(m_options.runtime));
  Board board;
  if (device) {
    JUDGE_TRY(const auto query, board_query(loaded->problem, device->id));
    JUDGE_TRY(board, read_board(ledger, query));
  }
  const Shell shell{.title = "Board: " + loaded->problem.title,
                    .user = user,
                    .scripts = {"chart.min.js", "charts.js"},
                    .is_signed_in_by_token = m_options.access.with_tokens};
  const std::vector<std::string> notes(ledger.skipped().begin(), ledger.skipped().end());
  return SiteReply{.body = page_text(shell, problem_tabs(loaded->problem, "/board") +
                                                board_view(board.rows, device ? device->name : "", notes))};
}

}  // namespace judge

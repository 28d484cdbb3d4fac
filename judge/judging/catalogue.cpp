#include "judge/judging/catalogue.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/folders.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/measure/ranking.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

// Those of a sweep are called "red_best LOADS=2".
bool is_example(const std::set<std::string>& examples, const std::string& attempt) {
  return examples.contains(attempt.substr(0, attempt.find(' ')));
}

Result<Standing> standing_of(const Ledger& ledger, const Device& device, const std::optional<PeakRates>& peaks,
                             const std::set<std::string>& examples, const ProblemSummary& problem) {
  JUDGE_TRY(const auto hash, content_hash_of(problem.folder));
  JUDGE_TRY(auto ranked_case, ranked_case_of(problem.folder, device.runtime));
  JUDGE_TRY(
      const auto attempts,
      ledger.standings(
          {.problem = problem.name, .device_id = device.id, .problem_hash = hash, .ranked_case = std::move(ranked_case)}));
  Standing standing;
  std::vector<double> medians_ns;
  std::int64_t best_id = 0;
  for (const auto& attempt : attempts) {
    if (attempt.accepted && attempt.median_ns) medians_ns.push_back(*attempt.median_ns);
    if (is_example(examples, attempt.attempt)) continue;
    ++(attempt.accepted ? standing.accepted : standing.rejected);
    if (!attempt.accepted || !attempt.median_ns ||
        *attempt.median_ns >= standing.best_ns.value_or(std::numeric_limits<double>::infinity()))
      continue;
    standing.best_ns = attempt.median_ns;
    best_id = attempt.best_id;
  }
  if (!standing.best_ns) return standing;
  standing.percentile = percentile(*standing.best_ns, medians_ns);
  if (!peaks || device.runtime == RuntimeKind::emulated) return standing;  // peak rates are a GPU's
  JUDGE_TRY(const auto timing, ledger.ranked_timing(best_id));
  standing.percent_of_peak = percent_of_peak(timing, *peaks);
  return standing;
}

Result<void> add_standings(const CommonOptions& common, const fs::path& root, Catalogue& catalogue) {
  JUDGE_TRY(const auto ledger, Ledger::open_to_read(common.ledger_path()));
  JUDGE_TRY(const auto device, ledger.latest_device(common.runtime));
  if (!device) return {};
  catalogue.device = device->name;
  JUDGE_TRY(const auto peaks, ledger.peak_rates(device->id));
  JUDGE_TRY(const auto judged, ledger.judged_problems(device->id));
  std::set<std::string> examples;
  if (!judged.empty())
    for (const auto& one : roots_beside(root)) examples.merge(example_names(one));
  for (auto& row : catalogue.rows)
    if (judged.contains(row.problem.name)) {
      JUDGE_TRY(row.standing, standing_of(ledger, *device, peaks, examples, row.problem));
    }
  catalogue.skipped.assign(ledger.skipped().begin(), ledger.skipped().end());
  return {};
}

int rank_of(const std::string& difficulty) {
  return difficulty == "easy" ? 0 : difficulty == "medium" ? 1 : difficulty == "hard" ? 2 : 3;
}

// What two problems have in common: for each tag of both 1 / how many problems have it.
struct Likeness {
  const CatalogueRow* solved = nullptr;
  std::vector<std::string> tags;
  double amount = 0;
};

using TagCounts = std::map<std::string, int>;

Likeness nearest_solved(const std::vector<CatalogueRow>& rows, const CatalogueRow& candidate, const TagCounts& counts) {
  Likeness nearest;
  for (const auto& row : rows) {
    if (!row.standing.solved()) continue;
    Likeness likeness{.solved = &row};
    for (const auto& tag : candidate.problem.tags) {
      if (std::ranges::find(row.problem.tags, tag) == row.problem.tags.end()) continue;
      likeness.tags.push_back(tag);
      likeness.amount += 1.0 / counts.at(tag);
    }
    if (likeness.amount > nearest.amount) nearest = std::move(likeness);
  }
  return nearest;
}

std::string reason_for(const CatalogueRow& row, const Likeness& likeness, std::ptrdiff_t left) {
  const auto& difficulty = row.problem.difficulty;
  const std::string kind = difficulty.empty() ? "of those without a difficulty" : difficulty + " one" + (left == 1 ? "" : "s");
  std::string reason =
      left == 1 ? fmt::format("the last {} that is not solved", kind) : fmt::format("{} {} are not solved", left, kind);
  if (likeness.solved)
    return reason + fmt::format("; of these it is nearest to {}, which you solved: both are {}", likeness.solved->problem.name,
                                fmt::join(likeness.tags, ", "));
  return reason + (row.problem.number ? "; of these it has the lowest number" : "");
}

}  // namespace

Result<Catalogue> read_catalogue(const CommonOptions& common) {
  JUDGE_TRY(const auto root, find_root(common.root, find_installation()));
  JUDGE_TRY(const auto folders, visible_problems(root));
  Catalogue catalogue;
  for (const auto& [name, folder] : folders) {
    auto summary = load_summary(folder);
    if (summary) catalogue.rows.push_back({*std::move(summary), {}});
    else catalogue.broken.push_back(std::move(summary.error()));
  }
  std::ranges::stable_sort(catalogue.rows, {}, [](const CatalogueRow& row) {
    return row.problem.number ? row.problem.number : std::numeric_limits<int>::max();
  });
  JUDGE_CHECK(add_standings(common, root, catalogue));
  return catalogue;
}

Result<Proposal> propose_next(const std::vector<CatalogueRow>& rows, const ProblemSearch& search) {
  TagCounts counts;
  std::vector<const CatalogueRow*> unsolved;
  bool any = false;
  for (const auto& row : rows) {
    for (const auto& tag : row.problem.tags) ++counts[tag];
    if (!is_wanted(row.problem, search)) continue;
    any = true;
    if (!row.standing.solved()) unsolved.push_back(&row);
  }
  if (!any) return fail("no problem has all of this; `judge list` shows every one");
  if (unsolved.empty()) return Proposal{};
  const auto rank = [](const CatalogueRow* row) { return rank_of(row->problem.difficulty); };
  const int least = rank(*std::ranges::min_element(unsolved, {}, rank));
  const auto left = std::ranges::count(unsolved, least, rank);
  const CatalogueRow* best = nullptr;
  Likeness likeness;
  for (const auto* row : unsolved) {
    if (rank(row) != least) continue;
    auto nearest = nearest_solved(rows, *row, counts);
    if (best && nearest.amount <= likeness.amount) continue;  // the earlier one has the lower number
    best = row;
    likeness = std::move(nearest);
  }
  Proposal proposal{.problem = best->problem, .reason = reason_for(*best, likeness, left)};
  const auto is_unfinished = [&](const CatalogueRow* row) { return row != best && row->standing.tried(); };
  if (const auto found = std::ranges::find_if(unsolved, is_unfinished); found != unsolved.end())
    proposal.unfinished = (*found)->problem;
  return proposal;
}

}  // namespace judge

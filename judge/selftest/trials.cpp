#include "judge/selftest/trials.hpp"

#include <algorithm>
#include <utility>

#include "judge/catalog/catalog.hpp"
#include "judge/judging/checking.hpp"

namespace judge {

Result<SelfTrials> SelfTrials::create(const CommonOptions& common) {
  SelfTrials trials;
  const Installation installation = find_installation();
  trials.m_folder = installation.device_sources() / "self";
  JUDGE_TRY(const Problem problem, load_problem(trials.m_folder));
  JUDGE_TRY(const Target target, choose_target(common.runtime, installation));
  JUDGE_TRY(trials.m_bench, Workbench::create({.installation = installation, .target = target,
                                               .cache_dir = common.cache_dir(), .problem = problem}));
  JUDGE_TRY(auto contestants, gather_attempts({trials.m_folder.string()}, trials.m_folder, problem));
  start_builds(*trials.m_bench, contestants);
  JUDGE_CHECK(trials.m_bench->open());
  for (auto& contestant : contestants) {
    if (contestant.verdict) return fail("{}: {}", contestant.attempt.path.string(), contestant.verdict->details);
    JUDGE_TRY(const BuildResult built, contestant.build.get());
    if (const auto* failure = std::get_if<CompileFailure>(&built))
      return fail("{} does not compile:\n{}", contestant.attempt.path.string(), failure->diagnostics);
    trials.m_variants.push_back({contestant.attempt, std::get<Artifact>(built)});
  }
  return trials;
}

Result<std::size_t> SelfTrials::case_index(const std::string& name) const {
  const auto found = std::ranges::find(m_bench->cases(), name, &Case::name);
  if (found == m_bench->cases().end()) return fail("{}: has no case '{}'", m_folder.string(), name);
  return static_cast<std::size_t>(found - m_bench->cases().begin());
}

long long SelfTrials::elements(std::size_t case_index) const {
  const auto& scalars = m_bench->cases()[case_index].scalars;
  const auto found = scalars.find("N");
  return found == scalars.end() ? 0 : std::get<std::int64_t>(found->second);
}

Result<const SelfTrials::Variant*> SelfTrials::variant(const std::string& attempt) const {
  const auto found = std::ranges::find(m_variants, attempt, [](const Variant& one) { return one.attempt.name; });
  if (found == m_variants.end()) return fail("{}: has no {}.cu", m_folder.string(), attempt);
  return &*found;
}

Result<std::filesystem::path> SelfTrials::library(const std::string& attempt) const {
  JUDGE_TRY(const auto* found, variant(attempt));
  return found->artifact.library;
}

Result<SelfTrials::Timed> SelfTrials::time_fresh(const std::vector<std::string>& attempts, std::size_t case_index) {
  Timed result;
  JUDGE_TRY(auto players, fresh_players(attempts.size()));
  Observer observer;
  StageClock clock;
  result.contestants.resize(attempts.size());
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    JUDGE_TRY(const auto* made, variant(attempts[i]));
    Contestant& contestant = result.contestants[i];
    contestant.attempt = made->attempt;
    contestant.artifact = made->artifact;
    JUDGE_TRY(const bool loaded, load_attempt(*m_bench, contestant, std::move(players[i])));
    if (!loaded) continue;
    JUDGE_TRY([[maybe_unused]] const bool passed, check_case(*m_bench, contestant, case_index, clock, observer));
  }
  JUDGE_TRY(result.timed, time_side_by_side(*m_bench, result.contestants, case_index, {}, observer));
  for (const auto& contestant : result.contestants)
    if (contestant.verdict)
      return fail("{}, which is the judge's own: {}\n{}", contestant.attempt.name, contestant.verdict->summary,
                  contestant.verdict->details);
  // The next ones make their contexts while these are taken down.
  JUDGE_TRY(m_next_players, fresh_players(attempts.size()));
  return result;
}

Result<std::vector<PlayerProcess>> SelfTrials::fresh_players(std::size_t count) {
  auto players = std::exchange(m_next_players, {});
  while (players.size() > count) players.pop_back();
  while (players.size() < count) {
    JUDGE_TRY(auto player, m_bench->start_player());
    players.push_back(std::move(player));
  }
  return players;
}

Result<Comparison> SelfTrials::compare_fresh(const std::string& a, const std::string& b, std::size_t case_index) {
  JUDGE_TRY(const auto both, time_fresh({a, b}, case_index));
  return compare(both.timed.block_times_ns[0], both.timed.block_times_ns[1]);
}

Result<Measurement> SelfTrials::measure_fresh(const std::string& attempt, std::size_t case_index) {
  JUDGE_TRY(const auto one, time_fresh({attempt}, case_index));
  return one.contestants.front().measurements.front();
}

}  // namespace judge

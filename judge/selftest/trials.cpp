#include "judge/selftest/trials.hpp"

#include <algorithm>
#include <utility>

#include "judge/catalog/catalog.hpp"
#include "judge/judging/timing_lock.hpp"
#include "judge/passes/testing.hpp"

namespace judge {

Result<SelfTrials> SelfTrials::create(const CommonOptions& common) {
  SelfTrials trials;
  const Installation installation = find_installation();
  trials.m_folder = installation.device_sources() / "self";
  JUDGE_TRY(const Problem problem, load_problem(trials.m_folder));
  JUDGE_TRY(const Target target, choose_target(common.runtime, installation));
  JUDGE_TRY(
      auto opening,
      open_setting({.installation = installation, .target = target, .cache_dir = common.cache_dir(), .problem = problem}));
  trials.m_setting = std::move(opening.setting);
  JUDGE_TRY(auto submissions, gather_attempts({trials.m_folder.string()}, trials.m_folder, problem));
  auto building = start_builds(*trials.m_setting, std::move(submissions));
  JUDGE_TRY(trials.m_harness, open_harness(*trials.m_setting, std::move(opening.builds)));
  for (auto& attempt : building) {
    JUDGE_TRY(auto built, finish_build(attempt));
    if (!built) return fail("{}: {}", attempt.attempt.path.string(), built.error().verdict.details);
    trials.m_variants.push_back({std::move(attempt), *std::move(built)});
  }
  return trials;
}

Result<std::size_t> SelfTrials::case_index(const std::string& name) const {
  const auto found = find_case(m_setting->cases, name);
  if (!found) return fail("{}: has no case '{}'", m_folder.string(), name);
  return *found;
}

long long SelfTrials::elements(std::size_t case_index) const {
  const auto& scalars = m_setting->cases[case_index].scalars;
  const auto found = scalars.find("N");
  return found == scalars.end() ? 0 : std::get<std::int64_t>(found->second);
}

Result<const SelfTrials::Variant*> SelfTrials::variant(const std::string& attempt) const {
  const auto found = std::ranges::find(m_variants, attempt, [](const Variant& one) { return one.attempt.name; });
  if (found == m_variants.end()) return fail("{}: has no {}.cu", m_folder.string(), attempt);
  return &*found;
}

Result<const Built*> SelfTrials::built(const std::string& attempt) const {
  JUDGE_TRY(const auto* found, variant(attempt));
  return &found->built;
}

Result<SelfTrials::Times> SelfTrials::time_fresh(const std::vector<std::string>& attempts, std::size_t case_index) {
  Times result;
  JUDGE_TRY(auto players, fresh_players(attempts.size()));
  Observer observer;
  StageClock clock(m_setting->now);
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    JUDGE_TRY(const auto* made, variant(attempts[i]));
    Timed attempt{{{Submission(*made), made->built}}};
    JUDGE_TRY(attempt.standing, load(*m_harness, made->built, std::move(players[i])));
    if (attempt.is_right()) JUDGE_CHECK(test_case(*m_harness, attempt, case_index, clock, observer));
    result.attempts.push_back(std::move(attempt));
  }
  LockedDevice device(timing_lock_file(m_setting->device), observer);
  JUDGE_TRY(result.timed, time_side_by_side(*m_harness, result.attempts, case_index, {}, device, clock, observer));
  for (const auto& attempt : result.attempts)
    if (!attempt.is_right())
      return fail("{}, which is the judge's own: {}\n{}", attempt.attempt.name, attempt.standing.error().verdict.summary,
                  attempt.standing.error().verdict.details);
  // The next ones make their contexts while these are taken down.
  JUDGE_TRY(m_next_players, fresh_players(attempts.size()));
  return result;
}

Result<Players> SelfTrials::fresh_players(std::size_t count) {
  auto players = std::exchange(m_next_players, {});
  while (players.size() > count) players.pop_back();
  while (players.size() < count) {
    JUDGE_TRY(auto player, start_player(*m_setting));
    players.push_back(std::move(player));
  }
  return players;
}

Result<Comparison> SelfTrials::compare_fresh(const std::string& a, const std::string& b, std::size_t case_index) {
  JUDGE_TRY(const auto both, time_fresh({a, b}, case_index));
  return compare(both.timed.block_times_ns[0], both.timed.block_times_ns[1], both.timed.comparing.between(0, 1));
}

Result<Measurement> SelfTrials::measure_fresh(const std::string& attempt, std::size_t case_index) {
  JUDGE_TRY(const auto one, time_fresh({attempt}, case_index));
  return one.attempts.front().measurements.front();
}

}  // namespace judge

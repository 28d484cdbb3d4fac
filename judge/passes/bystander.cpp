#include "judge/passes/bystander.hpp"

#include <algorithm>
#include <utility>

#include "judge/util/interrupt.hpp"
#include "judge/verdict/judge_outcome.hpp"

namespace judge {

namespace {

constexpr std::uint64_t k_blocks_with_each = 16, k_rarely = 4;

TwiceTimed twice_timed(const Player::Called& called, double reported_ns) {
  return {.watched_ns = called.watched_ns,
          .reported_ns = reported_ns,
          .waited_ns = called.waited.waited_ns,
          .others_ns = called.waited.others_ns,
          .crowded = called.trace.crowded};
}

}  // namespace

Result<TwiceTimed> nothing_called(const Referee& referee, Player& bystander, const PreparedCase& prepared,
                                  const Referee::CallOptions& options) {
  const auto called = referee.call_nothing(bystander, prepared, options);
  if (interrupted()) return fail("interrupted");
  if (!called) return fail("the judge's own player failed: {}", judge_outcome(called.error(), prepared.test).summary);
  if (called->error) return fail("the judge's own player failed: {}", called->error_name);
  return twice_timed(*called, 0);
}

void Bystander::restart(Player* player, const std::vector<TwiceTimed>& before) {
  m_player = player;
  m_block.reset();
  m_nothing.clear();
  if (!before.empty()) m_nothing[Bracket::blocked] = before;
  m_calls.clear();
}

Result<void> Bystander::block_begins(std::uint64_t block, const std::set<Bracket>& brackets, const PreparedCase& prepared) {
  if (!m_player || (block >= k_blocks_with_each && block % k_rarely) || m_block == block) return {};
  m_block = block;
  for (const Bracket bracket : brackets) {
    JUDGE_TRY(const TwiceTimed called,
              nothing_called(*m_referee, *m_player, prepared, {.bracket = bracket, .l2 = m_l2, .shift = block}));
    m_nothing[bracket].push_back(called);
  }
  return {};
}

void Bystander::add_call(std::size_t attempt, std::size_t process, const Player::Called& called, double reported_ns) {
  m_calls[attempt].push_back(twice_timed(called, reported_ns));
  m_calls[attempt].back().process = process;
}

bool Bystander::is_crowded() const {
  std::size_t calls = 0, crowded = 0;
  for (const auto& [bracket, of_bracket] : m_nothing) {
    calls += of_bracket.size();
    crowded += static_cast<std::size_t>(std::ranges::count(of_bracket, true, &TwiceTimed::crowded));
  }
  return 4 * crowded > calls;
}

std::optional<Unreported> Bystander::unreported(std::size_t attempt, Bracket bracket) const {
  const auto calls = m_calls.find(attempt);
  const auto nothing = m_nothing.find(bracket);
  if (calls == m_calls.end() || nothing == m_nothing.end()) return std::nullopt;
  return unreported_time(calls->second, nothing->second);
}

std::vector<Unreported> Bystander::unreported_of_processes(std::size_t attempt, Bracket bracket, std::size_t processes) const {
  const auto calls = m_calls.find(attempt);
  const auto nothing = m_nothing.find(bracket);
  if (calls == m_calls.end() || nothing == m_nothing.end()) return {};
  return judge::unreported_of_processes(calls->second, nothing->second, processes);
}

}  // namespace judge

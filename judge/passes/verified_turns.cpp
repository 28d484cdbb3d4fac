#include "judge/passes/verified_turns.hpp"

namespace judge {

static constexpr int k_most_times = 4;
static constexpr std::size_t k_most_known_bytes = std::size_t{1} << 30;

void VerifiedTurns::begin(std::size_t index) {
  if (m_index == index && ++m_times <= k_most_times) return;
  m_index = index;
  m_times = 1;
  m_random.seed(m_random_bits());
  m_places.clear();
  m_known.clear();
  m_known_bytes = 0;
}

std::uint64_t VerifiedTurns::place_of(std::uint64_t turn) {
  const auto [place, is_new] = m_places.try_emplace(turn);
  if (is_new) place->second = m_random();
  return place->second;
}

const VerifiedTurns::Answer* VerifiedTurns::known(std::uint64_t turn) const {
  const auto found = m_known.find(turn);
  return found == m_known.end() ? nullptr : &found->second;
}

bool VerifiedTurns::has_room(std::size_t bytes) const { return m_known_bytes + bytes <= k_most_known_bytes; }

void VerifiedTurns::remember(std::uint64_t turn, Answer answer) {
  for (const auto& output : answer) m_known_bytes += output.size();
  m_known[turn] = std::move(answer);
}

}  // namespace judge

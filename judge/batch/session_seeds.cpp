#include "judge/batch/session_seeds.hpp"

namespace judge {

std::uint64_t SessionSeeds::for_job(const std::string& group, std::uint64_t number) {
  if (!m_seed || group != m_group || (m_last && number > *m_last)) {
    m_group = group;
    m_seed = m_random_bits();
    m_last.reset();
  }
  return *m_seed;
}

void SessionSeeds::told(std::uint64_t seed, std::uint64_t last) {
  if (seed == m_seed && !m_last) m_last = last;
}

}  // namespace judge

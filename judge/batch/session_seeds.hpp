#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "judge/util/random_bits.hpp"

namespace judge {

/// The seeds that the jobs of one worker are given. Jobs of one group with the same seed share a session there, and all inputs. A verdict
/// tells the seed: who sees one could send a job that holds the answers as a table. So a job that came after it gets another seed.
class SessionSeeds {
 public:
  explicit SessionSeeds(BitSource random_bits) : m_random_bits(std::move(random_bits)) {}

  /// For the worker's next job, of `group`, which came as the `number`th of the batch.
  std::uint64_t for_job(const std::string& group, std::uint64_t number);
  /// What became of a job with this seed is told now, when `last` is the last job that came.
  void told(std::uint64_t seed, std::uint64_t last);

 private:
  BitSource m_random_bits;
  std::string m_group;
  std::optional<std::uint64_t> m_seed;  // none at first
  std::optional<std::uint64_t> m_last;  // that may have this seed; none: nothing of it was told
};

}  // namespace judge

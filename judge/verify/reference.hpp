#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "judge/referee/memory.hpp"
#include "judge/referee/oracle.hpp"
#include "judge/verify/report.hpp"

namespace judge {

/// One draw of a case, computed on the host. One entry per argument; empty if it has none.
struct Truth {
  std::vector<HostMemory> inputs;     ///< of inputs and in-place buffers, as drawn
  std::vector<HostMemory> right;      ///< of outputs and in-place buffers, as reference() leaves them
  std::vector<HostMemory> right_f32;  ///< the same by reference_f32(); empty without one
  std::vector<HostMemory> of_others;  ///< what is right for other inputs, another seed's; empty = left out, or there are none
};

enum class OtherInputs { left_out, worked_out };

/// Computes cases and tests the reference: does it repeat its results, leave its inputs unchanged and depend on the seed, and
/// how much of the tolerance does single precision use?
class ReferenceTest {
 public:
  /// `oracle` must outlive this and define reference().
  ReferenceTest(const Oracle& oracle, const Problem& problem) : m_oracle(&oracle), m_tables(problem.same_for_every_seed) {}

  /// Errors: a fill that cannot be done, generate() is missing.
  Result<Truth> test(const Case& test, std::uint64_t seed, OtherInputs others);

  /// The results of all cases so far.
  std::vector<SoundnessResult> results() const;

 private:
  struct Seeding {
    bool is_random = false;  ///< in some case
    bool differs = false;    ///< from seed to seed, in some case
  };

  Result<std::vector<HostMemory>> work_out(const Case& test, std::uint64_t seed);
  Result<std::vector<HostMemory>> answer_to_others(const Case& test, std::uint64_t seed, const std::vector<HostMemory>& inputs);
  void compare_runs(const Case& test, const std::vector<HostMemory>& first, const std::vector<HostMemory>& second);
  Result<void> compare_seeds(const Case& test, std::uint64_t seed, const std::vector<HostMemory>& drawn);
  Result<void> single_precision(const Case& test, std::uint64_t seed, Truth& truth);
  SoundnessResult seeding_result() const;
  SoundnessResult precision_result() const;

  const Oracle* m_oracle;
  std::map<std::string, std::string> m_tables;                            ///< inputs that are not drawn, and why
  std::vector<std::string> m_unrepeatable_draws, m_unrepeatable_results;  ///< cases
  std::map<std::string, Seeding> m_seeding;                               ///< by buffer
  double m_most_of_tolerance = 0;
  std::string m_case_of_most;
  bool m_custom_check = false;
};

}  // namespace judge

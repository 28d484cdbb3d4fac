#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "judge/referee/memory.hpp"
#include "judge/referee/oracle.hpp"
#include "judge/verify/report.hpp"

namespace judge {

/// One draw of a case, worked out on the host. One entry for each argument, empty where there is nothing.
struct Truth {
  std::vector<HostMemory> inputs;     ///< of inputs and in-place buffers, as drawn
  std::vector<HostMemory> right;      ///< of outputs and in-place buffers, as reference() leaves them
  std::vector<HostMemory> right_f32;  ///< the same by reference_f32(); empty without one
};

/// Works cases out and watches the reference do it: does it repeat itself, leave its inputs alone, and depend on the
/// seed; how much of the tolerance does single precision take?
class ReferenceExam {
 public:
  /// `oracle` must outlive this and define reference().
  ReferenceExam(const Oracle& oracle, const Problem& problem) : m_oracle(&oracle), m_tables(problem.same_for_every_seed) {}

  /// Errors: a fill that cannot be done, generate() is missing.
  Result<Truth> examine(const Case& test, std::uint64_t seed);

  /// What all cases so far showed.
  std::vector<SoundnessCheck> checks() const;

 private:
  struct Seeding {
    bool is_random = false;  ///< in some case
    bool differs = false;    ///< from seed to seed, in some case
  };

  Result<std::vector<HostMemory>> work_out(const Case& test, std::uint64_t seed);
  void compare_runs(const Case& test, const std::vector<HostMemory>& first, const std::vector<HostMemory>& second);
  void compare_inputs(const Case& test, const std::vector<HostMemory>& drawn, const std::vector<HostMemory>& after);
  Result<void> compare_seeds(const Case& test, std::uint64_t seed, const std::vector<HostMemory>& drawn);
  Result<void> single_precision(const Case& test, std::uint64_t seed, Truth& truth);
  SoundnessCheck seeding_check() const;
  SoundnessCheck precision_check() const;

  const Oracle* m_oracle;
  std::map<std::string, std::string> m_tables;                            ///< inputs that are not drawn, and why
  std::vector<std::string> m_unrepeatable_draws, m_unrepeatable_results;  ///< cases
  std::map<std::string, std::vector<std::string>> m_changed_inputs;       ///< buffer: cases
  std::map<std::string, Seeding> m_seeding;                               ///< by buffer
  double m_most_of_tolerance = 0;
  std::string m_case_of_most;
  bool m_custom_check = false;
};

}  // namespace judge

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "judge/referee/memory.hpp"
#include "judge/referee/oracle.hpp"
#include "judge/verify/report.hpp"

namespace judge {

/// Does reference() write every element of the outputs? It gets zeros in them, so what it leaves is expected to be 0. It is called once
/// more with another content: an element that keeps it was left. Not of outputs that check() decides about or that arrive zeroed, nor of one
/// that reference() adds to, as a histogram's, nor in large cases.
class UnwrittenTest {
 public:
  /// `oracle` is used by nobody else: a reference that takes zeros for granted may crash.
  explicit UnwrittenTest(Oracle oracle) : m_oracle(std::move(oracle)) {}

  /// `right`: what reference() makes of the same inputs and zeros. Errors: a fill that cannot be done.
  Result<void> test(const Case& test, std::uint64_t seed, const std::vector<HostMemory>& right);

  /// None where no output was looked at.
  std::optional<SoundnessResult> result() const;

 private:
  Oracle m_oracle;
  bool m_is_broken = false, m_has_looked = false;
  std::string m_found;  ///< of the first case
  std::vector<std::string> m_cases;
};

}  // namespace judge

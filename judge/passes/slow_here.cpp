#include "judge/passes/slow_here.hpp"

#include <fmt/format.h>

#include "judge/passes/draws.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

// Time may grow faster than bytes, by caches or by threads that wait for each other.
constexpr double k_growth_of_a_byte = 2;

}  // namespace

bool is_foretold_slow(const std::vector<Case>& cases, const std::vector<CaseResult>& earlier, std::size_t index) {
  const Case& test = cases[index];
  if (!test.is_full_size_twin) return false;
  double effort_ns = 0;
  std::size_t most_bytes = 0;
  for (std::size_t i = 0; i < earlier.size(); ++i) {
    const std::size_t bytes = bytes_of(cases[i]);
    if (!earlier[i].passed || bytes <= most_bytes) continue;
    most_bytes = bytes;
    effort_ns = earlier[i].effort_ns;
  }
  if (most_bytes == 0) return false;
  const double growth = static_cast<double>(bytes_of(test)) / static_cast<double>(most_bytes);
  return k_growth_of_a_byte * growth * effort_ns >= std::chrono::duration<double, std::nano>(test.time_limit).count();
}

Finding slow_here(const Case& test) {
  return {
      .kind = Fault::Kind::slow_here,
      .in_kernel = false,
      .note = fmt::format(
          "{} ({}) is not done after {:.3g} s here. Smaller cases are right, and by their time it is slow and does not hang",
          test.name, sizes_of(test), std::chrono::duration<double>(test.time_limit).count())};
}

}  // namespace judge

#include "judge/passes/slow_here.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/passes/draws.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

// Time may grow faster than bytes, by caches or by threads that wait for each other.
constexpr double k_growth_of_a_byte = 2;

}  // namespace

double ratio_of_bytes(const Case& large, const Case& small) {
  return static_cast<double>(bytes_of(large)) / static_cast<double>(std::max<std::size_t>(bytes_of(small), 1));
}

std::optional<std::size_t> largest_right(const std::vector<Case>& cases, const std::vector<CaseResult>& results,
                                         std::size_t end) {
  std::optional<std::size_t> largest;
  for (std::size_t i = 0; i < end; ++i)
    if (results[i].passed && (!largest || bytes_of(cases[i]) > bytes_of(cases[*largest]))) largest = i;
  return largest;
}

bool takes_too_long(const Case& test, const Case& smaller, double smaller_ns) {
  return k_growth_of_a_byte * ratio_of_bytes(test, smaller) * smaller_ns >=
         std::chrono::duration<double, std::nano>(test.time_limit).count();
}

bool is_foretold_slow(const std::vector<Case>& cases, const std::vector<CaseResult>& earlier, std::size_t index) {
  if (!cases[index].is_full_size_twin) return false;
  const auto largest = largest_right(cases, earlier, earlier.size());
  return largest && takes_too_long(cases[index], cases[*largest], earlier[*largest].effort_ns);
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

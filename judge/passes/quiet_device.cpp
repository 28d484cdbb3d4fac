#include "judge/passes/quiet_device.hpp"

#include <cstdint>
#include <string_view>

#include "judge/passes/rejections.hpp"
#include "judge/passes/testing.hpp"

namespace judge {

namespace {

using std::chrono::milliseconds;

// In cycles: some 0.1 ms, 7 ms and 0.2 ms. Turns of 4.7 ms were seen on an H100, and no gap above 42 cycles without them.
constexpr std::uint64_t k_glance = 170'000, k_look = 12'000'000, k_longest_gap = 350'000;
constexpr milliseconds k_longest_glance{1};
// Of kernels that go on behind their call: a time that a neighbour's calls would notice.
constexpr milliseconds k_noticeable{3};
constexpr int k_times_as_long_as_others = 10;
constexpr std::string_view k_kernels_of_others = "kernels of another process run on the device all the time";

Result<bool> has_no_gap(const Harness& harness, std::uint64_t cycles) {
  const auto& of_test = harness.setting.longest_gap;
  JUDGE_TRY(const std::uint64_t gap, of_test ? of_test(cycles) : harness.referee.longest_gap(cycles));
  return gap < k_longest_gap;
}

Result<void> test_those_again(Harness& harness, std::vector<Timed>& attempts, const std::vector<std::size_t>& ended) {
  for (const std::size_t i : ended) JUDGE_CHECK(test_again(harness, attempts[i]));
  return {};
}

}  // namespace

Result<bool> becomes_quiet(const Harness& harness, milliseconds most, Suspicion suspicion) {
  const auto begin = harness.setting.now();
  if (suspicion == Suspicion::none) {
    JUDGE_TRY(const bool is_quiet, has_no_gap(harness, k_glance));
    if (is_quiet && harness.setting.now() - begin < k_longest_glance) return true;
  }
  while (true) {
    JUDGE_TRY(const bool is_quiet, has_no_gap(harness, k_look));
    if (is_quiet) return true;
    if (harness.setting.now() - begin >= most) return false;
  }
}

void reject_for_its_kernels(Timed& attempt, const Case& test) {
  reject(attempt,
         outcome::Cheated{
             "its kernels go on on the device when its call is over, while its process is stopped and others are timed"},
         test);
}

Result<bool> quieten(Harness& harness, std::vector<Timed>& attempts, std::size_t case_index, const DeviceAccess& device) {
  if (harness.setting.runtime.kind != RuntimeKind::cuda) return false;
  if (attempts.size() < 2 && !device.has_others()) return false;
  JUDGE_TRY(bool is_quiet, becomes_quiet(harness, k_most_wait_for_kernels, Suspicion::some));
  if (is_quiet) return attempts.size() > 1;
  std::vector<std::size_t> ended;
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    if (!attempts[i].is_right()) continue;
    attempts[i].standing = Players();
    JUDGE_TRY(is_quiet, becomes_quiet(harness, k_most_wait_for_kernels, Suspicion::some));
    if (is_quiet) {
      reject_for_its_kernels(attempts[i], harness.setting.cases[case_index]);
      JUDGE_CHECK(test_those_again(harness, attempts, ended));
      return attempts.size() > 1;
    }
    ended.push_back(i);
  }
  if (device.has_others()) return fail("{}", k_kernels_of_others);
  JUDGE_CHECK(test_those_again(harness, attempts, ended));
  return false;
}

bool KernelsBehindCalls::keep_others_waiting(std::size_t attempt, std::chrono::nanoseconds took, bool is_quiet) {
  if (took > k_noticeable) m_waited_for[attempt] += took;
  if (!is_quiet) return true;
  std::chrono::nanoseconds for_others{};
  for (const auto& [other, waited] : m_waited_for)
    if (other != attempt) for_others += waited;
  const auto waited = m_waited_for.find(attempt);
  return waited != m_waited_for.end() && waited->second >= k_most_wait_for_kernels &&
         waited->second >= k_times_as_long_as_others * for_others;
}

bool tells_of_kernels_of_others(std::string_view text) { return text.contains(k_kernels_of_others); }

}  // namespace judge

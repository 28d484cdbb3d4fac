#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "judge/passes/device_access.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

/// On a GPU kernels go on while their process is stopped. Those of its context are waited for; those of a second context, which host code can
/// make by the driver, are not, and take the device in turns with whoever is timed: a neighbour's 93 us became 954.
namespace judge {

/// What is no accident, and not another program's short work.
inline constexpr std::chrono::milliseconds k_most_wait_for_kernels{1'000};

enum class Suspicion { none, some };  ///< none: a tenth of a millisecond tells enough, most often

/// Waits until no other context has the device in turns with the judge's own. False: it still has after `most`.
Result<bool> becomes_quiet(const Harness& harness, std::chrono::milliseconds most, Suspicion suspicion);

/// Before several are timed side by side, or one beside those that other judges have stopped: whose kernels go on is rejected. False: whether
/// any do in later calls cannot be seen, as another program's run all the time, or need not be. Errors: where other judges have the device too,
/// they may be of an attempt of theirs; tells_of_kernels_of_others() of the message.
Result<bool> quieten(Harness& harness, std::vector<Timed>& attempts, std::size_t case_index, const DeviceAccess& device);

/// Its kernels go on: its processes are ended.
void reject_for_its_kernels(Timed& attempt, const Case& test);

bool tells_of_kernels_of_others(std::string_view text);

/// Of several attempts that are called in turns: how long the device had others' kernels behind the calls of each.
class KernelsBehindCalls {
 public:
  /// The device became quiet behind calls of this attempt, or did not, after so long. True: it keeps the others waiting, and must end. Whoever does so
  /// once may have been called when another program's kernels ran: it must be many times, and far more than behind all others.
  bool keep_others_waiting(std::size_t attempt, std::chrono::nanoseconds took, bool is_quiet);

 private:
  std::map<std::size_t, std::chrono::nanoseconds> m_waited_for;
};

}  // namespace judge

#pragma once

#include <map>
#include <span>
#include <vector>

#include "judge/passes/device_access.hpp"
#include "judge/passes/fresh_inputs.hpp"
#include "judge/passes/passes.hpp"
#include "judge/passes/verified_turns.hpp"
#include "judge/referee/referee.hpp"

namespace judge {

/// Answers of timed calls that are compared when the clock no longer matters, because a reference takes far longer than a call.
/// The turns are the first ones, among all that were taken, in a random order that no player can see (VerifiedTurns). So an attempt
/// that answers wrongly in a share s of its calls is accepted with probability (1 - s)^count: with seven 0.8% for half of the calls. A quarter (one call in every second block) moves the
/// median of blocks by half of what is left out, and where calls are held by at most 12% of the time (block_time_ns()); then it is 13%.
class KeptAnswers {
 public:
  /// Keeps up to `wanted` turns: fewer, at least one, where the device has no room for `attempts` answers to each.
  /// What it is given must outlive this.
  KeptAnswers(const Setting& setting, Referee& referee, VerifiedTurns& order, std::size_t index, std::size_t attempts,
              int wanted);

  std::size_t capacity() const { return m_capacity; }

  /// Makes memory for the answers of so many attempts, as far as there is room, so that keep() needs none.
  void allocate(std::size_t attempts);
  /// A new turn begins; all of its calls come before the next one.
  void begin_turn(std::uint64_t turn);
  /// What the buffers hold now is this attempt's answer in the current turn, to its `call`th timed call. Errors: no memory.
  Result<void> keep(const PreparedCase& prepared, const Placed& placed, std::size_t attempt, std::size_t call);
  /// All that was kept so far does not count.
  void forget();

  /// Compares what was kept. An attempt with a wrong answer is rejected; so is one that was played back and whose solve() gives one to the inputs of
  /// up to three of the turns, which its own process has not seen. `device`, which must have been left, is taken beside others; where there are
  /// others it is left while references compute, which the next attempts of the session may not have to, else while those compute that
  /// take long. Errors: the judge's own failures; interrupted.
  Result<void> compare(FreshInputs& inputs, std::vector<Timed>& attempts, DeviceAccess& device);

 private:
  struct Answer {
    std::size_t call = 0;  // 0 = not there
    Referee::Answers outputs;
  };
  struct Turn {
    std::uint64_t turn = 0, place = 0;
    std::map<std::size_t, Answer> answers;  // by attempt
  };
  std::vector<const Turn*> turns_to_compare(const std::vector<Timed>& attempts);
  Result<void> judge_turn(const Turn& turn, const PreparedCase& prepared, FreshInputs& inputs, std::vector<Timed>& attempts);
  Result<void> call_solve(const Turn& turn, FreshInputs& inputs, std::size_t index, Timed& attempt);
  enum class Apart { nothing, references, all };  ///< what is done without the device; all: the drawing, too
  Result<void> compare_some(std::span<const Turn* const> turns, Apart apart, FreshInputs& inputs, std::vector<Timed>& attempts,
                            DeviceAccess& device);
  Result<void> compare_with_known(std::vector<const Turn*>& turns, FreshInputs& inputs, std::vector<Timed>& attempts,
                                  DeviceAccess& device);
  Result<void> compare_by_check(std::span<const Turn* const> turns, FreshInputs& inputs, std::vector<Timed>& attempts);

  const Setting* m_setting;
  Referee* m_referee;
  VerifiedTurns* m_order;
  std::size_t m_index, m_capacity;
  std::vector<Turn> m_kept;
  std::vector<Referee::Answers> m_free;
  std::map<std::size_t, int> m_calls_of_solve;  // by attempt
  Turn* m_current = nullptr;                    // null: this turn is not kept
};

}  // namespace judge

#pragma once

#include <functional>
#include <random>
#include <vector>

#include "judge/referee/cold_cache.hpp"
#include "judge/referee/device_library.hpp"
#include "judge/referee/early_look.hpp"
#include "judge/referee/oracle.hpp"
#include "judge/referee/placed.hpp"
#include "judge/referee/player.hpp"
#include "judge/referee/prepared_case.hpp"
#include "judge/referee/slabs.hpp"

namespace judge {

/// Owns the memory that attempts work on and decides the outcome of a call. Before each call it copies fresh inputs and poisons
/// outputs and red zones; after it, it compares red zones, inputs and outputs on the device. The same for timed calls.
class Referee {
 public:
  /// `cases`: all that will be judged; they decide how large the slabs are. `seed`: what is poisoned and sampled in each call follows from
  /// it, so no attempt may know it. `runtime` and `oracle` must outlive this.
  static Result<Referee> create(const Runtime& runtime, DeviceLibrary kernels, const Oracle& oracle,
                                const std::vector<Case>& cases, std::uint64_t seed);

  const protocol::OpenSlabs& slab_handles() const { return m_slabs.handles(); }

  enum class L2 { cold, warm };
  /// Whether host code finds decoys in the place of device memory, on the emulated runtime. Then the time of the call does not count.
  enum class HostCode { as_usual, gets_decoys };
  /// Whether work that does not wait for the start event is looked for, in a held call on a GPU. Then the time of the call does not count.
  enum class EarlyWork { is_not_looked_for, is_looked_for };
  enum class Detail { whole, by_operation };  ///< by_operation: each operation of the call is timed as well
  struct CallOptions {
    Bracket bracket = Bracket::none;
    L2 l2 = L2::warm;
    Detail detail = Detail::whole;
    HostCode host_code = HostCode::as_usual;
    EarlyWork early_work = EarlyWork::is_not_looked_for;
    std::uint64_t shift = 0;                                                 ///< where the buffers lie; see Slabs
    std::chrono::milliseconds most_time = std::chrono::milliseconds::max();  ///< where the case allows more
    protocol::RefusedLaunch refused{};
    enum class Source { solve, solve_recorded, recording };  ///< what does the work: solve(), or what was recorded of it
    Source source = Source::solve;
  };
  struct CallResult {
    Outcome outcome;
    Placed placed;
    Player::Called returned;   ///< valid if the player answered
    bool works_early = false;  ///< if that was looked for: outputs change before work that waits for the start event can begin
  };
  /// Calls solve() once on `prepared` and compares. Errors: only the judge's own failures.
  Result<CallResult> call(Player& player, const PreparedCase& prepared, const CallOptions& options);

  /// The same request to a player that only stands by: for what a call takes beside solve().
  Player::Answer<Player::Called> call_nothing(Player& player, const PreparedCase& prepared, const CallOptions& options) const;

  /// The first call of a case: as call(), and where its answer is wrong, or an output arrives zeroed, once or twice more with
  /// other contents in the outputs, to tell what it has to do with what they held before. Goes into the mismatch, or, of a right
  /// answer, becomes a finding. `wanted`: whether right answers are called once more.
  struct FirstCall {
    CallResult result;
    bool lost_player = false;  ///< the answer is right, but the player has ended in the call after it
  };
  enum class Leaning { looked_for, of_no_interest };
  Result<FirstCall> first_call(Player& player, const PreparedCase& prepared, Leaning wanted);

  /// The memory that timed calls take beside the buffers: so that none is allocated while others wait. Errors: none is left.
  Result<void> allocate_for_timing(L2 l2);

  /// The longest time, in cycles of the device, for which it did nothing for this process while that asked it to for so many: where kernels of other
  /// contexts run, it has the device in turns with them.
  Result<std::uint64_t> longest_gap(std::uint64_t cycles) const;

  /// What these buffers hold now; empty for scalars.
  Result<std::vector<HostMemory>> contents(const Placed& placed) const;

  /// After a call at `placed` that left `contents`: which elements of each pure output were not written; empty for other arguments. Where
  /// one arrives zeroed, by calling twice more. `expected`: what is right, one for each argument.
  Result<std::vector<std::vector<bool>>> find_unwritten(Player& player, const PreparedCase& prepared, const Placed& placed,
                                                        std::span<const HostMemory> contents,
                                                        std::span<const HostMemory> expected);

  /// Writes an answer to the output or in-place buffer of one argument, which is poisoned or holds its input.
  using AnswerWriter = std::function<Result<void>(std::size_t argument, char* device_window)>;
  /// The outcome of a call that leaves these answers: the same preparation and comparison as call(), without a player.
  /// `write` is called once for each output and in-place buffer. Errors: the judge's own failures, those of `write`.
  Result<Outcome> judge_answer(const PreparedCase& prepared, const AnswerWriter& write);

  /// What a call wrote, for judge_kept().
  struct Answers {
    std::vector<DeviceMemory> buffers;  ///< of outputs and in-place buffers; empty ones for the rest
    std::uint32_t poison = 0;
  };
  /// Of buffers that were `placed` for a call and hold its answers. `into`: empty, or of an earlier call on the same case. Errors: no
  /// memory.
  Result<void> copy_answers(const PreparedCase& prepared, const Placed& placed, Answers& into) const;
  /// Memory for them.
  Result<Answers> allocate_answers(const Case& test) const;
  /// The outcome of a call on the same inputs that left these answers.
  Result<Outcome> judge_kept(const PreparedCase& prepared, const Answers& answers);

 private:
  struct Check {
    enum class Kind { red_before, red_after, input, output } kind;
    std::size_t argument;
  };

  Result<void> erase_notes(const Player& player, std::span<const Slabs::Window> windows);
  Result<Placed> place(const PreparedCase& prepared, std::vector<Slabs::Window> windows, OutputContent content,
                       std::uint32_t poison);
  Result<CallResult> call_with(OutputContent content, Player& player, const PreparedCase& prepared, const CallOptions& options);
  Result<Outcome> judge_written(const PreparedCase& prepared, const AnswerWriter& write, std::uint32_t poison);
  Result<void> explain(Player& player, const PreparedCase& prepared, const Placed& placed, Mismatch& wrong);
  /// What a wrong output holds instead, in a small case; empty where that cannot be told.
  Result<std::string> likeness(const PreparedCase& prepared, const Placed& placed, const Mismatch& mismatch) const;
  Result<void> find_leaning(Player& player, const PreparedCase& prepared, FirstCall& first);
  enum class Element { untouched, added_to, as_expected, other };
  Result<Element> look_at(const PreparedCase& prepared, const Placed& placed, std::size_t argument, std::int64_t index) const;
  Result<std::uint64_t> element_bits(const void* device, const BufferArgument& buffer, std::int64_t index) const;
  /// Written to the device's memory behind the reports.
  Result<void> sum_outputs(const PreparedCase& prepared, const Placed& placed);
  Result<std::uint64_t> output_sum(const PreparedCase& prepared, const Placed& placed);
  /// Has the device compare. Where their sum is wanted, outputs are read once more behind all comparisons, as are the early look's places.
  enum class OutputSum { is_of_no_interest, is_wanted };
  Result<std::vector<Check>> begin_inspection(const PreparedCase& prepared, const Placed& placed, OutputSum sum);
  /// Waits for that. `output_sum`: null, or where the sum goes.
  Result<Outcome> end_inspection(const PreparedCase& prepared, const Placed& placed, std::span<const Check> checks,
                                 std::vector<Finding> findings, std::uint64_t* output_sum = nullptr);
  Result<std::vector<Check>> launch_checks(const PreparedCase& prepared, const Placed& placed);
  Result<Outcome> outcome_of(const PreparedCase& prepared, const Placed& placed, const Check& check, const Report& report,
                             std::vector<Finding> findings);
  Result<Mismatch> mismatch(const PreparedCase& prepared, const Placed& placed, std::size_t argument, const Report& report);
  Result<std::optional<Outcome>> custom_check(const PreparedCase& prepared, const Placed& placed);
  Result<double> element(const void* device, const BufferArgument& buffer, std::int64_t index) const;

  const Runtime* m_runtime = nullptr;
  const Oracle* m_oracle = nullptr;
  DeviceLibrary m_kernels;
  Slabs m_slabs;
  DeviceMemory m_reports;
  ColdCache m_cold_cache;
  EarlyLook m_early_look;
  std::mt19937_64 m_random;
  std::uint64_t m_last_player = 0;  // number of the one that may have left something in the slabs; 0 = none has
};

}  // namespace judge

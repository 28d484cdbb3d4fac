#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "judge/passes/host_sets.hpp"
#include "judge/passes/setting.hpp"
#include "judge/referee/input_drawer.hpp"
#include "judge/referee/prepared_case.hpp"

namespace judge {

/// Inputs for the timed calls of one case: new ones for each turn, so that no attempt can know an answer from an earlier call. They
/// are drawn on the device where all of the case's fills can be, else on the host.
class FreshInputs {
 public:
  /// `like`: the same case with any inputs, for what is the same in every draw. All but the values must outlive this.
  static Result<FreshInputs> create(const Setting& setting, const Oracle& oracle, const InputDrawer& drawer, HostSets& sets,
                                    std::size_t index, const PreparedCase& like);

  /// The case with the inputs of this turn; its answer is not known. Valid until the next call. Errors: a draw fails.
  Result<const PreparedCase*> of_turn(std::uint64_t turn);

  /// The same inputs once more, with what must come out. Valid until the next call. Errors: a draw or the reference fails; not enough memory.
  Result<const PreparedCase*> with_answer(std::uint64_t turn);

  /// with_answer() of several turns, in steps of which compute() and draw_on_host() do not use the device. A custom check has no reference: its
  /// answers come one by one.
  bool has_references() const { return !has_custom_check(m_case.test); }
  /// Of so many turns: those that may be in host memory at once, and are worth it. More where the device is left meanwhile.
  std::size_t at_once(std::size_t turns, bool is_left) const;
  /// On a GPU the last references took so long that others should have the device meanwhile. On the emulated runtime they want the processors
  /// that others time on.
  bool is_worth_leaving() const;
  /// Whether the host draws what the device does, to the last bit.
  bool can_be_drawn_on_host() const;
  /// The inputs of a turn in host memory, in a place from 0 on: from the device, or drawn by the host alone.
  Result<void> fetch(std::uint64_t turn, std::size_t place);
  Result<void> draw_on_host(std::uint64_t turn, std::size_t place);
  /// What must come out, in places 0 ... count - 1, side by side.
  Result<void> compute(std::size_t count);
  /// The case with what must come out of the turn in this place. Its inputs are then of another turn.
  Result<const PreparedCase*> with_answer_in(std::size_t place);
  /// What must come out of the turn in this place, for with_known_answer(): by argument, empty for inputs.
  std::vector<std::vector<std::byte>> answer_in(std::size_t place);
  /// with_answer_in() of a turn in no place.
  Result<const PreparedCase*> with_known_answer(std::uint64_t turn, const std::vector<std::vector<std::byte>>& answer);
  /// The turn whose answer is on the device gets its inputs beside it. Errors: a draw fails.
  Result<const PreparedCase*> with_inputs_of_answered(std::uint64_t turn);
  /// All was compared.
  void trim_host() { m_sets->trim(); }

  /// What with_answer() needs first, and takes long: so that it is there before there is a clock.
  void allocate_host();

 private:
  FreshInputs() = default;
  Result<void> draw(std::uint64_t turn);
  Result<void> draw_on_device(std::uint64_t seed);
  std::size_t worth_at_once(std::size_t turns) const;
  HostSets::Set& place_at(std::size_t place);
  Result<void> fetch_into(HostSets::Set& host);
  Result<void> upload(const HostSets::Set& host);
  Result<void> upload_output(std::size_t argument, std::span<const std::byte> values);
  const PreparedCase* answered(std::uint64_t turn);

  const Setting* m_setting = nullptr;
  const Oracle* m_oracle = nullptr;
  const InputDrawer* m_drawer = nullptr;
  HostSets* m_sets = nullptr;
  std::size_t m_index = 0;
  bool m_on_device = false;
  std::uint64_t m_turn = 0;
  bool m_drawn = false;
  PreparedCase m_case;
  std::vector<std::uint64_t> m_turns;             // by place
  HostSets::Set m_for_check;                      // of a custom check, which keeps some of it
  std::chrono::nanoseconds m_references_took{0};  // the last time
};

}  // namespace judge

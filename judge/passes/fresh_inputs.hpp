#pragma once

#include <chrono>
#include <cstdint>

#include "judge/passes/setting.hpp"
#include "judge/referee/input_drawer.hpp"
#include "judge/referee/prepared_case.hpp"

namespace judge {

/// Inputs for the timed calls of one case: new ones for each turn, so that no attempt can know an answer from an earlier call. They
/// are drawn on the device where all of the case's fills can be, else on the host.
class FreshInputs {
 public:
  FreshInputs(FreshInputs&&) = default;
  FreshInputs& operator=(FreshInputs&&) = delete;
  ~FreshInputs();

  /// `like`: the same case with any inputs, for what is the same in every draw. All but the values must outlive this.
  static Result<FreshInputs> create(const Setting& setting, const Oracle& oracle, const InputDrawer& drawer, std::size_t index,
                                    const PreparedCase& like);

  /// The case with the inputs of this turn; its answer is not known. Valid until the next call. Errors: a draw fails.
  Result<const PreparedCase*> of_turn(std::uint64_t turn);

  /// The same inputs once more, with what must come out. Valid until the next call. Errors: a draw or the reference fails; not enough memory.
  Result<const PreparedCase*> with_answer(std::uint64_t turn);

  /// The inputs of a turn in host memory, and after compute() what must come out.
  struct OnHost {
    std::uint64_t turn = 0;
    std::vector<HostMemory> buffers;
  };
  /// On a GPU the last reference took so long that others should have the device meanwhile. On the emulated runtime it wants the processors
  /// that others time on, and a custom check has no reference.
  bool is_worth_leaving() const;
  /// with_answer() in three steps, of which compute() does not use the device. The case's inputs are then of another turn.
  Result<OnHost> fetch(std::uint64_t turn);
  Result<void> compute(OnHost& host);
  Result<const PreparedCase*> with_answer(const OnHost& host);

  /// What with_answer() needs first, and takes long: so that it is there before there is a clock.
  void allocate_host();

 private:
  FreshInputs() = default;
  Result<void> draw(std::uint64_t turn);
  Result<void> draw_on_device(std::uint64_t seed);
  Result<void> fetch_into(std::vector<HostMemory>& host);
  Result<void> compute_in(const std::vector<HostMemory>& host);
  Result<void> upload(const std::vector<HostMemory>& host);

  const Setting* m_setting = nullptr;
  const Oracle* m_oracle = nullptr;
  const InputDrawer* m_drawer = nullptr;
  std::size_t m_index = 0;
  bool m_on_device = false;
  std::uint64_t m_turn = 0;
  bool m_drawn = false;
  PreparedCase m_case;
  // As reference() is given it. Kept: new pages and their page-locking cost more than a reference.
  std::vector<HostMemory> m_host;
  std::chrono::nanoseconds m_reference_took{0};  // the last time
};

}  // namespace judge

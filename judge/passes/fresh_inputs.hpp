#pragma once

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

  /// The same inputs once more, with what must come out. Valid until the next call. Errors: a draw or the reference fails; not enough
  /// memory.
  Result<const PreparedCase*> with_answer(std::uint64_t turn);

 private:
  FreshInputs() = default;
  Result<void> draw(std::uint64_t turn);
  Result<void> draw_on_device(std::uint64_t seed);
  void allocate_host();
  Result<void> fetch();
  Result<void> compute();

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
};

}  // namespace judge

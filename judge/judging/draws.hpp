#pragma once

#include <future>
#include <map>
#include <vector>

#include "judge/judging/setting.hpp"
#include "judge/referee/prepared_case.hpp"

namespace judge {

/// Of all buffers of a case.
std::size_t bytes_of(const Case& test);

/// Inputs that are being drawn on the side, by case and draw.
struct DrawnAhead {
  std::map<std::pair<std::size_t, int>, std::future<Result<std::vector<HostMemory>>>> inputs;
  std::future<void> worker;
};

/// Begins to draw the inputs of the first `draws` draws of case `index`: up to 2 GiB, and not what the problem's generate() draws.
DrawnAhead draw_ahead(const Setting& setting, std::size_t index, int draws);

/// The inputs and expected outputs of every case, each made when first asked for. Draw 0 of a case is for the untimed
/// calls; timed calls use several in turn.
class Draws {
 public:
  /// Both must outlive this.
  Draws(const Setting& setting, const Oracle& oracle, DrawnAhead ahead);

  Result<const PreparedCase*> prepared(std::size_t index, int draw = 0);

  /// Draw 0 of case `index` once more, in host memory: as reference() is given it.
  Result<std::vector<HostMemory>> inputs(std::size_t index) const;

  /// How many draws of a case fit into the device's memory, at most `wanted` and at least 1.
  int that_fit(std::size_t index, int wanted) const;

 private:
  Result<std::vector<HostMemory>> drawn(std::size_t index, int draw);
  std::unexpected<Error> with_seed(Error error) const;

  const Setting* m_setting;
  const Oracle* m_oracle;
  DrawnAhead m_ahead;
  std::map<std::pair<std::size_t, int>, PreparedCase> m_prepared;
};

}  // namespace judge

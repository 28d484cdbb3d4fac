#pragma once

#include <future>
#include <map>
#include <optional>
#include <vector>

#include "judge/passes/host_sets.hpp"
#include "judge/passes/setting.hpp"
#include "judge/referee/prepared_case.hpp"

namespace judge {

/// Of all buffers of a case.
std::size_t bytes_of(const Case& test);

/// Of the inputs of a case's first calls, or of a timed call. Seeds are hashes: knowing one does not give another (test
/// SeedOfDraw.TellsNoOther).
std::uint64_t seed_of_draw(std::uint64_t run_seed, std::size_t index, std::optional<std::uint64_t> turn);

/// Of the inputs of a timed call; see FreshInputs.
std::uint64_t seed_of_turn(const Setting& setting, std::size_t index, std::uint64_t turn);

/// Inputs of a case that are being drawn on the side.
struct DrawnAhead {
  std::size_t index = 0;
  std::future<Result<std::vector<HostMemory>>> inputs{};  ///< not valid: none are
};

/// Begins to draw the inputs of case `index`, if they are at most 2 GiB and the problem's generate() does not draw them.
DrawnAhead draw_ahead(const Setting& setting, std::size_t index);

/// The inputs and expected outputs of every case, for calls that are not timed. Each is made when first asked for.
class Draws {
 public:
  /// All must outlive this. `sets` keeps the memory of what was drawn ahead.
  Draws(const Setting& setting, const Oracle& oracle, HostSets& sets, DrawnAhead ahead);

  Result<const PreparedCase*> prepared(std::size_t index);

  /// Draws and computes what prepared() will take to the device, without the device, as far as it fits in host memory. Errors: as there.
  Result<void> work_out_all();

  /// The inputs of case `index` once more, in host memory: as reference() is given it.
  Result<std::vector<HostMemory>> inputs(std::size_t index) const;

 private:
  struct Uploaded {
    std::vector<HostMemory> host;
    PreparedCase prepared;
  };
  void upload_ahead();
  Result<Uploaded> upload(std::size_t index, std::vector<HostMemory> host);
  Result<PreparedCase> prepare(std::size_t index);
  void lock_pages(std::size_t index, std::vector<HostMemory>& host);
  void keep_pages(std::size_t index, std::vector<HostMemory> host);
  Result<std::vector<HostMemory>> drawn(std::size_t index);
  std::unexpected<Error> with_seed(Error error) const;

  const Setting* m_setting;
  const Oracle* m_oracle;
  HostSets* m_sets;
  DrawnAhead m_ahead;
  std::optional<std::size_t> m_kept;  // the case whose memory goes to the sets
  std::map<std::size_t, WorkedOut> m_worked;
  std::map<std::size_t, PreparedCase> m_prepared;
  std::future<Result<Uploaded>> m_uploaded;  // of the case that was drawn ahead; last, as it uses the rest
};

}  // namespace judge

#pragma once

#include <chrono>
#include <functional>

#include "judge/batch/results.hpp"
#include "judge/cluster/frozen_batch.hpp"
#include "judge/cluster/node_health.hpp"

namespace judge {

/// What became of the jobs with one key: a file in done/, and with an error one in failed/.
struct DoneFile {
  std::string key;
  std::string node, task;  ///< where it was judged; the task as NodeNote has it
  Rates rates;             ///< of that machine in the check after the attempt was timed; zeros for a verdict alone
  nlohmann::json record;   ///< judge.record/1
  std::string error;       ///< why it was not judged

  static constexpr auto fields() {
    using enum Form;
    return field_list(field("key", &DoneFile::key), field<optional>("node", &DoneFile::node),
                      field<optional>("task", &DoneFile::task), field<optional>("rates", &DoneFile::rates),
                      field<optional>("record", &DoneFile::record), field<optional>("error", &DoneFile::error));
  }
};

/// The results of a batch in a shared folder: a file for each, written once. A job's id is its key there. Results with times are
/// kept back until a check of this machine that came after them; where it finds the machine sick, they are dropped.
class SharedResults : public BatchResults {
 public:
  using Check = std::function<Result<NodeNote>()>;

  /// `check` is called every `interval`, and at the end, if there is something to confirm.
  SharedResults(const FrozenBatch& batch, Check check, std::chrono::milliseconds interval = std::chrono::minutes(2))
      : m_batch(batch), m_check(std::move(check)), m_interval(interval) {}

  bool has(const std::string& id, const std::string& key) const override;
  Result<std::optional<BatchResult>> find(const std::string& key) const override;
  /// Errors: as everywhere, and the machine is sick: sick() then says more.
  Result<void> add(const BatchResult& result) override;
  Result<void> finish() override;

  /// The check that ended the batch, if one did.
  const std::optional<NodeNote>& sick() const { return m_sick; }

 private:
  using Clock = std::chrono::steady_clock;
  Result<void> confirm();

  const FrozenBatch& m_batch;
  Check m_check;
  std::chrono::milliseconds m_interval;
  std::vector<DoneFile> m_unconfirmed;
  Clock::time_point m_checked = Clock::now();
  std::optional<NodeNote> m_sick;
};

/// The file of a key; none: not judged yet. Errors: it is no such file, its folder cannot be read.
Result<std::optional<DoneFile>> read_done(const FrozenBatch& batch, const std::string& key);

/// What tasks could not judge, the error by key. `unreadable` as for node_notes().
Result<std::map<std::string, std::string>> failed_jobs(const FrozenBatch& batch,
                                                       std::vector<std::string>* unreadable = nullptr);

}  // namespace judge

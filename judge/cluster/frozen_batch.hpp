#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "judge/batch/batch.hpp"
#include "judge/passes/common_options.hpp"
#include "judge/worker/messages.hpp"

namespace judge {

/// A job of a batch in a shared folder, as it was when the batch was made: a line of its jobs.jsonl.
struct FrozenJob {
  std::string id, attempt, path;  ///< as the list of jobs had them
  std::string source_hash;        ///< the text lies in sources/
  std::string key, group;         ///< as ReadyJob's
  std::string problem_hash;       ///< of the problem's files
  WorkerJob rules;                ///< all but id, path, name and source
  std::string error;              ///< why it cannot be judged; then the rest is empty

  static constexpr auto fields() {
    using enum Form;
    return field_list(field("id", &FrozenJob::id), field<optional>("attempt", &FrozenJob::attempt),
                      field<optional>("path", &FrozenJob::path), field<optional>("source_hash", &FrozenJob::source_hash),
                      field<optional>("key", &FrozenJob::key), field<optional>("group", &FrozenJob::group),
                      field<optional>("problem_hash", &FrozenJob::problem_hash), field<optional>("rules", &FrozenJob::rules),
                      field<optional>("error", &FrozenJob::error));
  }
};

/// Which part of a batch: the `index`th of `count`, from 1.
struct Share {
  int index = 1, count = 1;
};

/// "3/8". Errors: it is no share.
Result<Share> parse_share(const std::string& text);

/// A batch in a folder that several machines share, and into which nobody but its user may write. What it holds never changes once it is there:
///   jobs.jsonl            the jobs, FrozenJob by FrozenJob
///   sources/ab/HASH.cu    their texts
///   done/ab/KEY.json      one for each key that was judged: DoneFile
///   failed/ab/KEY.HASH.json  jobs that a task could not judge, and why; the next one tries again
///   nodes/NODE.HASH.json  what tasks found out about the machines they ran on: NodeNote
///   submitted/NAME.json, NAME.sh  what was given to Slurm
/// and log/, where Slurm writes what the tasks say.
class FrozenBatch {
 public:
  /// Makes the folder and the batch in it; where that is there already, checks that it has the same jobs. `jobs`: what
  /// JobSource::open() takes. A job that cannot be judged is kept with its error. Errors: the folder has another batch or
  /// cannot be written, or not by the user alone; the jobs cannot be read; interrupted. `left_out`, if there is one, gets
  /// JobSource::left_out().
  static Result<FrozenBatch> make(const CommonOptions& common, const std::string& jobs, const WorkerJob& defaults,
                                  const std::filesystem::path& folder, std::vector<std::string>* left_out = nullptr);
  /// Errors: there is none; as make(), somebody else may have written it.
  static Result<FrozenBatch> open(const std::filesystem::path& folder);

  const std::filesystem::path& folder() const { return m_folder; }
  const std::vector<FrozenJob>& jobs() const { return m_jobs; }

  /// Jobs with different keys, those of a group side by side: the indices of those of a share, or of all.
  const std::vector<std::size_t>& order() const { return m_order; }
  std::span<const std::size_t> part(const Share& share) const;

  /// Where its text lies.
  std::filesystem::path source_of(const FrozenJob& job) const;
  /// Where the result of a key lies, once there is one.
  std::filesystem::path done_file(const std::string& key) const;
  /// Whether that is there. Errors: nobody can tell, as is_present() says.
  Result<bool> is_done(const FrozenJob& job) const;

 private:
  FrozenBatch(std::filesystem::path folder, std::vector<FrozenJob> jobs);

  std::filesystem::path m_folder;
  std::vector<FrozenJob> m_jobs;
  std::vector<std::size_t> m_order;
};

}  // namespace judge

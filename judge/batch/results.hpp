#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "judge/build/file_lock.hpp"
#include "judge/model/record.hpp"
#include "judge/util/described_json.hpp"

namespace judge {

/// What became of one job: a line of a batch's results. docs/batch.md describes it field by field.
struct BatchResult {
  std::string id, problem, attempt, path;
  std::string key;  ///< of the text with its headers, the problem's files and the options; empty with an error
  std::string content_hash, problem_hash, device, device_name;
  std::optional<VerdictKind> verdict;  ///< none: see `error`
  std::string failed_case, summary;
  std::optional<double> time_ns, time_low_ns, time_high_ns;  ///< of the ranked case: the median and its interval
  std::string not_timed;                                     ///< why it has none, though it is accepted
  std::int64_t record_id = 0;                                ///< in the ledger; 0 = not there
  std::string same_as;                                       ///< the id of the job with the same content that was judged
  std::string error;                                         ///< why it was not judged
  nlohmann::json record;                                     ///< judge.record/1, where wanted

  static constexpr auto fields() {
    using enum Form;
    return field_list(
        field("id", &BatchResult::id), field<optional>("problem", &BatchResult::problem),
        field<optional>("attempt", &BatchResult::attempt), field<optional>("path", &BatchResult::path),
        field<optional>("key", &BatchResult::key), field<optional>("content_hash", &BatchResult::content_hash),
        field<optional>("problem_hash", &BatchResult::problem_hash), field<optional>("device", &BatchResult::device),
        field<optional>("device_name", &BatchResult::device_name), field<optional>("verdict", &BatchResult::verdict),
        field<optional>("failed_case", &BatchResult::failed_case), field<optional>("summary", &BatchResult::summary),
        field<optional>("time_ns", &BatchResult::time_ns), field<optional>("time_low_ns", &BatchResult::time_low_ns),
        field<optional>("time_high_ns", &BatchResult::time_high_ns), field<optional>("not_timed", &BatchResult::not_timed),
        field<optional>("record_id", &BatchResult::record_id), field<optional>("same_as", &BatchResult::same_as),
        field<optional>("error", &BatchResult::error), field<optional>("record", &BatchResult::record));
  }
};

BatchResult result_of(const Record& record, std::string id, std::string key);

/// One line with its end, without the fields that say nothing.
std::string line_of(const BatchResult& result);
/// Errors: not JSON, a field of the wrong type, neither a verdict nor an error.
Result<BatchResult> parse_result(std::string_view line);

/// Where the results of a batch go.
class BatchResults {
 public:
  virtual ~BatchResults() = default;

  /// Was this very job told already?
  virtual bool has(const std::string& id, const std::string& key) const = 0;
  /// The result of whichever job with this key was judged. Errors: cannot be read.
  virtual Result<std::optional<BatchResult>> find(const std::string& key) const = 0;
  /// What could not be judged before, for the same reason, may be left out. Errors: cannot be written, disk full: the next batch then
  /// takes this job up again.
  virtual Result<void> add(const BatchResult& result) = 0;
  /// After the last one. Errors: those of add().
  virtual Result<void> finish() { return {}; }

 protected:
  BatchResults() = default;
  BatchResults(const BatchResults&) = default;
};

/// The results so far, in a file to which lines are only added, each by one write(). Of each only its place is kept in memory.
class ResultsFile : public BatchResults {
 public:
  /// Reads what an earlier batch has left there; half a line at its end, which a killed one may leave, is cut off. What was judged on
  /// another device than `device_ids` does not count; errors only in that add() does not say them again. Without a path the lines go to standard output, and
  /// nothing is found in them. Errors: cannot be written, another batch has it open, a line is no result.
  static Result<ResultsFile> open(const std::filesystem::path& path, const std::set<std::string>& device_ids);

  ResultsFile(ResultsFile&& other) noexcept;
  ResultsFile& operator=(ResultsFile&&) = delete;
  ~ResultsFile() override;

  bool has(const std::string& id, const std::string& key) const override;
  Result<std::optional<BatchResult>> find(const std::string& key) const override;
  Result<void> add(const BatchResult& result) override;

 private:
  ResultsFile(int fd, int printed, std::optional<FileLock> lock) : m_fd(fd), m_printed(printed), m_lock(std::move(lock)) {}
  Result<void> read(const std::filesystem::path& path, const std::set<std::string>& device_ids);
  void remember(const BatchResult& result, std::uint64_t offset);

  int m_fd;
  int m_printed;  ///< -1, or where each line goes as well
  std::optional<FileLock> m_lock;
  std::uint64_t m_end = 0;
  std::unordered_map<std::string, std::uint64_t> m_judged;    // by key: where the line begins
  std::set<std::uint64_t> m_told;                             // hashes of id and key
  std::unordered_map<std::uint64_t, std::uint64_t> m_errors;  // by the hash of an id: of the last line with an error
};

}  // namespace judge

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "judge/catalog/problem_of_file.hpp"
#include "judge/worker/lines.hpp"
#include "judge/worker/messages.hpp"

namespace judge {

/// The jobs of a batch, in order: lines of a file or of standard input, or the .cu files of a folder and all folders in it.
class JobSource {
 public:
  struct Next {
    std::string id;  ///< the job's own, else "line N", from 1; of a file its path
    Result<WorkerJob>
        job;  ///< errors: the line is no job, an earlier one has its id; nobody knows which problem the file is for
    std::string key = {};  ///< that its result must have; empty = any
  };

  /// `what`: a file, "-" for standard input, or a folder. `root` has the problems. Errors: it cannot be read.
  static Result<JobSource> open(const std::string& what, const std::filesystem::path& root);

  /// These, which somebody has read.
  static JobSource of(std::vector<Next> jobs);

  JobSource(JobSource&& other) noexcept;
  JobSource& operator=(JobSource&&) = delete;
  ~JobSource();

  /// The next one; none: nothing has come yet, or has_ended(). Errors: cannot be read.
  Result<std::optional<Next>> next();
  /// next() has given all of them.
  bool has_ended() const;
  /// Readable when the next one comes; -1 = it need not be waited for.
  int fd() const { return m_waits ? m_lines.fd() : -1; }
  /// How many there are; none: not known.
  std::optional<std::uint64_t> total() const { return m_total; }
  /// What a folder holds that looks like an attempt or may hold some, and is no job: a line for each kind, with how many and why.
  const std::vector<std::string>& left_out() const { return m_left_out; }

 private:
  explicit JobSource(int fd) : m_lines(fd) {}
  Result<void> list(const std::filesystem::path& folder, const std::filesystem::path& root);
  Next of_file(const std::filesystem::path& file);
  Next of_line(const std::string& line);

  LineReader m_lines;
  bool m_waits = false;  // standard input that is no file
  std::vector<std::filesystem::path> m_files;
  std::vector<std::string> m_left_out;
  ProblemOfFile m_problems;
  std::size_t m_next_file = 0;  // or job
  std::optional<std::vector<Next>> m_jobs;
  std::unordered_map<std::string, std::uint64_t> m_lines_of_ids;
  std::uint64_t m_number = 0;
  std::optional<std::uint64_t> m_total;
};

}  // namespace judge

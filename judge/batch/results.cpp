#include "judge/batch/results.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <utility>

#include "judge/model/record_json.hpp"
#include "judge/util/files.hpp"
#include "judge/worker/lines.hpp"

namespace judge {

namespace fs = std::filesystem;

static std::uint64_t told_key(const std::string& id, const std::string& key) {
  return std::hash<std::string>()(id + '\n' + key);
}

static std::uint64_t hash_of_id(const BatchResult& result) { return std::hash<std::string>()(result.id); }

BatchResult result_of(const Record& record, std::string id, std::string key) {
  BatchResult result{.id = std::move(id),
                     .problem = record.problem,
                     .attempt = record.attempt.name,
                     .path = record.attempt.path.string(),
                     .key = std::move(key),
                     .content_hash = record.attempt.content_hash,
                     .problem_hash = record.problem_hash,
                     .device = record.device.id,
                     .device_name = record.device.name,
                     .verdict = record.verdict.kind,
                     .failed_case = record.verdict.case_name,
                     .summary = record.verdict.summary,
                     .not_timed = record.not_timed,
                     .record_id = record.id};
  if (record.verdict.kind == VerdictKind::accepted && !record.measurements.empty()) {
    const auto& time = record.measurements.front().device;
    result.time_ns = time.median_ns;
    result.time_low_ns = time.low_ns;
    result.time_high_ns = time.high_ns;
  }
  return result;
}

std::string line_of(const BatchResult& result) {
  const auto all = encode(result);
  auto line = nlohmann::json::object();
  for (const auto& [name, value] : all.items())
    // NOLINTNEXTLINE(readability-container-size-empty): empty() of JSON is about lists and objects
    if (!value.is_null() && value != "" && value != 0) line[name] = value;
  line["id"] = result.id;  // also an empty one
  return json_text(line) + "\n";
}

Result<BatchResult> parse_result(std::string_view line) {
  JUDGE_TRY(const auto document, parse_json(line));
  JUDGE_TRY(auto result, decode<BatchResult>(document, "the result"));
  if (!result.verdict && result.error.empty()) return fail("it has neither a verdict nor an error");
  return result;
}

Result<ResultsFile> ResultsFile::open(const fs::path& path, const std::set<std::string>& device_ids) {
  if (path.empty()) {
    JUDGE_TRY(const auto folder, TemporaryDirectory::create("batch"));
    const int fd = ::open((folder.path() / "results").c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0) return fail("{}: {}", folder.path().string(), std::strerror(errno));
    return ResultsFile(fd, STDOUT_FILENO, std::nullopt);
  }
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) return fail("{}: {}", path.string(), std::strerror(errno));
  ResultsFile results(fd, -1, std::nullopt);
  struct stat status {};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
    return fail("{}: is no regular file, and results are read back from it; without -o they go to standard output",
                path.string());
  JUDGE_TRY(results.m_lock, FileLock::try_acquire(path, LockMode::exclusive, LockFile::stays));
  if (!results.m_lock)
    return fail("{}: another batch is writing to it; wait for that one, or name another file with -o", path.string());
  JUDGE_CHECK(results.read(path, device_ids));
  return results;
}

ResultsFile::ResultsFile(ResultsFile&& other) noexcept
    : m_fd(std::exchange(other.m_fd, -1)),
      m_printed(other.m_printed),
      m_lock(std::move(other.m_lock)),
      m_end(other.m_end),
      m_judged(std::move(other.m_judged)),
      m_told(std::move(other.m_told)),
      m_errors(std::move(other.m_errors)) {}

ResultsFile::~ResultsFile() {
  if (m_fd >= 0) ::close(m_fd);
}

void ResultsFile::remember(const BatchResult& result, std::uint64_t offset) {
  if (!result.error.empty()) m_errors[hash_of_id(result)] = std::hash<std::string>()(line_of(result));
  if (result.key.empty()) return;
  m_told.insert(told_key(result.id, result.key));
  if (result.same_as.empty()) m_judged.emplace(result.key, offset);
}

Result<void> ResultsFile::read(const fs::path& path, const std::set<std::string>& device_ids) {
  LineReader lines(m_fd);
  const auto size = static_cast<std::uint64_t>(::lseek(m_fd, 0, SEEK_END));
  ::lseek(m_fd, 0, SEEK_SET);
  for (std::uint64_t number = 1; m_end < size; ++number) {
    JUDGE_TRY(const auto line, lines.next(LineReader::k_for_ever));
    if (!line || m_end + line->size() + 1 > size) break;  // half a line
    const auto result = parse_result(*line);
    if (!result)
      return fail("{}:{}: is no result of a batch ({}); name another file with -o", path.string(), number,
                  result.error().message);
    if (!result->error.empty() || device_ids.contains(result->device)) remember(*result, m_end);
    m_end += line->size() + 1;
  }
  if (m_end < size && ::ftruncate(m_fd, static_cast<off_t>(m_end)) != 0)
    return fail("{}: {}", path.string(), std::strerror(errno));
  return {};
}

bool ResultsFile::has(const std::string& id, const std::string& key) const { return m_told.contains(told_key(id, key)); }

Result<std::optional<BatchResult>> ResultsFile::find(const std::string& key) const {
  const auto found = m_judged.find(key);
  if (found == m_judged.end()) return std::nullopt;
  std::string line;
  std::array<char, 4096> chunk;
  for (auto at = static_cast<off_t>(found->second); line.find('\n') == std::string::npos;
       at += static_cast<off_t>(chunk.size())) {
    const ssize_t got = ::pread(m_fd, chunk.data(), chunk.size(), at);
    if (got <= 0) return fail("the results cannot be read: {}", got < 0 ? std::strerror(errno) : "the file was cut");
    line.append(chunk.data(), static_cast<std::size_t>(got));
  }
  JUDGE_TRY(auto result, parse_result(std::string_view(line).substr(0, line.find('\n'))));
  return result;
}

Result<void> ResultsFile::add(const BatchResult& result) {
  const std::string line = line_of(result);
  if (!result.error.empty())
    if (const auto last = m_errors.find(hash_of_id(result));
        last != m_errors.end() && last->second == std::hash<std::string>()(line))
      return {};
  const auto written = write_all(m_fd, line);
  if (!written) return fail("the results {}", written.error().message);
  if (m_printed >= 0)
    if (const auto printed = write_all(m_printed, line); !printed) return fail("standard output {}", printed.error().message);
  remember(result, m_end);
  m_end += line.size();
  return {};
}

}  // namespace judge

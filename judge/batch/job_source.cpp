#include "judge/batch/job_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "judge/catalog/folders.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view k_blanks = " \t\r";

// Of a regular file those that are not blank; its position is where it was.
std::uint64_t count_lines(int fd) {
  std::array<char, 1 << 16> chunk;
  std::uint64_t lines = 0;
  bool has_begun = false;
  off_t at = 0;
  for (ssize_t got = 0; (got = ::pread(fd, chunk.data(), chunk.size(), at)) > 0; at += got)
    for (const char c : std::string_view(chunk.data(), static_cast<std::size_t>(got))) {
      const bool begins = !has_begun && c != '\n' && !k_blanks.contains(c);
      if (begins) ++lines;
      has_begun = c != '\n' && (has_begun || begins);
    }
  return lines;
}

std::string id_of_line(std::uint64_t number) { return fmt::format("line {}", number); }

bool is_id_of_a_line(std::string_view id) {
  constexpr std::string_view k_begin = "line ", k_digits = "0123456789";
  return id.starts_with(k_begin) && id.size() > k_begin.size() &&
         id.find_first_not_of(k_digits, k_begin.size()) == std::string_view::npos;
}

// A name need not be UTF-8, and a worker's messages are.
std::string id_of_file(const fs::path& file, std::size_t number) {
  std::string id = nlohmann::json::parse(json_text(file.string()));
  return id == file.string() ? id : fmt::format("{} (file {})", id, number);
}

/// The .cu files of a folder and of those in it, and how many things there are no jobs, by why.
struct Listing {
  const fs::path& folder;
  std::vector<fs::path> files;
  std::map<std::string, int> left_out;

  void add(const fs::directory_entry& entry) {
    std::error_code ignored;
    std::string extension = entry.path().extension();
    const bool is_folder = entry.is_directory(ignored);
    if (is_folder && entry.is_symlink(ignored)) ++left_out["links to folders: name those folders themselves"];
    else if (is_folder && ::access(entry.path().c_str(), R_OK | X_OK) != 0) ++left_out["folders that you may not read"];
    else if (is_link_out_of(folder, entry)) ++left_out[k_links_out];
    else if (extension == ".cu" && entry.is_regular_file(ignored)) files.push_back(entry.path());
    else if (extension == ".cu" && !is_folder) ++left_out["*.cu that are no files: links that lead nowhere, pipes"];
    else if (extension == ".CU" || extension == ".Cu") ++left_out["*" + extension + ": rename them to .cu"];
  }
};

}  // namespace

Result<JobSource> JobSource::open(const std::string& what, const fs::path& root) {
  std::error_code error;
  if (what != "-" && fs::is_directory(what, error)) {
    JobSource source(-1);
    JUDGE_CHECK(source.list(what, root));
    return source;
  }
  const int fd = what == "-" ? ::dup(STDIN_FILENO) : ::open(what.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return fail("{}: {}; name a file of JSON lines, a folder of attempts, or - for standard input", what, std::strerror(errno));
  JobSource source(fd);
  struct stat status {};
  if (what.ends_with(".cu") && ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
    return fail("{0}: this is an attempt, not a list of jobs; judge it alone: judge run PROBLEM {0}", what);
  source.m_waits = ::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode);
  if (!source.m_waits) source.m_total = count_lines(fd);
  return source;
}

JobSource JobSource::of(std::vector<Next> jobs) {
  JobSource source(-1);
  source.m_total = jobs.size();
  source.m_jobs = std::move(jobs);
  return source;
}

JobSource::JobSource(JobSource&& other) noexcept
    : m_lines(std::exchange(other.m_lines, LineReader(-1))),
      m_waits(other.m_waits),
      m_files(std::move(other.m_files)),
      m_left_out(std::move(other.m_left_out)),
      m_problems(std::move(other.m_problems)),
      m_next_file(other.m_next_file),
      m_jobs(std::move(other.m_jobs)),
      m_lines_of_ids(std::move(other.m_lines_of_ids)),
      m_number(other.m_number),
      m_total(other.m_total) {}

JobSource::~JobSource() {
  if (m_lines.fd() >= 0) ::close(m_lines.fd());
}

Result<void> JobSource::list(const fs::path& folder, const fs::path& root) {
  std::error_code error;
  Listing listing{folder, {}, {}};
  if (::access(folder.c_str(), R_OK | X_OK) != 0)
    return fail("{}: cannot be listed: {}", folder.string(), std::strerror(errno));
  for (fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error), end;
       entry != end && !error; entry.increment(error))
    listing.add(*entry);
  if (error) return fail("{}: cannot be listed: {}", folder.string(), error.message());
  m_files = std::move(listing.files);
  for (const auto& [what, count] : listing.left_out)
    m_left_out.push_back(fmt::format("{}: left out: {} {}", folder.string(), count, what));
  if (m_files.empty())
    return fail("{}: holds no .cu file, so there is nothing to judge{}{}", folder.string(), m_left_out.empty() ? "" : "\n",
                fmt::join(m_left_out, "\n"));
  std::ranges::sort(m_files);
  m_total = m_files.size();
  JUDGE_TRY(m_problems, ProblemOfFile::among(root));
  return {};
}

bool JobSource::has_ended() const {
  if (m_jobs) return m_next_file == m_jobs->size();
  return m_files.empty() ? m_lines.has_ended() : m_next_file == m_files.size();
}

JobSource::Next JobSource::of_file(const fs::path& file) {
  std::string id = id_of_file(file, m_next_file);
  const auto problem = m_problems.of(file);
  if (!problem)
    return {
        std::move(id),
        fail(
            "{0}: which problem is it for? Put it into a folder with the problem's name, or give it the prefix of its attempts "
            "(judge show PROBLEM says it); or judge it alone: judge run PROBLEM {0}",
            file.string())};
  return {id, WorkerJob{.id = id, .problem = *problem, .path = file.string()}};
}

Result<std::optional<JobSource::Next>> JobSource::next() {
  if (has_ended()) return std::nullopt;
  if (m_jobs) return std::move((*m_jobs)[m_next_file++]);
  if (!m_files.empty()) {
    return of_file(m_files[m_next_file++]);
  }
  while (true) {
    JUDGE_TRY(const auto line, m_lines.next(std::chrono::milliseconds(0)));
    if (!line) return std::nullopt;
    ++m_number;
    if (line->find_first_not_of(k_blanks) == std::string::npos) continue;
    return of_line(*line);
  }
}

JobSource::Next JobSource::of_line(const std::string& line) {
  auto job = parse_job(line);
  std::string id = job ? job->id : id_in(line);
  if (id.empty()) {
    id = id_of_line(m_number);
  } else if (is_id_of_a_line(id)) {
    job = fail("line {}: an id such as '{}' is that of a line without one; give it another", m_number, id);
    id = id_of_line(m_number);
  }
  if (const auto [first, is_new] = m_lines_of_ids.emplace(id, m_number); !is_new)
    job = fail("line {}: its id '{}' is that of line {}; give each job an id of its own, or none", m_number, id, first->second);
  else if (job) job->id = id;
  return {std::move(id), std::move(job)};
}

}  // namespace judge

#include "judge/cluster/write_once.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "judge/cluster/node_name.hpp"
#include "judge/cluster/own_files.hpp"
#include "judge/worker/lines.hpp"

namespace judge {

namespace fs = std::filesystem;

static Result<void> write_whole(const fs::path& path, std::string_view content, mode_t mode) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0) return fail("{}: {}", path.string(), std::strerror(errno));
  auto written = write_all(file, content);
  if (written && ::fsync(file) != 0) written = fail("cannot be written: {}", std::strerror(errno));
  if (::close(file) != 0 && written) written = fail("cannot be written: {}", std::strerror(errno));
  if (!written) return fail("{}: {}", path.string(), written.error().message);
  return {};
}

// A server may have made the link although its answer was lost and the repeated request failed: the number of links tells.
static Result<WrittenBy> give_name(const fs::path& temporary, const fs::path& path) {
  if (::link(temporary.c_str(), path.c_str()) == 0) return WrittenBy::us;
  const int reason = errno;
  struct stat status {};
  if (::stat(temporary.c_str(), &status) == 0 && status.st_nlink == 2) return WrittenBy::us;
  if (reason == EEXIST) return WrittenBy::others;
  return fail("{}: cannot be made by link(2): {}", path.string(), std::strerror(reason));
}

Result<WrittenBy> write_once(const fs::path& path, std::string_view content, mode_t mode) {
  static std::atomic<unsigned> count = 0;
  make_own_folders(path.parent_path());
  const fs::path temporary =
      path.parent_path() / fmt::format(".{}.{}.{}.tmp", path.filename().string().substr(0, 64), node_name(),
                                       static_cast<unsigned long long>(::getpid()) << 20 | ++count);
  const auto written = write_whole(temporary, content, mode);
  auto result = written ? give_name(temporary, path) : Result<WrittenBy>(std::unexpected(written.error()));
  ::unlink(temporary.c_str());
  return result;
}

}  // namespace judge

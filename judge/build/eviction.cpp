#include "judge/build/eviction.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "judge/build/file_lock.hpp"

namespace judge {

namespace fs = std::filesystem;
using Time = fs::file_time_type;

namespace {

// The files of one key go together: a library without its description is of no use.
struct Group {
  std::vector<fs::path> files;
  std::uint64_t bytes = 0;
  Time used = Time::min();
};

std::map<std::string, Group> groups_in(const fs::path& objects) {
  std::map<std::string, Group> groups;
  std::error_code error;
  for (fs::recursive_directory_iterator it(objects, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    if (!it->is_regular_file(gone)) continue;
    const std::string name = it->path().filename().string();
    Group& group = groups[name.substr(0, name.find('.'))];
    group.files.push_back(it->path());
    const auto bytes = it->file_size(gone);
    if (!gone) group.bytes += bytes;
    const auto used = it->last_write_time(gone);
    if (!gone) group.used = std::max(group.used, used);
  }
  return groups;
}

// When the oldest of the caches that are open now was opened. Leftovers of processes that died are removed on the way.
Time oldest_session(const fs::path& sessions) {
  Time oldest = Time::max();
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(sessions, error)) files.push_back(entry.path());
  for (const auto& file : files) {
    const auto opened = fs::last_write_time(file, error);
    if (error) continue;
    const auto lock = FileLock::try_acquire(file, LockMode::exclusive, LockFile::is_removed);
    const bool is_live = !lock || !*lock;
    if (is_live) oldest = std::min(oldest, opened);
  }
  return oldest;
}

}  // namespace

fs::path eviction_lock(const fs::path& cache) { return cache / "eviction.lock"; }

std::uint64_t evict(const fs::path& cache, std::uint64_t limit_bytes, std::chrono::seconds keep_used_within) {
  const auto groups = groups_in(cache / "objects");
  std::uint64_t total = 0;
  std::vector<const Group*> by_age;
  for (const auto& [key, group] : groups) {
    total += group.bytes;
    by_age.push_back(&group);
  }
  if (total <= limit_bytes) return total;
  std::ranges::sort(by_age, {}, &Group::used);
  const Time spared = std::min(Time::clock::now() - keep_used_within, oldest_session(cache / "sessions"));
  const std::uint64_t goal = limit_bytes - limit_bytes / 5;
  for (const Group* group : by_age) {
    if (total <= goal || group->used >= spared) break;
    std::error_code ignored;
    for (const auto& file : group->files) fs::remove(file, ignored);
    total -= group->bytes;
  }
  return total;
}

}  // namespace judge

#include "judge/cluster/own_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace judge {

namespace fs = std::filesystem;

namespace {

std::unexpected<Error> cannot_be_seen(const fs::path& path) {
  return fail("{}: cannot be looked at: {}; see to the batch's folder and its rights", path.string(), std::strerror(errno));
}

Result<void> check_owner(const fs::path& path, const struct stat& status) {
  if (status.st_uid != ::geteuid())
    return fail("{}: belongs to user {}, not to you, user {}; what lies there is not believed: name a folder of your own",
                path.string(), status.st_uid, ::geteuid());
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return fail("{}: others may write to it; look that all there is yours, then: chmod -R go-w '{}'", path.string(),
                path.string());
  return {};
}

Result<void> check_own_folder(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return cannot_be_seen(path);
  if (!S_ISDIR(status.st_mode)) return fail("{}: is no folder, where the batch has one; remove it", path.string());
  return check_owner(path, status);
}

// The batch's own folder may be given by a link, but not by one that somebody else can turn.
Result<void> check_top(const fs::path& folder) {
  struct stat status {};
  const fs::path name = folder.has_filename() ? folder : folder.parent_path();
  if (::lstat(name.c_str(), &status) == 0 && S_ISLNK(status.st_mode) && status.st_uid != ::geteuid() && status.st_uid != 0)
    return fail("{}: is a link of user {}; name the folder itself", name.string(), status.st_uid);
  if (::stat(name.c_str(), &status) != 0) return cannot_be_seen(name);
  if (!S_ISDIR(status.st_mode)) return fail("{}: is no folder; name another one", name.string());
  return check_owner(name, status);
}

}  // namespace

Result<bool> is_present(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0) return true;
  if (errno == ENOENT) return false;
  return fail("{}: it cannot be told whether it is there: {}; see to the folder and its rights", path.string(),
              std::strerror(errno));
}

std::unexpected<Error> cannot_be_listed(const fs::path& folder, std::error_code error) {
  return fail("{}: cannot be listed: {}; see to the folder and its rights, what lies there counts", folder.string(),
              error.message());
}

Result<void> check_own_file(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return cannot_be_seen(path);
  if (!S_ISREG(status.st_mode)) return fail("{}: is no regular file, where the batch has one; remove it", path.string());
  return check_owner(path, status);
}

Result<void> check_own_folders(const fs::path& folder) {
  JUDGE_CHECK(check_top(folder));
  for (const char* name : {"submitted", "nodes", "log", "sources", "done", "failed"}) {
    JUDGE_TRY(const bool is_there, is_present(folder / name));
    if (!is_there) continue;
    JUDGE_CHECK(check_own_folder(folder / name));
    std::error_code error;
    for (fs::directory_iterator entry(folder / name, error), end; !error && entry != end; entry.increment(error))
      if (entry->path().filename().string().size() == 2) JUDGE_CHECK(check_own_folder(entry->path()));  // done/ab
    if (error) return cannot_be_listed(folder / name, error);
  }
  return {};
}

void make_own_folders(const fs::path& folder) {
  if (folder.empty() || ::mkdir(folder.c_str(), 0755) == 0 || errno != ENOENT || !folder.has_relative_path()) return;
  make_own_folders(folder.parent_path());
  ::mkdir(folder.c_str(), 0755);
}

}  // namespace judge

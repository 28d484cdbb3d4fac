#pragma once

#include <filesystem>
#include <system_error>

#include "judge/util/result.hpp"

/// In a folder that several machines share, only what nobody but the user may write is believed: tasks run what lies there, with the
/// user's rights.
namespace judge {

/// Errors: no regular file, somebody else's, or the group or others may write it.
Result<void> check_own_file(const std::filesystem::path& path);

/// A batch's folder, and those in it that have a meaning. Errors: as check_own_file(), and none is a link.
Result<void> check_own_folders(const std::filesystem::path& folder);

/// Errors: nobody can tell, since a folder above it cannot be searched, or the file system fails.
Result<bool> is_present(const std::filesystem::path& path);

/// The error of a folder that cannot be read.
std::unexpected<Error> cannot_be_listed(const std::filesystem::path& folder, std::error_code error);

/// A folder and those above it, where they are missing. Nobody but the user may write into them, whatever the umask. Where that fails,
/// so does what is written there next.
void make_own_folders(const std::filesystem::path& folder);

}  // namespace judge

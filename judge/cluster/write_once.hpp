#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string_view>

#include "judge/util/result.hpp"

namespace judge {

/// Whose file it is that has the name now.
enum class WrittenBy { us, others };

/// Makes a file that is never changed afterwards, on a file system that several machines share: complete when its name appears, and of
/// several writers one wins. Its folder is made where it is missing, and nobody but the user may write to either. `others`: the name was there, and its file stays as it was.
/// Errors: cannot be written.
Result<WrittenBy> write_once(const std::filesystem::path& path, std::string_view content, mode_t mode = 0644);

}  // namespace judge

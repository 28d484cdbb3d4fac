#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "judge/build/file_lock.hpp"
#include "judge/passes/harness.hpp"

namespace judge {

/// Other judges' attempts may have held the device memory that one lacked: those that lacked some are tested once more, with no other
/// judge on the device, and that answer decides. `shared`, the lock of wait_beside_others() on `lock_file`, is given back meanwhile.
/// `done` is told of each. Errors: as test_all().
Result<void> test_alone_what_lacked_memory(Harness& harness, std::vector<Tested>& tested, std::optional<FileLock>& shared,
                                           const std::filesystem::path& lock_file, Observer& observer,
                                           const std::function<void(const Tested&)>& done);

}  // namespace judge

#pragma once

#include <functional>
#include <memory>
#include <vector>

namespace judge {

/// Runs tasks in their order on `most` threads at once. All have run when the last copy of what this returns is gone. No task may throw.
std::shared_ptr<void> run_on_threads(std::vector<std::move_only_function<void()>> tasks, std::size_t most);

}  // namespace judge

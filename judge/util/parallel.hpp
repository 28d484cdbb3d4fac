#pragma once

#include <cstddef>
#include <functional>

namespace judge {

/// How many threads parallel_for uses at most: the processors that this process may run on.
std::size_t parallel_threads();

/// Calls body(begin, end) for ranges that together cover 0 ... count-1 exactly once, each starting at a multiple of
/// `grain` and at most `grain` long, on a pool of threads that lives as long as the process. Which thread gets which
/// range is not fixed, so a body whose result depends only on its range gives the same result on any machine.
/// Returns when all is done. The body must not throw. A call from within a body, or while another thread's call is
/// under way, runs on the calling thread alone.
void parallel_for(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& body);

}  // namespace judge

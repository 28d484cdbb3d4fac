#pragma once

#include <cstddef>

/// A process has 65,530 mappings by default, and a guard makes two of one. So the number of guards is limited; later allocations
/// have none. A cooperative launch of 4,224 blocks of 64 threads, in a file with 101 kernels that have shared
/// variables, had 44,516 mappings, guards included.
namespace judge::emulated {

constexpr std::size_t most_fiber_guards = 12'000, most_shared_guards = 6'000;

}  // namespace judge::emulated

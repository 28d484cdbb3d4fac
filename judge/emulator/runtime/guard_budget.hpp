#pragma once

#include <cstddef>

/// A process has 65,530 mappings by default, and a guard makes two of one. A cooperative launch of as many blocks as an H200
/// holds, 4,224 with a host thread each, takes some 26,000 without any guard (thread stacks with theirs, signal stacks, shared
/// memory, fibers, split kernels' variables). So guards are limited; what comes when they are used up goes without: the same
/// code has run beside a guard in the first blocks.
namespace judge::emulated {

constexpr std::size_t most_fiber_guards = 12'000, most_shared_guards = 6'000;

}  // namespace judge::emulated

#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>

namespace judge {

/// The lock of the cache: exclusive to evict, shared to read an entry.
std::filesystem::path eviction_lock(const std::filesystem::path& cache);

/// Where a BuildCache's files are larger than the limit, removes the longest unused until they are well below it, but
/// nothing used within `keep_used_within`, nor since the oldest cache that is still open was opened. The caller holds
/// the eviction lock. Gives the bytes that are left.
std::uint64_t evict(const std::filesystem::path& cache, std::uint64_t limit_bytes, std::chrono::seconds keep_used_within);

}  // namespace judge

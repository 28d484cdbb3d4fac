#pragma once

#include <cstddef>

/// The model chip: a small GPU of compute capability 9.0. Its limits are those of that capability; only the number of
/// multiprocessors and the memory size are our own.
namespace judge::emulated::chip {

constexpr unsigned multiprocessors = 16;
constexpr unsigned multiprocessors_of_an_h200 = 132;  ///< many cooperative launches are written for it without a query
constexpr std::size_t memory_bytes_of_an_h200 = std::size_t{139} << 30;
constexpr unsigned warp_threads = 32, warpgroup_threads = 128;
constexpr unsigned max_threads_per_block = 1024;
constexpr unsigned max_block[3] = {1024, 1024, 64};
constexpr unsigned max_grid[3] = {2147483647u, 65535, 65535};
constexpr unsigned max_threads_per_multiprocessor = 2048;
constexpr unsigned max_blocks_per_multiprocessor = 32;
constexpr unsigned max_blocks_per_cluster = 16, max_portable_blocks_per_cluster = 8;
constexpr std::size_t shared_bytes_per_block = 48 << 10;  ///< static, and dynamic without opting in
constexpr std::size_t shared_bytes_per_block_optin = 227 << 10;
constexpr std::size_t shared_bytes_per_multiprocessor = 228 << 10;
constexpr std::size_t reserved_shared_bytes_per_block = 1 << 10;  ///< they lie before the block's own
constexpr std::size_t shared_granularity_bytes = 128;             ///< a block's request is rounded up to this
constexpr unsigned registers_per_multiprocessor = 65536;
constexpr int cuda_version = 13000;
constexpr const char* name = "Emulated GPU (compute capability 9.0)";

}  // namespace judge::emulated::chip

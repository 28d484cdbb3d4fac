#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace judge::emulated {

constexpr std::size_t gpu_block_bytes = 512;

/// A model of the addresses that a GPU's cudaMalloc() returns, as far as accesses beside an allocation depend on them: which memory
/// is mapped, and which allocations are adjacent. Measured on an H200, in a separate context (tools/probes/memory.cu):
///
///     ... 3rd large, 2nd large, 1st large |  | small ones | the driver's own | 1st other, 2nd other, ... |  | pools
///
/// Small allocations, up to 1 MiB, share 2 MiB, each at a multiple of 512 bytes; when the first 2 MiB are full, more follow among
/// the others. The rest have multiples of 2 MiB to themselves. Pools grow by 32 MiB, and in them, too, 512 bytes is the unit.
/// Accesses to mapped memory pass, allocated or not; accesses between mappings fault.
class GpuHeap {
 public:
  struct Mapping {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    std::uintptr_t end() const { return begin + bytes; }
  };
  enum class From { device, pool };

  /// Addresses lie between `base`, a multiple of 2 MiB, and base + address_bytes.
  explicit GpuHeap(std::uintptr_t base);
  static constexpr std::size_t address_bytes = std::size_t{1} << 42;

  /// `bytes` > 0.
  std::uintptr_t allocate(std::size_t bytes, From from);
  /// `address` must be what allocate() gave.
  void release(std::uintptr_t address);
  /// The mapping that holds an address; one of no bytes if none does. Allocates nothing.
  Mapping mapping_at(std::uintptr_t address) const;
  bool is_mapped(std::uintptr_t address) const { return mapping_at(address).bytes > 0; }
  /// What is mapped before anything is allocated.
  Mapping always_mapped() const;

 private:
  enum class Use { alone, small, pool, driver };
  using Blocks = std::map<std::uintptr_t, std::size_t>;  // their sizes, multiples of 512
  struct Chunk {
    std::size_t bytes = 0;
    Use use = Use::alone;
    Blocks blocks;
  };
  std::uintptr_t place_in(std::uintptr_t begin, Chunk& chunk, std::size_t bytes);
  std::uintptr_t share(Use use, std::size_t bytes);
  std::uintptr_t map_above(std::uintptr_t from, std::size_t bytes, Use use);
  std::uintptr_t map_below(std::uintptr_t end, std::size_t bytes);

  std::uintptr_t m_first_small, m_others, m_pools;
  std::map<std::uintptr_t, Chunk> m_chunks;  // by their first address
};

}  // namespace judge::emulated

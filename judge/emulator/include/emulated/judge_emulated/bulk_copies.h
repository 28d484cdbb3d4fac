#pragma once

#include "judge_emulated/clusters.h"
#include "judge_emulated/mbarriers.h"
#include "judge_emulated/memory_access.h"

// Bulk copies between global and shared memory, which a GPU's tensor memory accelerator makes beside other work: PTX's cp.async.bulk,
// and what <cuda/barrier> and <cuda/ptx> have for it. The runtime makes those to shared memory when their mbarrier is
// waited for, and those from shared memory when their thread waits.
namespace judge_emulated {

/// An address of the cluster's shared memory that may have been cut to 32 bits.
static inline void* cluster_pointer(std::size_t address) {
  if (address >> 32) return reinterpret_cast<void*>(address);
  void* const own = shared_pointer(address);
  if (judgeEmulatedSharedRank(own) != no_rank) return own;
  const dim3 size = cluster_size();
  for (unsigned rank = 0; rank < size.x * size.y * size.z; ++rank) {
    auto* const base = static_cast<char*>(judgeEmulatedMapShared(static_shared, rank));
    if (!base) continue;
    const auto low = static_cast<unsigned>(reinterpret_cast<std::size_t>(base));
    char* const there = base + static_cast<int>(static_cast<unsigned>(address) - low);
    if (judgeEmulatedSharedRank(there) == rank) return there;
  }
  return own;
}

/// `at` and `barrier` are of this block, or of another one of the cluster.
[[JUDGE_NAMED_CALL]] static void load_bulk(void* at, const void* from, unsigned bytes, void* barrier) {
  BulkRequest request{};
  request.shared = at;
  request.other = const_cast<void*>(from);
  request.bytes = bytes;
  request.barrier = barrier;
  request.code = __builtin_return_address(0);
  judgeEmulatedBulkLoad(linear_thread(), &request);
}

/// The same into each block of the cluster whose bit is set in `blocks`.
[[gnu::always_inline]] static inline void load_bulk_to_blocks(void* at, const void* from, unsigned bytes, void* barrier, unsigned blocks) {
  for (unsigned rank = 0; rank < 16; ++rank)
    if (blocks >> rank & 1) load_bulk(map_shared(at, rank), from, bytes, map_shared(barrier, rank));
}

/// Combines elements in another block's shared memory with those of this one's.
[[JUDGE_NAMED_CALL]] static void reduce_bulk_shared(void* at, const void* from, unsigned bytes, void* barrier, BulkOperation operation,
                                                    BulkElement element) {
  BulkRequest request{};
  request.shared = at;
  request.other = const_cast<void*>(from);
  request.bytes = bytes;
  request.operation = operation;
  request.element = element;
  request.barrier = barrier;
  request.code = __builtin_return_address(0);
  judgeEmulatedBulkLoad(linear_thread(), &request);
}

/// From shared memory, of the thread's current group.
[[JUDGE_NAMED_CALL]] static void store_bulk(void* to, const void* from, unsigned bytes, BulkOperation operation = BulkOperation::copy,
                                            BulkElement element = BulkElement::none) {
  BulkRequest request{};
  request.shared = const_cast<void*>(from);
  request.other = to;
  request.bytes = bytes;
  request.operation = operation;
  request.element = element;
  request.code = __builtin_return_address(0);
  judgeEmulatedBulkStore(linear_thread(), &request);
}

static inline void commit_bulk_stores() { judgeEmulatedCommitBulkStores(linear_thread()); }
static inline void wait_for_bulk_stores(std::uint64_t groups, BulkWait wait) {
  judgeEmulatedWaitForBulkStores(linear_thread(), groups, wait);
}

}  // namespace judge_emulated

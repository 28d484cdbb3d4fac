#pragma once

#include "judge_emulated/abi.h"
#include "judge_emulated/barriers.h"
#include "judge_emulated/threads.h"

// Thread block clusters. The blocks of one run at the same time, each on a host thread of its own.
namespace judge_emulated {

static inline dim3 cluster_size() {
  unsigned size[3];
  judgeEmulatedClusterSize(size);
  return {size[0], size[1], size[2]};
}

static inline void arrive_at_cluster() {
  before_release();
  const SavedThread saved;
  judgeEmulatedClusterArrive(linear_thread());
  saved.restore();
}

[[JUDGE_NAMED_CALL]] static void wait_for_cluster(int line) {
  const SavedThread saved;
  judgeEmulatedClusterWait(linear_thread(), line, __builtin_return_address(0));
  saved.restore();
}

[[noreturn, JUDGE_NAMED_CALL]] static void no_shared_place() {
  judgeEmulatedTrap("of another block of the cluster: the address is not in shared memory, or the cluster has no block of this rank",
                    __builtin_return_address(0));
}

/// The same place in the shared memory of the cluster's block of this rank.
template <class T>
static inline T* map_shared(T* pointer, unsigned rank) {
  void* const mapped = judgeEmulatedMapShared(const_cast<const void*>(static_cast<const volatile void*>(pointer)), rank);
  if (!mapped) no_shared_place();
  return static_cast<T*>(mapped);
}

}  // namespace judge_emulated

static inline bool __clusterDimIsSpecified() {
  const dim3 size = judge_emulated::cluster_size();
  return size.x * size.y * size.z > 1;
}
static inline dim3 __clusterDim() { return judge_emulated::cluster_size(); }
static inline dim3 __clusterGridDimInClusters() {
  const dim3 size = judge_emulated::cluster_size();
  return {gridDim.x / size.x, gridDim.y / size.y, gridDim.z / size.z};
}
static inline dim3 __clusterIdx() {
  const dim3 size = judge_emulated::cluster_size();
  return {blockIdx.x / size.x, blockIdx.y / size.y, blockIdx.z / size.z};
}
static inline dim3 __clusterRelativeBlockIdx() {
  const dim3 size = judge_emulated::cluster_size();
  return {blockIdx.x % size.x, blockIdx.y % size.y, blockIdx.z % size.z};
}
static inline unsigned __clusterRelativeBlockRank() {
  const dim3 size = judge_emulated::cluster_size(), index = __clusterRelativeBlockIdx();
  return index.x + size.x * (index.y + size.y * index.z);
}
static inline unsigned __clusterSizeInBlocks() {
  const dim3 size = judge_emulated::cluster_size();
  return size.x * size.y * size.z;
}
static inline void __cluster_barrier_arrive() { judge_emulated::arrive_at_cluster(); }
static inline void __cluster_barrier_arrive_relaxed() { judge_emulated::arrive_at_cluster(); }
static inline void __cluster_barrier_wait(int line = __builtin_LINE()) { judge_emulated::wait_for_cluster(line); }
static inline void* __cluster_map_shared_rank(const void* pointer, unsigned rank) {
  return judge_emulated::map_shared(const_cast<void*>(pointer), rank);
}
static inline unsigned __cluster_query_shared_rank(const void* pointer) { return judgeEmulatedSharedRank(pointer); }
static inline unsigned __isClusterShared(const void* pointer) {
  return judgeEmulatedSharedRank(pointer) != judge_emulated::no_rank;
}
static inline void __threadfence_cluster() { __threadfence(); }

#pragma once

#include "cuda_runtime.h"
#include "judge_emulated/brought_along.h"

// Cooperative groups over the warp's and the block's operations.
namespace cooperative_groups {

namespace detail {

/// Any trivially copyable value, eight bytes at a time.
template <class T, class Shuffle>
inline T shuffle_words(const T& value, Shuffle shuffle) {
  constexpr std::size_t words = (sizeof(T) + 7) / 8;
  unsigned long long buffer[words] = {};
  __builtin_memcpy(buffer, &value, sizeof(T));
  for (unsigned long long& word : buffer) word = shuffle(word);
  T result;
  __builtin_memcpy(static_cast<void*>(&result), buffer, sizeof(T));
  return result;
}

}  // namespace detail

/// All threads of the block.
class thread_block {
 public:
  struct arrival_token {};
  static void sync(int line = __builtin_LINE()) { __syncthreads(line); }
  arrival_token barrier_arrive(int = 0) const { return {}; }
  void barrier_wait(arrival_token&&, int line = __builtin_LINE()) const { __syncthreads(line); }
  void barrier_wait(int line = __builtin_LINE()) const { __syncthreads(line); }
  static unsigned thread_rank() { return judge_emulated::linear_thread(); }
  static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned num_threads() { return size(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() { return {}; }

/// All threads of a cooperative launch.
class grid_group {
 public:
  struct arrival_token {};
  static bool is_valid() { return judgeEmulatedIsCooperative() != 0; }
  static void sync(int line = __builtin_LINE()) { judge_emulated::barrier(judge_emulated::BarrierKind::grid, 0, line); }
  arrival_token barrier_arrive() const { return {}; }
  void barrier_wait(arrival_token&&, int line = __builtin_LINE()) const { sync(line); }
  static unsigned long long num_blocks() { return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z; }
  static unsigned long long block_rank() {
    return blockIdx.x + gridDim.x * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  static unsigned long long num_threads() { return num_blocks() * thread_block::size(); }
  static unsigned long long size() { return num_threads(); }
  static unsigned long long thread_rank() { return block_rank() * thread_block::size() + thread_block::thread_rank(); }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_blocks() { return gridDim; }
  static dim3 block_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
};
inline grid_group this_grid() { return {}; }

/// All threads of a cluster: of one block where the launch has none.
class cluster_group {
 public:
  struct arrival_token {};
  static void sync(int line = __builtin_LINE()) {
    __cluster_barrier_arrive();
    __cluster_barrier_wait(line);
  }
  static arrival_token barrier_arrive() {
    __cluster_barrier_arrive();
    return {};
  }
  static void barrier_wait(int line = __builtin_LINE()) { __cluster_barrier_wait(line); }
  static void barrier_wait(arrival_token&&, int line = __builtin_LINE()) { __cluster_barrier_wait(line); }
  template <class T>
  static T* map_shared_rank(T* pointer, int rank) {
    return judge_emulated::map_shared(pointer, static_cast<unsigned>(rank));
  }
  static unsigned query_shared_rank(const void* pointer) { return __cluster_query_shared_rank(pointer); }
  static dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static unsigned block_rank() { return __clusterRelativeBlockRank(); }
  static dim3 dim_blocks() { return __clusterDim(); }
  static unsigned num_blocks() { return __clusterSizeInBlocks(); }
  static dim3 dim_threads() {
    const dim3 blocks = __clusterDim();
    return {blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z};
  }
  static dim3 thread_index() {
    const dim3 block = __clusterRelativeBlockIdx();
    return {block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y, block.z * blockDim.z + threadIdx.z};
  }
  static unsigned num_threads() { return num_blocks() * thread_block::size(); }
  static unsigned size() { return num_threads(); }
  static unsigned thread_rank() { return block_rank() * thread_block::size() + thread_block::thread_rank(); }
};
inline cluster_group this_cluster() { return {}; }

/// Lanes of one warp: what tiles and coalesced groups share. `Group` gives the mask, and the lane of a rank.
template <class Group>
class lanes {
 public:
  void sync(int line = __builtin_LINE()) const { __syncwarp(group().mask(), line); }
  template <class T>
  T shfl(T value, unsigned source_rank, int line = __builtin_LINE()) const {
    const unsigned lane = group().lane_of(source_rank % group().num_threads());
    return detail::shuffle_words(value, [&](auto word) { return __shfl_sync(group().mask(), word, lane, 32, line); });
  }
  template <class T>
  T shfl_up(T value, unsigned delta, int line = __builtin_LINE()) const {
    const unsigned rank = group().thread_rank();
    return shfl(value, rank >= delta ? rank - delta : rank, line);
  }
  template <class T>
  T shfl_down(T value, unsigned delta, int line = __builtin_LINE()) const {
    const unsigned rank = group().thread_rank();
    return shfl(value, rank + delta < group().num_threads() ? rank + delta : rank, line);
  }
  template <class T>
  T shfl_xor(T value, unsigned lane_mask, int line = __builtin_LINE()) const {
    const unsigned rank = group().thread_rank(), source = rank ^ lane_mask;
    return shfl(value, source < group().num_threads() ? source : rank, line);
  }
  int any(int predicate, int line = __builtin_LINE()) const { return __any_sync(group().mask(), predicate, line); }
  int all(int predicate, int line = __builtin_LINE()) const { return __all_sync(group().mask(), predicate, line); }
  unsigned ballot(int predicate, int line = __builtin_LINE()) const {
    return by_rank(__ballot_sync(group().mask(), predicate, line));
  }
  template <class T>
  unsigned match_any(T value, int line = __builtin_LINE()) const {
    return by_rank(__match_any_sync(group().mask(), value, line));
  }
  template <class T>
  unsigned match_all(T value, int& predicate, int line = __builtin_LINE()) const {
    return by_rank(__match_all_sync(group().mask(), value, &predicate, line));
  }

 private:
  const Group& group() const { return static_cast<const Group&>(*this); }
  /// A mask of lanes as a mask of ranks.
  unsigned by_rank(unsigned mask) const {
    unsigned result = 0;
    for (unsigned rank = 0; rank < group().num_threads(); ++rank) result |= (mask >> group().lane_of(rank) & 1) << rank;
    return result;
  }
};

/// Lanes that run together, or that a partition put together.
class coalesced_group : public lanes<coalesced_group> {
 public:
  explicit coalesced_group(unsigned mask, unsigned rank_of_group = 0, unsigned groups = 1)
      : m_mask(mask), m_meta_rank(rank_of_group), m_meta_size(groups) {}
  unsigned mask() const { return m_mask; }
  unsigned lane_of(unsigned rank) const { return __fns(m_mask, 0, static_cast<int>(rank) + 1); }
  unsigned num_threads() const { return static_cast<unsigned>(__popc(m_mask)); }
  unsigned size() const { return num_threads(); }
  unsigned thread_rank() const { return static_cast<unsigned>(__popc(m_mask & ((1u << judge_emulated::lane()) - 1))); }
  unsigned meta_group_size() const { return m_meta_size; }
  unsigned meta_group_rank() const { return m_meta_rank; }

 private:
  unsigned m_mask, m_meta_rank, m_meta_size;
};
inline coalesced_group coalesced_threads(int line = __builtin_LINE()) { return coalesced_group(__activemask(line)); }

namespace detail {

/// Where a tile stands among the tiles of the group it is part of.
template <unsigned Size, class Parent>
struct PlaceInParent {
  static unsigned rank() { return Parent::thread_rank() / Size; }
  static unsigned count() { return (Parent::size() + Size - 1) / Size; }
};
template <unsigned Size>
struct PlaceInParent<Size, void> : PlaceInParent<Size, thread_block> {};

/// `Size` consecutive threads of a warp: 1, 2, 4, 8, 16 or 32.
template <unsigned Size, class Parent>
class TileOfLanes : public lanes<TileOfLanes<Size, Parent>> {
 public:
  static unsigned mask() { return (Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1) << first_lane(); }
  static unsigned lane_of(unsigned rank) { return first_lane() + rank; }
  static unsigned thread_rank() { return judge_emulated::linear_thread() & (Size - 1); }
  static constexpr unsigned num_threads() { return Size; }

 private:
  static unsigned first_lane() { return judge_emulated::lane() & ~(Size - 1); }
};

/// `Size` consecutive threads of several warps: 64, 128, 256 or 512.
template <unsigned Size, class Parent>
class TileOfWarps {
 public:
  static unsigned thread_rank() { return judge_emulated::linear_thread() & (Size - 1); }
  static void sync(int line = __builtin_LINE()) { meet(first_thread() / Size, line); }
  template <class T>
  T shfl(T value, unsigned source_rank, int line = __builtin_LINE()) const {
    return show(value, line, [&](const T* const* shown) { return *shown[source_rank % Size]; });
  }
  int any(int predicate, int line = __builtin_LINE()) const {
    return fold(__any_sync(0xffffffffu, predicate, line), [](int a, int b) { return a | b; }, line);
  }
  int all(int predicate, int line = __builtin_LINE()) const {
    return fold(__all_sync(0xffffffffu, predicate, line), [](int a, int b) { return a & b; }, line);
  }
  /// operation(... of what each warp's first thread gives), in the order of the warps.
  template <class T, class Operation>
  T fold(T value, Operation operation, int line) const {
    return show(value, line, [&](const T* const* shown) {
      T result = *shown[0];
      for (unsigned warp = 1; warp < Size / 32; ++warp) result = operation(result, *shown[32 * warp]);
      return result;
    });
  }
  /// read(pointers to the values of all threads), between two barriers.
  template <class T, class Read>
  static auto show(const T& value, int line, Read read) {
    shown()[judge_emulated::linear_thread()] = &value;
    sync(line);
    const auto result = read(reinterpret_cast<const T* const*>(shown() + first_thread()));
    sync(line);
    return result;
  }

 private:
  static unsigned first_thread() { return judge_emulated::linear_thread() & ~(Size - 1); }
  static const void** shown() {
    static thread_local const void* values[1024];
    return values;
  }
  static void meet(unsigned tile, int line) {
    judge_emulated::barrier_of_warps(judge_emulated::barrier_of_tile(Size, tile), Size, judge_emulated::Arrival::waits, line);
  }
};

}  // namespace detail

/// `Size` consecutive threads of a block: a power of two up to 512.
template <unsigned Size, class Parent = void>
class thread_block_tile : public std::conditional_t<(Size <= 32), detail::TileOfLanes<Size, Parent>,
                                                    detail::TileOfWarps<Size, Parent>> {
 public:
  static_assert(Size > 0 && Size <= 512 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, ... or 512 threads");
  thread_block_tile() = default;
  template <class OtherParent>
  thread_block_tile(const thread_block_tile<Size, OtherParent>&) {}
  static constexpr unsigned num_threads() { return Size; }
  static constexpr unsigned size() { return Size; }
  static unsigned meta_group_rank() { return detail::PlaceInParent<Size, Parent>::rank(); }
  static unsigned meta_group_size() { return detail::PlaceInParent<Size, Parent>::count(); }
};

template <unsigned Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent&) { return {}; }
inline thread_block_tile<1, thread_block_tile<1, thread_block>> this_thread() { return {}; }

/// Memory for tiles of more than a warp, which the emulated runtime keeps elsewhere.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory { char unused; };
template <unsigned MaxBlockSize>
inline thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) { return {}; }

/// A tile whose size is known only at run time.
inline coalesced_group tiled_partition(const thread_block&, unsigned size) {
  const unsigned first = judge_emulated::lane() & ~(size - 1), rank = judge_emulated::linear_thread() / size;
  return coalesced_group((size >= 32 ? 0xffffffffu : (1u << size) - 1) << first, rank, thread_block::size() / size);
}
inline coalesced_group tiled_partition(const coalesced_group& group, unsigned size) {
  const unsigned first = group.thread_rank() / size * size;
  unsigned mask = 0;
  for (unsigned rank = first; rank < first + size && rank < group.size(); ++rank) mask |= 1u << group.lane_of(rank);
  return coalesced_group(mask, first / size, (group.size() + size - 1) / size);
}

/// Parts are numbered by their first lanes.
template <class Group, class Label>
inline coalesced_group labeled_partition(const Group& group, Label label, int line = __builtin_LINE()) {
  const unsigned part = __match_any_sync(group.mask(), label, line), first = part & (0u - part);
  const bool is_first = first == 1u << judge_emulated::lane();
  const unsigned firsts = __ballot_sync(group.mask(), is_first, line);
  return coalesced_group(part, static_cast<unsigned>(__popc(firsts & (first - 1))),
                         static_cast<unsigned>(__popc(firsts)));
}
template <class Group>
inline coalesced_group binary_partition(const Group& group, bool predicate, int line = __builtin_LINE()) {
  const unsigned all = group.mask(), chosen = __ballot_sync(all, predicate, line);
  if (chosen == 0 || chosen == all) return coalesced_group(all);
  return coalesced_group(predicate ? chosen : all & ~chosen, predicate ? 1 : 0, 2);
}
template <class Group>
inline coalesced_group labeled_partition(const Group& group, bool predicate, int line = __builtin_LINE()) {
  return binary_partition(group, predicate, line);
}

/// Any of the groups of a block, by value.
class thread_group {
 public:
  thread_group(const thread_block&)
      : m_size(thread_block::size()), m_rank(thread_block::thread_rank()), m_is_block(true) {}
  template <class Lanes>
  thread_group(const lanes<Lanes>& group)
      : m_size(static_cast<const Lanes&>(group).size()), m_rank(static_cast<const Lanes&>(group).thread_rank()),
        m_mask(static_cast<const Lanes&>(group).mask()) {}
  template <unsigned Size, class Parent>
  thread_group(const detail::TileOfWarps<Size, Parent>& tile)
      : m_size(Size), m_rank(tile.thread_rank()), m_sync_of_warps(&detail::TileOfWarps<Size, Parent>::sync) {}
  void sync(int line = __builtin_LINE()) const {
    if (m_is_block) __syncthreads(line);
    else if (m_sync_of_warps) m_sync_of_warps(line);
    else __syncwarp(m_mask, line);
  }
  unsigned long long size() const { return m_size; }
  unsigned long long num_threads() const { return m_size; }
  unsigned long long thread_rank() const { return m_rank; }

 private:
  unsigned m_size, m_rank, m_mask = 0;
  bool m_is_block = false;
  void (*m_sync_of_warps)(int line) = nullptr;
};
inline coalesced_group tiled_partition(const thread_group&, unsigned size) {
  return tiled_partition(thread_block(), size);
}

template <class Group>
inline void sync(const Group& group, int line = __builtin_LINE()) { group.sync(line); }
template <class Group>
inline auto thread_rank(const Group& group) { return group.thread_rank(); }
template <class Group>
inline auto group_size(const Group& group) { return group.size(); }

template <class Group, class Function, class... Arguments>
inline void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}
/// All get what the one's call gives.
template <class Group, class Function, class... Arguments>
inline auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
  std::decay_t<decltype(function(static_cast<Arguments&&>(arguments)...))> result{};
  if (group.thread_rank() == 0) result = function(static_cast<Arguments&&>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups

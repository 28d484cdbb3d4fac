#pragma once

#include "judge_emulated/abi.h"
#include "judge_emulated/vector_types.h"

// What device functions see. A kernel's own body has constants of these names (Here), which are no memory: a loop over
// threads need not store them, and no store of the kernel can change them. Every function that may switch fibers saves and
// restores threadIdx.
static thread_local uint3 threadIdx{}, blockIdx{};
static thread_local dim3 blockDim{}, gridDim{};
static constexpr int warpSize = 32;

// On functions whose caller a report names: calls of one function from several lines must stay several.
#if defined(__has_attribute) && __has_attribute(nomerge)
#define JUDGE_NAMED_CALL gnu::noinline, clang::nomerge
#else
#define JUDGE_NAMED_CALL gnu::noinline
#endif

namespace judge_emulated {

static thread_local char* static_shared = nullptr;
static thread_local char* dynamic_shared = nullptr;
/// Set when the running thread may have waited: other fibers have then taken over the threads after it.
static thread_local bool waited = false;

/// Where a thread stands.
struct Here {
  uint3 thread, block;
  dim3 block_size, grid_size;
  bool guard_holds = false;     ///< all threads of the loop are known to pass the condition that their kernel begins with
};

static inline uint3 block_index(const Block* block) { return {block->index[0], block->index[1], block->index[2]}; }
static inline dim3 block_size(const Block* block) { return {block->size[0], block->size[1], block->size[2]}; }
static inline dim3 grid_size(const Block* block) { return {block->grid[0], block->grid[1], block->grid[2]}; }

/// May the code of a kernel call something that looks at the thread-local threadIdx, or that waits?
enum class Asks : bool { no, yes };

static inline unsigned linear_thread() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
static inline unsigned lane() { return linear_thread() & 31; }

/// What a fiber must find unchanged when it runs again.
struct SavedThread {
  uint3 index = {threadIdx.x, threadIdx.y, threadIdx.z};
  void restore() const {
    threadIdx.x = index.x;
    threadIdx.y = index.y;
    threadIdx.z = index.z;
    waited = true;
  }
};

}  // namespace judge_emulated

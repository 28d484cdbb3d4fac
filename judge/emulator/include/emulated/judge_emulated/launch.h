#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "judge_emulated/abi.h"
#include "judge_emulated/runtime_api.h"
#include "judge_emulated/threads.h"

// How a kernel is lowered. `__global__ void k(float* a, int n) { BODY }` becomes
//
//     inline void judge_kernel_k(const Here& here, float* a, int n) { const uint3 threadIdx = here.thread, ...; BODY }
//     void k(float* a, int n) { ::judge_emulated::launch<&k, BOUNDS, ASKS>(NAME,
//         [](const Here& here, auto... p) { judge_kernel_k(here, p...); }, GUARD, a, n); }
//
// so `k` is a host function with the kernel's own signature, as it is under nvcc: arguments convert, templates deduce,
// overloads resolve and pointers to kernels work by the rules of the language. `k<<<g, b>>>(x, y)` becomes
// `(::judge_emulated::Configuration(g, b).push(), k(x, y))`.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((no_sanitize("alignment"))), apply_to = function)
#endif

namespace judge_emulated {

/// A parameter's type as the function's type has it.
template <class T>
struct Unrestricted {
  using type = T;
};
template <class T>
struct Unrestricted<T* __restrict__> {
  using type = T*;
};

/// What stands between <<< and >>>.
class Configuration {
 public:
  // nvcc takes the grid alone, too.
  Configuration(dim3 grid, dim3 block = 1, std::size_t shared_bytes = 0, cudaStream_t stream = nullptr)
      : m_grid(grid), m_block(block), m_shared_bytes(shared_bytes), m_stream(stream) {}
  // Inlined, so that its call of the runtime stands in the line of the launch.
  [[gnu::always_inline]] void push() const {
    const unsigned grid[3] = {m_grid.x, m_grid.y, m_grid.z}, block[3] = {m_block.x, m_block.y, m_block.z};
    judgeEmulatedPushConfiguration(grid, block, m_shared_bytes, m_stream);
  }

 private:
  dim3 m_grid, m_block;
  std::size_t m_shared_bytes;
  cudaStream_t m_stream;
};

/// What all blocks have that a host thread runs, one after the other.
static inline void enter_launch(const Block* block) {
  blockDim = block_size(block);
  gridDim = grid_size(block);
  static_shared = block->static_shared;
  dynamic_shared = block->dynamic_shared;
}

[[gnu::always_inline]] static inline void enter_block(const Block* block) { blockIdx = block_index(block); }

static inline void current_thread(unsigned thread[3], unsigned block[3]) {
  thread[0] = threadIdx.x;
  thread[1] = threadIdx.y;
  thread[2] = threadIdx.z;
  block[0] = blockIdx.x;
  block[1] = blockIdx.y;
  block[2] = blockIdx.z;
}

#ifdef JUDGE_EMULATED_EXACT
/// One thread as a call of its own: nothing moves out of it, so a fault has the right line.
template <class Call, class... P>
[[gnu::noinline]] static void call_thread(const Here& here, P... arguments) {
  // At each access the runtime may ask for threadIdx, and run other threads: calls that the compiler adds only later.
  asm volatile("" ::"r"(&threadIdx), "r"(&waited) : "memory");
  Call{}(here, arguments...);
  asm volatile("" ::"r"(&threadIdx), "r"(&waited) : "memory");
}
#else
template <class Call, class... P>
[[gnu::always_inline]] static inline void call_thread(const Here& here, P... arguments) {
  Call{}(here, arguments...);
}
#endif

/// Code made to be looked at may wait at each access, whatever it calls (lockstep.h).
#ifdef JUDGE_EMULATED_EXACT
constexpr bool is_exact = true;
#else
constexpr bool is_exact = false;
#endif

/// For kernels that do not begin with a condition.
struct NoGuard {};

/// Rows shorter than this are too short for vectorised loops. They run in pieces whose length the compiler knows, so that it
/// unrolls them: the fewer instructions a row takes, the more rows' loads a processor has under way at a time.
constexpr unsigned short_row = 32, piece = 16;
constexpr unsigned most_threads_per_block = 1024;

/// `count` threads of a row, none of which can wait.
template <class Call, class... P>
[[gnu::always_inline]] static inline void call_threads(Here here, unsigned count, P... arguments) {
  const unsigned first = here.thread.x;
  for (unsigned i = 0; i < count; ++i) {
    here.thread.x = first + i;
    call_thread<Call, P...>(here, arguments...);
  }
}

/// Threads [here.thread.x, end) of one row; stops after one that waited. Returns the x after the last thread run.
template <Asks Asking, class Call, class... P>
[[gnu::always_inline]] static inline unsigned loop_over_row(Here here, unsigned end, P... arguments) {
  unsigned& x = here.thread.x;
  if constexpr (Asking == Asks::no && !is_exact) {
    call_threads<Call, P...>(here, end - x, arguments...);
    return end;
  }
  waited = false;
  for (; x < end; ++x) {
    threadIdx = here.thread;
    call_thread<Call, P...>(here, arguments...);
    if (__builtin_expect(waited, 0)) return x + 1;
  }
  return x;
}

/// The same, with a piece for short rows: not with g++, where each copy of a body has stack of its own.
template <Asks Asking, class Call, class... P>
[[gnu::always_inline]] static inline unsigned run_row(Here here, unsigned end, P... arguments) {
#if defined(__clang__)
  static_assert(short_row == 2 * piece);
  if constexpr (Asking == Asks::no && !is_exact)
    if (unsigned& x = here.thread.x; end - x < short_row && end - x >= piece) {
      call_threads<Call, P...>(here, piece, arguments...);
      x += piece;
    }
#endif
  return loop_over_row<Asking, Call, P...>(here, end, arguments...);
}

/// The same. Where all of them pass the kernel's guard, the loop need not ask: without a condition clang vectorises it best.
template <Asks Asking, class Call, class... P>
[[gnu::always_inline]] static inline unsigned run_guarded_row(Here here, unsigned end, bool all_pass, P... arguments) {
  if (!all_pass) return loop_over_row<Asking, Call, P...>(here, end, arguments...);
  here.guard_holds = true;
  return run_row<Asking, Call, P...>(here, end, arguments...);
}

/// gcc 12 does not vectorise across threads, so there it would only ask twice.
#if defined(__clang__) && !defined(JUDGE_EMULATED_EXACT)
template <class Guard>
constexpr bool asks_guard_first = !std::is_same_v<Guard, NoGuard>;
#else
template <class Guard>
constexpr bool asks_guard_first = false;
#endif

/// Do `count` threads of a row pass the guard? No branch for each of them: that could not be vectorised.
template <class Guard, class... P>
[[gnu::always_inline]] static inline bool ask_all(Here here, unsigned count, P... arguments) {
  const unsigned first = here.thread.x;
  unsigned failed = 0;
  for (unsigned i = 0; i < count; ++i) {
    here.thread.x = first + i;
    failed |= Guard{}(here, arguments...) ? 0u : 1u;
  }
  return failed == 0;
}

/// The same, with pieces for short rows.
template <class Guard, class... P>
[[gnu::always_inline]] static inline bool row_passes(Here here, unsigned count, P... arguments) {
  if (count < short_row)
    for (; count >= piece; count -= piece, here.thread.x += piece)
      if (!ask_all<Guard, P...>(here, piece, arguments...)) return false;
  return ask_all<Guard, P...>(here, count, arguments...);
}

/// Calls visit(here, end) for each row of threads [thread, end): it runs the row's threads before its end, and returns the x
/// after the last one that it ran. Stops where that one waited. Returns the index after the last.
template <Asks Asking, class Visit>
[[gnu::always_inline]] static inline unsigned for_rows(Here here, unsigned thread, unsigned end, Visit visit) {
  const unsigned width = here.block_size.x, height = here.block_size.y;
  while (thread < end) {
    const unsigned left = end - thread, x = here.thread.x, row_end = left < width - x ? x + left : width;
    thread += visit(here, row_end) - x;
    here.thread.x = 0;
    if ((Asking == Asks::yes || is_exact) && waited) break;
    if (++here.thread.y == height) {
      here.thread.y = 0;
      ++here.thread.z;
    }
  }
  return thread;
}

/// Threads of the current block from `thread` on, until one waited or all have run. Returns the index after the last.
template <Asks Asking, class Call, class Guard, class... P>
[[gnu::always_inline]] static inline unsigned run_threads(unsigned thread, const Block* block, P... arguments) {
  const unsigned width = block->size[0], height = block->size[1], end = block->end_thread;
  Here here{{0, 0, 0}, block_index(block), block_size(block), grid_size(block), false};
  // The first one also where no function asks: it is the one at fault where threads run one by one.
  if (thread != 0) here.thread = {thread % width, thread / width % height, thread / width / height};
  threadIdx = here.thread;
  if constexpr (!asks_guard_first<Guard>) {
    return for_rows<Asking>(here, thread, end, [&](const Here& row, unsigned row_end) __attribute__((always_inline)) {
      return run_row<Asking, Call, P...>(row, row_end, arguments...);
    });
  } else {
    return for_rows<Asking>(here, thread, end, [&](const Here& row, unsigned row_end) __attribute__((always_inline)) {
      const bool all_pass = row_passes<Guard, P...>(row, row_end - row.thread.x, arguments...);
      return run_guarded_row<Asking, Call, P...>(row, row_end, all_pass, arguments...);
    });
  }
}

/// Where threads run one by one, to find the one at fault.
template <class Call, class... P>
[[gnu::cold, gnu::noinline]] static void run_some_threads(unsigned thread, const Block* block, P... arguments) {
  const unsigned width = block->size[0], height = block->size[1], end = block->end_thread;
  Here here{{0, 0, 0}, block_index(block), block_size(block), grid_size(block), false};
#if defined(__clang__)
#pragma clang loop vectorize(disable) unroll(disable)
#endif
  for (; thread < end; ++thread) {
    here.thread = {thread % width, thread / width % height, thread / width / height};
    threadIdx = here.thread;
    call_thread<Call, P...>(here, arguments...);
  }
}

/// Calls visit(here) for the first thread of each row of a block.
template <class Visit>
[[gnu::always_inline]] static inline void for_whole_rows(Here here, Visit visit) {
  const unsigned height = here.block_size.y;
  for (unsigned rows = height * here.block_size.z; rows > 0; --rows) {
    visit(here);
    if (++here.thread.y == height) {
      here.thread.y = 0;
      ++here.thread.z;
    }
  }
}

/// All threads of a block, none of which can wait.
template <class Call, class Guard, class... P>
[[gnu::always_inline]] static inline void run_whole_block(const Block* block, P... arguments) {
  const Here here{{0, 0, 0}, block_index(block), block_size(block), grid_size(block), false};
  const unsigned width = here.block_size.x;
  threadIdx = here.thread;
  if constexpr (!asks_guard_first<Guard>) {
    for_whole_rows(here, [&](const Here& row) __attribute__((always_inline)) {
      run_row<Asks::no, Call, P...>(row, width, arguments...);
    });
  } else {
    // All rows are asked before the first one runs: what stands between two rows keeps a processor from loading ahead.
    [[clang::uninitialized]] bool passes[most_threads_per_block];   // a row has at least one thread
    bool* next = passes;
    for_whole_rows(here, [&](const Here& row) __attribute__((always_inline)) {
      *next++ = row_passes<Guard, P...>(row, width, arguments...);
    });
    next = passes;
    for_whole_rows(here, [&](const Here& row) __attribute__((always_inline)) {
      run_guarded_row<Asks::no, Call, P...>(row, width, *next++, arguments...);
    });
  }
}

/// Threads of the current block from `first` on. Returns the index after the last.
template <Asks Asking, class Call, class Guard, class... P>
[[gnu::always_inline]] static inline unsigned run_threads_or_block(unsigned first, const Block* block, P... arguments) {
  if constexpr (Asking == Asks::yes || is_exact) {
    return run_threads<Asking, Call, Guard, P...>(first, block, arguments...);
  } else {
    if (__builtin_expect(first == 0 && block->end_thread == block->size[0] * block->size[1] * block->size[2], 1))
      run_whole_block<Call, Guard, P...>(block, arguments...);
    else run_some_threads<Call, P...>(first, block, arguments...);
    return block->end_thread;
  }
}

template <Asks Asking, class Call, class Guard, class... P, std::size_t... I>
[[gnu::always_inline]] static inline void thread_loop(void** arguments, unsigned first, const Block* block,
                                                      std::index_sequence<I...>) {
  unsigned thread = first;
  if (thread == 0) enter_launch(block);
  do {
    if (thread == 0) enter_block(block);
    const unsigned end = run_threads_or_block<Asking, Call, Guard, P...>(thread, block, *static_cast<P*>(arguments[I])...);
    block = judgeEmulatedContinue(end, &thread);
  } while (block);
}

template <Asks Asking, class Call, class Guard, class... P>
static void run_kernel(void** arguments, unsigned first, const Block* block) {
  thread_loop<Asking, Call, Guard, P...>(arguments, first, block, std::index_sequence_for<P...>{});
}

/// For kernels that are not split.
struct NoSplit {};

/// Whole blocks of a split kernel, one after the other.
template <class RunBlock, class... P, std::size_t... I>
[[gnu::always_inline]] static inline void block_loop(void** arguments, const Block* block, std::index_sequence<I...>) {
  const unsigned threads = block->size[0] * block->size[1] * block->size[2];
  enter_launch(block);
  do {
    enter_block(block);
    RunBlock{}(block, *static_cast<P*>(arguments[I])...);
    unsigned first = 0;
    block = judgeEmulatedContinue(threads, &first);
  } while (block);
}

template <class RunBlock, class... P>
static void run_split_kernel(void** arguments, unsigned, const Block* block) {
  block_loop<RunBlock, P...>(arguments, block, std::index_sequence_for<P...>{});
}

template <class RunBlock, class... P>
constexpr ThreadLoop split_loop() {
  if constexpr (std::is_same_v<RunBlock, NoSplit>) return nullptr;
  else return &run_split_kernel<RunBlock, P...>;
}

/// What the parameters of a kernel take, one behind the other.
template <class... P>
consteval std::size_t bytes_of_parameters() {
  std::size_t bytes = 0;
  ((bytes = (bytes + alignof(P) - 1) / alignof(P) * alignof(P) + sizeof(P)), ...);
  return bytes;
}

/// Registered while the library is loaded, so that cudaLaunchKernel finds a kernel that nobody launched by <<<>>>.
template <auto Stub, unsigned MaxThreads, Asks Asking, class Name, class Call, class Guard, class RunBlock,
          class Signature = decltype(Stub)>
struct Registered;

// The parameters come from the stub's type, which has them without const and restrict.
template <auto Stub, unsigned MaxThreads, Asks Asking, class Name, class Call, class Guard, class RunBlock, class... P>
struct Registered<Stub, MaxThreads, Asking, Name, Call, Guard, RunBlock, void (*)(P...)> {
  static_assert(bytes_of_parameters<P...>() <= 32764, "a kernel's parameters may take 32764 bytes");
  static constexpr unsigned bytes[sizeof...(P) + 1] = {sizeof(P)...};
  static constexpr bool is_number[sizeof...(P) + 1] = {std::is_arithmetic_v<P>...};
  struct Registration {
    Kernel kernel{reinterpret_cast<const void*>(Stub),
                  Name{}(),
                  &run_kernel<Asking, Call, Guard, P...>,
                  &current_thread,
                  MaxThreads,
                  sizeof...(P),
                  bytes,
                  split_loop<RunBlock, P...>(),
                  false,
                  is_number};
    Registration() { judgeEmulatedRegisterKernel(&kernel); }
  };
  static inline Registration registration;
};

/// The body of a kernel's host stub.
template <auto Stub, unsigned MaxThreads, Asks Asking, class Name, class Call, class Guard, class RunBlock, class... A>
static inline void launch_split(Name, Call, Guard, RunBlock, A&... parameters) {
  void* arguments[sizeof...(A) + 1] = {(void*)&parameters...};
  unsigned grid[3], block[3];
  std::size_t shared_bytes;
  void* stream;
  (void)&Registered<Stub, MaxThreads, Asking, Name, Call, Guard, RunBlock>::registration;
  judgeEmulatedPopConfiguration(grid, block, &shared_bytes, &stream);
  cudaLaunchKernel(reinterpret_cast<const void*>(Stub), dim3(grid[0], grid[1], grid[2]),
                   dim3(block[0], block[1], block[2]), arguments, shared_bytes, static_cast<cudaStream_t>(stream));
}

/// The same, of a kernel that is not split.
template <auto Stub, unsigned MaxThreads, Asks Asking, class Name, class Call, class Guard, class... A>
static inline void launch(Name name, Call call, Guard guard, A&... parameters) {
  launch_split<Stub, MaxThreads, Asking>(name, call, guard, NoSplit{}, parameters...);
}

/// __launch_bounds__(threads[, blocks[, clusters]])
constexpr unsigned launch_bounds(unsigned threads = 0, unsigned = 0, unsigned = 0) { return threads; }

/// __cluster_dims__(x[, y[, z]])
constexpr unsigned cluster_dims(unsigned x, unsigned y = 1, unsigned z = 1) { return x | y << 8 | z << 16; }

template <auto Stub, unsigned Size>
struct ClusterSlot {
  static inline const bool is_noted =
      judgeEmulatedSetCluster(reinterpret_cast<const void*>(Stub), Size & 255, Size >> 8 & 255, Size >> 16);
};
template <auto Stub, unsigned Size>
static inline void note_cluster() {
  (void)&ClusterSlot<Stub, Size>::is_noted;
}

}  // namespace judge_emulated

#if defined(__clang__)
#pragma clang attribute pop
#endif

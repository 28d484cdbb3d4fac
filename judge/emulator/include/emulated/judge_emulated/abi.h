#pragma once

#include <cstddef>
#include <cstdint>

/// What a lowered attempt and libjudge-cudart.so say to each other, besides the CUDA runtime's own functions.
///
/// A kernel's thread body is inlined into a loop over the threads of a block, in the attempt's own library (launch.h).
/// The runtime hands it one block after the other. A loop that meets a barrier calls back into the runtime, which runs
/// other threads of the block on other fibers before it returns; so a kernel without barriers is nothing but a loop.
namespace judge_emulated {

/// One block, as the runtime hands it to a kernel's thread loop.
struct Block {
  unsigned index[3];
  unsigned size[3];          ///< threads in x, y, z
  unsigned grid[3];          ///< blocks in x, y, z
  unsigned end_thread;       ///< run threads below this linear index: all, but when the thread of a fault is looked for
  char* static_shared;       ///< base of the offsets that judgeEmulatedReserveShared gave
  char* dynamic_shared;      ///< extern __shared__
};

/// Runs threads of `*block` from linear index `first_thread` on, and then further blocks, until the runtime has no
/// more.
using ThreadLoop = void (*)(void** arguments, unsigned first_thread, const Block* block);

/// The thread and block that the calling runner is running, read from the attempt's own thread-local variables.
using CurrentThread = void (*)(unsigned thread[3], unsigned block[3]);

/// A __global__ function. One for each instantiation of a template.
struct Kernel {
  const void* function;                   ///< the host stub: what &kernel yields, and the `func` of cudaLaunchKernel
  const char* name;
  ThreadLoop run;
  CurrentThread current_thread;
  unsigned max_threads;                   ///< of __launch_bounds__; 0 = none given
  unsigned parameter_count;
  const unsigned* parameter_bytes;        ///< of each parameter
  ThreadLoop run_split = nullptr;         ///< runs whole blocks region by region (split.h); null: only `run` can
  bool answers_to_host = false;           ///< of a library of ours, whose kernels may write to variables of the host
  const bool* is_number = nullptr;        ///< of each parameter: no pointer, nor an object that may hold one
};

/// `grid` is a barrier of the block that then waits for all other blocks of a cooperative launch.
enum class BarrierKind : int { sync = 0, count = 1, all = 2, any = 3, grid = 4 };

enum class WarpOperation : unsigned char {
  sync, shuffle, shuffle_up, shuffle_down, shuffle_xor, ballot, any, all, match_any, match_all, active_mask,
  add, min_unsigned, max_unsigned, min_signed, max_signed, bit_and, bit_or, bit_xor,
};

/// One lane's part in an operation of its warp.
struct WarpRequest {
  WarpOperation operation;
  unsigned mask;              ///< lanes that must take part
  std::uint64_t value;
  unsigned lane_argument;     ///< source lane, delta or lane mask of a shuffle
  unsigned width;             ///< of a shuffle's segments
  int line;                   ///< where the attempt calls it
  const void* code;           ///< return address of that call
};

struct WarpAnswer {
  std::uint64_t value;
  int predicate;              ///< of __match_all_sync; for shuffles, whether the source lane was inside the segment
};

/// A block's barriers for some of its warps: the 16 of `bar.sync`, and those of tiles of 64 to 512 threads.
constexpr unsigned ptx_barriers = 16, barriers_of_warps = 48;
constexpr unsigned barrier_of_tile(unsigned tile_threads, unsigned tile) { return ptx_barriers + 1024 / tile_threads + tile; }

enum class BulkWait : int { read, complete };

/// Of judgeEmulatedWaitForCopies(): also what no group has.
constexpr std::uint64_t no_group_left = ~std::uint64_t{0};

/// Of judgeEmulatedSharedRank(): the address is not in shared memory.
constexpr unsigned no_rank = ~0u;

/// What a bulk copy does to its destination's elements.
enum class BulkOperation : unsigned char { copy, add, min, max, bit_and, bit_or, bit_xor, inc, dec };
enum class BulkElement : unsigned char { none, u32, s32, u64, s64, f16, bf16, f32, f64 };

/// A copy that cp.async.bulk or cp.reduce.async.bulk makes, all of it for one thread.
struct BulkRequest {
  void* shared;                    ///< the end in shared memory
  void* other;                     ///< the other end: in global memory, or the source of a copy between blocks; null: a tensor
  unsigned bytes;                  ///< not of a tensor
  BulkOperation operation;
  BulkElement element;             ///< of an operation other than copy
  const void* tensor_map;          ///< null: none
  unsigned dimensions;             ///< of the tensor
  int coordinates[5];
  void* barrier;                   ///< of a copy to shared memory
  const void* code;                ///< return address of the call
};

/// The types of elements that a warpgroup multiplies and adds up.
enum class ProductType : unsigned char { f16, bf16, tf32, e4m3, e5m2, s8, u8, f32, s32 };

/// A thread's part in its warpgroup's D = A B + D, of 64 rows and of 32 bytes along the sums: wgmma.mma_async.
struct ProductRequest {
  ProductType d, a, b;
  unsigned columns;                ///< of D
  std::uint64_t a_matrix, b_matrix;  ///< descriptors of matrices in shared memory
  const unsigned* a_registers;     ///< four that hold the thread's elements of A; null: A is in shared memory
  void* const* results;            ///< the thread's registers of D, 32 bits each
  bool adds;                       ///< D to the product
  bool negates;                    ///< the product
  bool transposes_a, transposes_b; ///< their rows (columns, of B) do not lie along the sums
  bool saturates;
  int line;
  const void* code;                ///< return address of the call
};

/// Of an address; constant memory counts as global.
enum class Space : int { global, shared, local };

}  // namespace judge_emulated

extern "C" {

/// Called while the attempt's library is loaded, once for each kernel. The object must live as long as the library.
void judgeEmulatedRegisterKernel(const judge_emulated::Kernel* kernel);

/// Called when a library with a __managed__ variable is loaded.
void judgeEmulatedHasManagedVariables();
/// The elements of a __shared__ variable.
struct JudgeEmulatedSharedShape {
  std::size_t element_bytes;  ///< 0: not known
  std::size_t dimensions;     ///< of the array; 0: it is none
  std::size_t columns;        ///< of two dimensions: the second one's extent
};
/// Reserves room for a __shared__ variable of a kernel (its stub; null = of no one kernel) while the library is loaded.
/// Returns its offset from Block::static_shared. `name` must live as long as the library.
std::size_t judgeEmulatedReserveShared(std::size_t bytes, std::size_t alignment, const void* kernel, const char* name,
                                       JudgeEmulatedSharedShape shape);
/// A dynamic array of a kernel's, given its stub, or of any (null), is aligned so. Returns true.
bool judgeEmulatedAlignDynamicShared(std::size_t alignment, const void* kernel);

/// __cluster_dims__ of a kernel, given its stub. Returns true.
bool judgeEmulatedSetCluster(const void* kernel, unsigned x, unsigned y, unsigned z);

/// The configuration between <<< and >>>, kept until the stub that is called next takes it.
void judgeEmulatedPushConfiguration(const unsigned grid[3], const unsigned block[3], std::size_t shared_bytes,
                                    void* stream);
void judgeEmulatedPopConfiguration(unsigned grid[3], unsigned block[3], std::size_t* shared_bytes, void** stream);

// The following are called from a thread loop, on the runner that runs it.

/// Waits for the other threads of the block. `thread` is the caller's linear index.
int judgeEmulatedBarrier(unsigned thread, judge_emulated::BarrierKind kind, int predicate, int line, const void* code);
judge_emulated::WarpAnswer judgeEmulatedWarp(unsigned thread, const judge_emulated::WarpRequest* request);
/// The warp of `thread`, which has come together, arrives at a barrier for `threads` threads and, if `waits` is not 0, waits for these.
void judgeEmulatedWarpArrives(unsigned thread, unsigned barrier, unsigned threads, int waits, int line, const void* code);
/// A copy of `bytes` (up to 16) to shared memory, which the thread then waits for, or a barrier. 0: this is no shared memory.
int judgeEmulatedCopyAsync(unsigned thread, void* to, const void* data, unsigned bytes, const void* code);
/// Closes a group of the thread's copies.
void judgeEmulatedCommitCopies(unsigned thread);
/// All groups of the thread but the newest `groups` are in memory afterwards.
void judgeEmulatedWaitForCopies(unsigned thread, std::uint64_t groups);
/// What the thread has copied is in memory before the current phase of a barrier ends, which is told by the second.
void judgeEmulatedHoldBarrier(unsigned thread, const void* barrier);
void judgeEmulatedEndPhase(const void* barrier);
/// All threads have arrived at the barrier: bulk copies that complete on it come now, until its phase ends.
void judgeEmulatedLandBulkCopies(const void* barrier);
/// A bulk copy to shared memory, which completes on its barrier.
void judgeEmulatedBulkLoad(unsigned thread, const judge_emulated::BulkRequest* request);
/// A bulk copy from shared memory, and the thread's groups of these: all but the newest `groups` have read what they copy, or are in memory.
void judgeEmulatedBulkStore(unsigned thread, const judge_emulated::BulkRequest* request);
void judgeEmulatedCommitBulkStores(unsigned thread);
void judgeEmulatedWaitForBulkStores(unsigned thread, std::uint64_t groups, judge_emulated::BulkWait wait);
/// A product of the thread's warpgroup, and the thread's groups of these: the results of all but the newest `groups` are there
/// afterwards.
void judgeEmulatedMultiply(unsigned thread, const judge_emulated::ProductRequest* request);
void judgeEmulatedCommitProducts(unsigned thread);
void judgeEmulatedWaitForProducts(unsigned thread, std::uint64_t groups, int line, const void* code);
/// The barrier of the cluster. Threads that have left count as arrived.
void judgeEmulatedClusterArrive(unsigned thread);
void judgeEmulatedClusterWait(unsigned thread, int line, const void* code);
/// Blocks of a cluster in x, y, z: 1 where the launch has none.
void judgeEmulatedClusterSize(unsigned size[3]);
/// The rank of the cluster's block whose shared memory holds the address, or no_rank.
unsigned judgeEmulatedSharedRank(const void* address);
/// The same place in the shared memory of the cluster's block of this rank; null where there is none.
void* judgeEmulatedMapShared(const void* address, unsigned rank);
/// Lets other threads of the block run: for loops that wait for another thread to write.
void judgeEmulatedYield(unsigned thread);
/// A thread lets the dependent launch begin, or waits for the launch that its own depends on. 1: others have run meanwhile.
int judgeEmulatedMeetOtherLaunch(unsigned thread, int waits);
/// All threads before `end` that the calling fiber ran have returned from the kernel. Gives the next thread to run: of
/// this block if nobody has started it yet, else of the next block. Null: there is nothing left for this fiber.
const judge_emulated::Block* judgeEmulatedContinue(unsigned end, unsigned* thread);
/// 1 inside a kernel whose launch is cooperative.
int judgeEmulatedIsCooperative();
/// 1 inside a kernel.
int judgeEmulatedInKernel();
/// Where an address lies, to the thread that asks.
judge_emulated::Space judgeEmulatedSpaceOf(const void* address);
/// malloc() and free() of kernels: null where cudaLimitMallocHeapSize would be passed.
void* judgeEmulatedHeapMalloc(std::size_t bytes);
void judgeEmulatedHeapFree(void* pointer);
/// Ends the run: __trap() or a failed assertion. Does not return.
[[noreturn]] void judgeEmulatedTrap(const char* note, const void* code);
/// Ends the run: an access to a vector at an address that is no multiple of `alignment`.
[[noreturn]] void judgeEmulatedMisaligned(const void* pointer, std::size_t alignment, const void* code);
}

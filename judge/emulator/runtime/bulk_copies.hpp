#pragma once

#include <mutex>
#include <vector>

#include "judge/emulator/runtime/async_copies.hpp"
#include "judge/emulator/runtime/bulk_elements.hpp"
#include "judge/emulator/runtime/copy_groups.hpp"
#include "judge/emulator/runtime/tensor_map.hpp"

namespace judge::emulated {

/// A bulk copy to shared memory. Its source has been read.
struct BulkLoad : CopyPlace {
  const void* barrier = nullptr;  ///< that counts its bytes
  Swizzle swizzle = Swizzle::none;
  Combine* combine = nullptr;  ///< null: it replaces what is there
  std::vector<char> data;
  std::uint64_t due = AsyncCopy::never;  ///< when its bytes are written though nobody has asked for them
  bool is_written = false;
};

/// Those to the shared memory of one block that have not landed, from any block of its cluster. They land late, as cp.async's do:
/// when somebody asks for the barrier and all threads have arrived there.
class BulkLoads {
 public:
  void add(BulkLoad load);
  /// The bytes of those that are due by now are written. The barrier counts them later.
  void write_due(std::uint64_t now);
  /// Those of the barrier land one by one until its phase ends.
  void land(const void* barrier);
  /// While no other block of the cluster runs.
  void clear();

 private:
  bool take(const void* barrier, BulkLoad* load);
  std::mutex m_mutex;
  std::vector<BulkLoad> m_loads;
};

/// Part of a bulk copy from shared memory.
struct BulkPiece {
  char* to = nullptr;
  const char* from = nullptr;
  std::size_t bytes = 0;
};

/// A bulk copy from shared memory, whose thread waits for it. The source is read late, and the destination is written late.
struct BulkStore {
  std::vector<BulkPiece> pieces;
  const void* code = nullptr;
  Combine* combine = nullptr;
  bool is_read = false;
  std::vector<char> data;  ///< of all pieces, once they are read
};

/// Does the thread that made it wait for it, so that the checker sees the accesses? Else the block has ended.
enum class FinishedBy { its_thread, end_of_block };

void read_source(BulkStore& store, FinishedBy by);
void finish(BulkStore& store, FinishedBy by);

/// The bulk copies of the block that a runner runs.
struct BulkCopies {
  BulkLoads loads;
  CopyGroups<BulkStore> stores;

  void start_block();
  /// What has not been waited for is stored all the same, as on a GPU.
  void end_block() {
    stores.finish_all([](BulkStore& store) { finish(store, FinishedBy::end_of_block); });
  }
};

}  // namespace judge::emulated

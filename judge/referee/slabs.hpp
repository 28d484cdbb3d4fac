#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/model/protocol.hpp"
#include "judge/referee/memory.hpp"

namespace judge {

/// The memory that players see: one slab for each buffer parameter, as large as its largest case needs, shared by IPC
/// handle and opened once. A case's buffer is a window near the slab's end. Red zones lie around the window; on the
/// emulated runtime the far one is a guard page just behind the slab.
///
/// The address of a buffer decides which slices of the L2 and which banks of the memory it uses, and changes short times by up to
/// 3%. So on a GPU each window has several offsets; move_windows() chooses one.
class Slabs {
 public:
  static Result<Slabs> allocate(const Runtime& runtime, const std::vector<Case>& cases);

  /// Of the runtime that they were allocated with.
  RuntimeKind kind() const { return m_kind; }
  /// The request that makes a player open them.
  const protocol::OpenSlabs& handles() const { return m_handles; }

  struct Window {
    int slab = -1;  ///< -1 for a scalar argument
    char* pointer = nullptr;
    std::size_t offset = 0;  ///< in the slab
    std::size_t bytes = 0;
    std::size_t red_before = 0;  ///< bytes of red zone just before the window ...
    std::size_t red_after = 0;   ///< ... and just after it
  };
  /// Gives each buffer its offset for `turn`; the same turn gives the same offsets.
  void move_windows(std::uint64_t turn) { m_turn = turn; }
  /// Of the windows on the emulated runtime; a GPU's have theirs.
  enum class Ends { at_guard, as_on_gpu };
  void end_windows(Ends ends) { m_ends = ends; }
  /// What of the slabs lies beside the windows of a case and their red zones; on the emulated runtime from the beginning of a page on.
  std::vector<std::span<char>> beside(const Case& test) const;
  /// Where the buffer of argument `index` lies in a case.
  Window window(const Case& test, std::size_t index) const;

 private:
  RuntimeKind m_kind = RuntimeKind::emulated;
  Ends m_ends = Ends::at_guard;
  std::uint64_t m_turn = 0;
  std::vector<DeviceMemory> m_memory;
  std::vector<int> m_slab_of_argument;
  protocol::OpenSlabs m_handles;
};

}  // namespace judge

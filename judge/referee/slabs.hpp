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
/// emulated runtime the far one is a guard page just behind the slab, unless a call is laid out as on a GPU.
///
/// The address of a buffer decides which slices of the L2 and which banks of the memory it uses, and changes short times by up to
/// 3%. So on a GPU each window has several offsets, one for each shift.
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
  /// Of the windows on the emulated runtime; a GPU's have theirs.
  enum class Ends { at_guard, as_on_gpu };
  /// The same layout gives the same windows.
  struct Layout {
    std::uint64_t shift = 0;  ///< each one gives each buffer another offset, until all offsets were given
    Ends ends = Ends::at_guard;
  };
  /// Where the buffers of a case lie, one for each argument.
  std::vector<Window> windows(const Case& test, Layout layout) const;
  /// What of the slabs lies beside these windows and their red zones; on the emulated runtime from the beginning of a page on.
  std::vector<std::span<char>> beside(std::span<const Window> windows) const;

 private:
  Window window(const Case& test, std::size_t index, Layout layout) const;

  RuntimeKind m_kind = RuntimeKind::emulated;
  std::vector<DeviceMemory> m_memory;
  std::vector<int> m_slab_of_argument;
  protocol::OpenSlabs m_handles;
};

}  // namespace judge

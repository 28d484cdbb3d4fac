#pragma once

#include <cstddef>
#include <vector>

namespace judge::emulated {

/// The bytes of the __shared__ variables in a kernel's own body, given its stub.
std::size_t static_shared_bytes(const void* kernel);

/// A __shared__ variable of the loaded libraries.
struct SharedVariable {
  std::size_t offset = 0, bytes = 0;    ///< from the base of the static variables
};
/// All that are reserved so far, in order of offset.
std::vector<SharedVariable> shared_variables();

/// The shared memory of the block that a worker runs: each __shared__ variable of the loaded libraries ends at a page
/// that may not be touched, and so does the dynamic array.
class SharedArena {
 public:
  ~SharedArena();
  /// Makes room for all variables reserved so far. Only between blocks: it may move.
  void prepare();
  char* statics() const { return m_statics; }
  /// The first of `bytes` bytes of dynamic shared memory.
  char* dynamic(std::size_t bytes);
  /// What lies at or beside `address`, for a report; null if it is no shared memory.
  const char* describe(const void* address, std::size_t dynamic_bytes) const;

 private:
  char* m_statics = nullptr;
  std::size_t m_statics_size = 0;
  char* m_dynamic = nullptr;         // its mapping
};

}  // namespace judge::emulated

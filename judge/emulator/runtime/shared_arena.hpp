#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "judge_emulated/abi.h"

namespace judge::emulated {

/// The bytes of the __shared__ variables in a kernel's own body, given its stub.
std::size_t static_shared_bytes(const void* kernel);

/// A __shared__ variable of the loaded libraries.
struct SharedVariable {
  std::size_t offset = 0, bytes = 0;  ///< from the base of the static variables
  const char* name = "";
  const void* kernel = nullptr;  ///< whose own variable it is; null = of a function that any kernel may call
  std::size_t gpu_offset = 0;    ///< in the shared memory of a block on a GPU
  JudgeEmulatedSharedShape shape{};
};
/// All that are reserved so far, in order of offset.
std::vector<SharedVariable> shared_variables();

/// What lies at or beside an address in shared memory.
struct SharedReport {
  bool is_set = false;
  const SharedVariable* variable = nullptr;  ///< the nearest one; null = the dynamic array
  std::ptrdiff_t offset = 0;                 ///< of the address from its begin
  std::size_t bytes = 0;                     ///< of it
  bool passes_on_gpu = false;                ///< the block's shared memory reaches as far as that
  std::ptrdiff_t gpu_place = 0;              ///< of the address in the shared memory of a block on a GPU
};

/// From here on the variables that are reserved lie one behind the other, as a GPU has them, and what lies behind the last one
/// is the dynamic array.
void use_gpu_layout_of_shared_memory();

/// On a GPU that processes share, a call's first blocks find zeros in shared memory: the switch from another process clears it. With this so do those
/// here that an H200 would begin before any has ended, in the first launch of a call that uses shared memory.
inline bool clears_shared_memory = false;
/// How many these are; asked once for each launch. `bytes`: of a block.
std::uint64_t cleared_blocks(std::size_t bytes, unsigned threads);
/// A call of solve() begins.
void begin_call_with_shared_memory();

/// The shared memory of the block that a runner runs. Each __shared__ variable of the loaded libraries ends at a page that may
/// not be touched, and so does the dynamic array; in the layout of a GPU only all of it together does. The arenas made when
/// most_shared_guards are in use have no such pages. All is one mapping: a kernel may keep the lower 32 bits of an address
/// only, and the rest is then that of the nearest such address to statics().
class SharedArena {
 public:
  ~SharedArena();
  /// Makes room for all variables reserved so far, and for this launch. Only between blocks: it may move.
  void prepare(const void* kernel, std::size_t dynamic_bytes);
  /// All of this launch's becomes zeros.
  void clear();
  char* statics() const { return m_base; }
  /// The first byte of dynamic shared memory.
  char* dynamic() const { return m_dynamic_begin; }
  /// Does the address lie in what was mapped for it?
  bool holds(const void* address) const {
    const char* const at = static_cast<const char*>(address);
    return m_map && at >= m_map && at < m_statics + m_statics_size;
  }
  /// What lies in this arena where `address` lies in another one of the same launch.
  char* same_place(const SharedArena& other, const void* address) const {
    return m_map + (static_cast<const char*>(address) - other.m_map);
  }
  /// The address whose lowest bits, those of `mask`, are these: in the variable or the dynamic array that has it, else behind the one
  /// that begins nearest before it.
  char* with_lowest_bits(std::uintptr_t bits, std::uintptr_t mask) const;
  /// Does this launch's kernel have any?
  bool has_any() const;
  /// False: this is no shared memory, and no guard of it.
  bool describe(const void* address, SharedReport* report) const;
  /// The same of an access by a pointer that is known: `base` in its variable. True also where the address is far from here.
  bool describe(const void* address, const void* base, SharedReport* report) const;
  /// Maps a page of 0xFF bytes, readable, over the page of `address`, a guard. Safe in a signal handler.
  bool forgive(const void* address) const;

 private:
  void map_all();
  void unmap();
  void set_gpu_place(SharedReport* report) const;
  void consider(const void* address, const SharedVariable* variable, SharedReport* report) const;
  void prepare_as_on_gpu();
  void protect_as_on_gpu(char* begin, std::size_t bytes, std::size_t base, std::size_t base_of_functions);
  bool is_within_gpu(std::ptrdiff_t gpu_offset) const;

  char* m_map = nullptr;      // the dynamic array's part, then the variables'
  char* m_statics = nullptr;  // the variables' part
  std::size_t m_statics_size = 0;
  char* m_base = nullptr;  // from here offsets count
  char* m_dynamic_begin = nullptr;
  bool m_is_guarded = false;
  std::size_t m_guards = 0;                             // taken of those that all arenas may have
  const void* m_kernel = nullptr;                       // of the launch
  std::size_t m_static_bytes = 0, m_dynamic_bytes = 0;  // of it, on a GPU
  std::size_t m_dynamic_alignment = 16;
  std::vector<SharedVariable> m_variables;
};

}  // namespace judge::emulated

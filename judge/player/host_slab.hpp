#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/model/protocol.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

/// Host memory for a parameter that lies there, of its slab's size: what solve() gets is a window of this. The slab
/// itself, which the referee fills and checks, is device memory as for any other parameter.
class HostSlab {
 public:
  HostSlab() = default;
  /// `place` is pageable or pinned. `runtime` must outlive this.
  static Result<HostSlab> allocate(const Runtime& runtime, MemoryPlace place, std::size_t bytes);
  HostSlab(HostSlab&& other) noexcept { swap(other); }
  HostSlab& operator=(HostSlab&& other) noexcept {
    swap(other);
    return *this;
  }
  ~HostSlab();

  /// Null where none was allocated.
  char* data() const { return m_data; }
  MemoryPlace place() const { return m_place; }

  /// Copies the window of an argument with its red zones, from `slab` before a call and to it after. All of it is there when
  /// these return.
  Result<void> fetch(const char* slab, const protocol::CallArgument& argument, const char* name);
  Result<void> store(char* slab, const protocol::CallArgument& argument, const char* name);

 private:
  void swap(HostSlab& other) noexcept;
  Result<void> open_all(const char* name);

  const Runtime* m_runtime = nullptr;
  MemoryPlace m_place = MemoryPlace::device;
  char* m_data = nullptr;
  std::size_t m_bytes = 0;
  void* m_map = nullptr;  ///< with guard pages; null where the runtime allocated it
  std::size_t m_map_bytes = 0;
};

/// A few words of an output as solve() left it when it returned. They show whether a thread or a stream writes after the clock
/// has stopped.
class LateWatch {
 public:
  /// Remembers words at random places of the window, bytes >= 1.
  LateWatch(const char* window, std::size_t bytes);
  /// True if one of them differs now.
  bool has_changed() const;

 private:
  struct Word {
    std::size_t offset = 0;
    std::uint32_t value = 0;
  };
  std::uint32_t read(std::size_t offset) const;

  const char* m_window;
  std::size_t m_word_bytes;
  std::vector<Word> m_words;
};

}  // namespace judge

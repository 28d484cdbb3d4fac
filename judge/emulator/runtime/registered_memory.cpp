#include "judge/emulator/runtime/registered_memory.hpp"

#include <iterator>
#include <map>
#include <mutex>

namespace judge::emulated {

namespace {

/// Start -> size.
class Ranges {
 public:
  cudaError_t add(void* pointer, std::size_t bytes) {
    const std::lock_guard lock(m_mutex);
    return m_ranges.emplace(static_cast<char*>(pointer), bytes).second ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered;
  }
  cudaError_t remove(void* pointer) {
    const std::lock_guard lock(m_mutex);
    return m_ranges.erase(static_cast<char*>(pointer)) ? cudaSuccess : cudaErrorHostMemoryNotRegistered;
  }
  bool contains(const void* pointer) {
    const std::lock_guard lock(m_mutex);
    const auto above = m_ranges.upper_bound(static_cast<char*>(const_cast<void*>(pointer)));
    return above != m_ranges.begin() && std::prev(above)->first + std::prev(above)->second > pointer;
  }
  bool overlaps(const void* pointer, std::size_t bytes) {
    const auto* const begin = static_cast<const char*>(pointer);
    const std::lock_guard lock(m_mutex);
    const auto above = m_ranges.lower_bound(const_cast<char*>(begin + bytes));  // the first that begins behind them
    return above != m_ranges.begin() && std::prev(above)->first + std::prev(above)->second > begin;
  }

 private:
  std::mutex m_mutex;
  std::map<char*, std::size_t> m_ranges;
};

Ranges& ranges() {
  static auto* all = new Ranges;
  return *all;
}

}  // namespace

cudaError_t register_memory(void* pointer, std::size_t bytes) { return ranges().add(pointer, bytes); }
cudaError_t unregister_memory(void* pointer) { return ranges().remove(pointer); }
bool is_registered(const void* pointer) { return ranges().contains(pointer); }
bool is_any_registered(const void* pointer, std::size_t bytes) { return ranges().overlaps(pointer, bytes); }

}  // namespace judge::emulated

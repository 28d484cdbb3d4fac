#pragma once

#include <type_traits>

#include "cub/config.cuh"

namespace cub::detail {

/// Where the attempt calls a collective: what reports about its barriers name. Of a type of its own, so that no count
/// of items is taken for it.
struct CallSite {
  int line;
  explicit constexpr CallSite(int at) : line(at) {}
};
#define JUDGE_CALL_SITE ::cub::detail::CallSite at = ::cub::detail::CallSite(__builtin_LINE())

/// Room for `Size` objects that nobody has constructed, as shared memory is.
template <class T, int Size>
struct Room {
  alignas(T) unsigned char bytes[sizeof(T) * Size];
  T& operator[](int i) { return reinterpret_cast<T*>(bytes)[i]; }
  T* data() { return reinterpret_cast<T*>(bytes); }
};

/// The shared storage of a collective that is given none.
template <class Collective, class Storage>
static inline Storage& private_storage() {
  return judge_emulated::shared_variable<Storage, judge_emulated::LibraryTag<Collective>>();
}

static inline int thread_rank() { return static_cast<int>(judge_emulated::linear_thread()); }
static inline int block_threads() { return static_cast<int>(blockDim.x * blockDim.y * blockDim.z); }

/// A value of any size from another lane.
template <class T>
static inline T shuffle(T value, int source_lane, unsigned mask, int line) {
  constexpr std::size_t words = (sizeof(T) + 7) / 8;
  unsigned long long buffer[words] = {};
  __builtin_memcpy(static_cast<void*>(buffer), &value, sizeof(T));
  for (unsigned long long& word : buffer) word = __shfl_sync(mask, word, source_lane, 32, line);
  __builtin_memcpy(static_cast<void*>(&value), buffer, sizeof(T));
  return value;
}

/// The lanes of the caller's group of `Size` threads that the block has.
template <int Size>
static inline unsigned group_mask() {
  const int rank = thread_rank(), first = rank / Size * Size, lanes = block_threads() - first;
  const int members = lanes < Size ? lanes : Size;
  return (members >= 32 ? 0xffffffffu : (1u << members) - 1) << (first & 31);
}

}  // namespace cub::detail

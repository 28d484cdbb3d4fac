#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include "judge_emulated/abi.h"
#include "judge_emulated/threads.h"

// `__shared__ float tile[32][33];` becomes
//
//     typedef float judge_type_tile[32][33];
//     auto& tile = ::judge_emulated::shared_variable<judge_type_tile, ::judge_emulated::SharedTag<7, 't', 'i', 'l', 'e'>, STUB>();
//
// Each variable has its own place in an arena of the runner, ending at a page that may not be touched.
namespace judge_emulated {

namespace {
/// Tells the variables of kernels apart, and their names.
template <std::size_t Number, char... Name>
struct SharedTag {
  static const char* judge_name() {
    static constexpr char name[] = {Name..., 0};
    return name;
  }
};
/// Of a variable that a header of ours has for `Owner`.
template <class Owner>
struct LibraryTag {
  static const char* judge_name() { return "a library's storage"; }
};
}  // namespace

/// What messages say of a variable.
template <class T>
constexpr JudgeEmulatedSharedShape shape_of{
    .element_bytes = std::rank_v<T> <= 2 ? sizeof(std::remove_all_extents_t<T>) : 0,
    .dimensions = std::rank_v<T>,
    .columns = std::extent_v<T, 1>,
};

/// `Stub` is the kernel whose own variable it is; null for variables of other functions.
template <class T, class Tag, auto Stub, std::size_t Alignment>
struct SharedSlot {
  static inline const std::size_t offset =
      judgeEmulatedReserveShared(sizeof(T), Alignment, Stub == nullptr ? nullptr : (const void*)Stub, Tag::judge_name(),
                                 shape_of<T>);
};

template <class T, class Tag, auto Stub = nullptr, std::size_t Alignment = alignof(T)>
[[gnu::always_inline]] static inline T& shared_variable() {
  return *reinterpret_cast<T*>(static_shared + SharedSlot<T, Tag, Stub, Alignment>::offset);
}

template <class T>
[[gnu::always_inline]] static inline T* dynamic_shared_array() {
  return reinterpret_cast<T*>(dynamic_shared);
}

template <std::size_t Alignment, auto Stub>
struct DynamicSlot {
  static inline const bool is_noted =
      judgeEmulatedAlignDynamicShared(Alignment, Stub == nullptr ? nullptr : (const void*)Stub);
};

/// Has the dynamic array lie as its declaration says. 16 bytes are its place anyway.
template <std::size_t Alignment, auto Stub>
[[gnu::always_inline]] static inline void align_dynamic_shared() {
  if constexpr (Alignment > 16) (void)DynamicSlot<Alignment, Stub>::is_noted;
}

template <std::size_t Alignment>
static bool note_alignment() {
  return Alignment <= 16 || judgeEmulatedAlignDynamicShared(Alignment, nullptr);
}

[[noreturn, JUDGE_NAMED_CALL]] static void misaligned(const volatile void* pointer, std::size_t alignment) {
  judgeEmulatedMisaligned(const_cast<const void*>(pointer), alignment, __builtin_return_address(0));
}

/// The pointer of an access to a vector type; other operands of [] pass through.
template <class P>
[[gnu::always_inline]] static inline decltype(auto) aligned(P&& pointer) {
  using Pointer = std::decay_t<P>;
  if constexpr (std::is_pointer_v<Pointer>) {
    using Element = std::remove_pointer_t<Pointer>;
    if constexpr (std::is_object_v<Element> && requires { sizeof(Element); }) {
      if (__builtin_expect(reinterpret_cast<std::uintptr_t>(static_cast<Pointer>(pointer)) % alignof(Element) != 0, 0))
        misaligned(pointer, alignof(Element));
    }
    return static_cast<Pointer>(pointer);
  } else {
    return static_cast<P&&>(pointer);
  }
}

/// What alignas(T) and alignas(N) say.
template <class T>
consteval std::size_t alignment() {
  return alignof(T);
}
template <std::size_t N>
consteval std::size_t alignment() {
  return N;
}

consteval std::size_t largest(std::initializer_list<std::size_t> values) {
  std::size_t result = 1;
  for (const std::size_t value : values) result = value > result ? value : result;
  return result;
}

template <class T>
using Unreferenced = std::remove_reference_t<T>;
template <class Array>
using ElementOf = std::remove_all_extents_t<std::remove_reference_t<Array>>;

/// An `extern __shared__ T name[];` at namespace scope.
template <class T>
struct DynamicSharedArray {
  operator T*() const { return dynamic_shared_array<T>(); }
  auto operator&() const { return reinterpret_cast<T (*)[]>(dynamic_shared); }
  template <class U>
  explicit operator U*() const { return reinterpret_cast<U*>(dynamic_shared); }
};

/// A `__shared__ T name[N];` at namespace scope. Functions that use it have a reference to it; where the name has other
/// meanings, too, this object stands for it, of its size.
template <class T, class Tag, std::size_t Alignment>
struct NamespaceShared {
  [[gnu::always_inline]] static T& object() { return shared_variable<T, Tag, nullptr, Alignment>(); }
  operator T&() const { return object(); }
  auto* operator&() const { return &object(); }
  template <class I>
  decltype(auto) operator[](I i) const { return object()[i]; }
  template <class U>
  const NamespaceShared& operator=(const U& value) const {
    object() = value;
    return *this;
  }
  char same_size[sizeof(T)];
};

}  // namespace judge_emulated

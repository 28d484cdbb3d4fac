#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "judge_emulated/abi.h"
#include "judge_emulated/threads.h"

// `__shared__ float tile[32][33];` becomes
//
//     typedef float judge_type_tile[32][33];
//     auto& tile = ::judge_emulated::shared_variable<judge_type_tile, ::judge_emulated::SharedTag<7, 't', 'i', 'l', 'e'>, STUB>();
//
// Each variable has its own place in an arena of the worker, ending at a page that may not be touched.
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
}  // namespace

/// `Stub` is the kernel whose own variable it is; null for variables of other functions.
template <class T, class Tag, auto Stub>
struct SharedSlot {
  static inline const std::size_t offset =
      judgeEmulatedReserveShared(sizeof(T), alignof(T), Stub == nullptr ? nullptr : (const void*)Stub, Tag::judge_name());
};

template <class T, class Tag, auto Stub = nullptr>
[[gnu::always_inline]] static inline T& shared_variable() {
  return *reinterpret_cast<T*>(static_shared + SharedSlot<T, Tag, Stub>::offset);
}

template <class T>
[[gnu::always_inline]] static inline T* dynamic_shared_array() {
  return reinterpret_cast<T*>(dynamic_shared);
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

/// An `extern __shared__ T name[];` at namespace scope.
template <class T>
struct DynamicSharedArray {
  operator T*() const { return dynamic_shared_array<T>(); }
  auto operator&() const { return reinterpret_cast<T (*)[]>(dynamic_shared); }
  template <class U>
  explicit operator U*() const { return reinterpret_cast<U*>(dynamic_shared); }
};

/// A `__shared__ T name[N];` at namespace scope.
template <class T, class Tag>
struct NamespaceShared {
  operator T&() const { return shared_variable<T, Tag>(); }
  auto* operator&() const { return &shared_variable<T, Tag>(); }
  template <class I>
  decltype(auto) operator[](I i) const { return shared_variable<T, Tag>()[i]; }
  template <class U>
  const NamespaceShared& operator=(const U& value) const {
    shared_variable<T, Tag>() = value;
    return *this;
  }
};

}  // namespace judge_emulated

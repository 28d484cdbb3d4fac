// The functions that compilers call from code built with -fsanitize=thread and -fsanitize=bounds. Their names and
// signatures are the compilers' ABI; what they do is ours.
#include <cmath>
#include <cstdint>
#include <cstring>

#include "judge/emulator/checker/checker.hpp"
#include "judge/emulator/runtime/lockstep.hpp"

using judge::emulated::Access;
using judge::emulated::check_access;

namespace {

constexpr std::uint8_t plain_read = Access::read, plain_write = Access::write;
constexpr std::uint8_t volatile_read = Access::read | Access::is_volatile, volatile_write = Access::write | Access::is_volatile;
constexpr std::uint8_t atomic_read = Access::read | Access::atomic, atomic_write = Access::write | Access::atomic;

enum class Result : bool { computed_before, depends_on_old };  // of an atomic: atomicExch() writes what was computed before it

[[gnu::always_inline]] inline void watch(const volatile void* address, std::size_t bytes, std::uint8_t flags, const void* code,
                                         Result result = Result::depends_on_old) {
  constexpr std::uint8_t update = Access::atomic | Access::read | Access::write;
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (judge::emulated::runs_in_lockstep())
    return judge::emulated::lockstep_access(
        {.code = code,
         .frame = *static_cast<void* const**>(__builtin_frame_address(0)),
         .address = at,
         .reads = (flags & Access::read) != 0,
         .writes = (flags & Access::write) != 0,
         .is_atomic_update = (flags & update) == update && result == Result::depends_on_old});
  check_access({at, bytes, flags, code});
}

}  // namespace

#define JUDGE_HERE __builtin_return_address(0)

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

#define JUDGE_ACCESS(bytes)                                                                                               \
  void __tsan_read##bytes(void* address) { watch(address, bytes, plain_read, JUDGE_HERE); }                               \
  void __tsan_write##bytes(void* address) { watch(address, bytes, plain_write, JUDGE_HERE); }                             \
  void __tsan_unaligned_read##bytes(void* address) { watch(address, bytes, plain_read, JUDGE_HERE); }                     \
  void __tsan_unaligned_write##bytes(void* address) { watch(address, bytes, plain_write, JUDGE_HERE); }                   \
  void __tsan_read_write##bytes(void* address) { watch(address, bytes, plain_read | plain_write, JUDGE_HERE); }           \
  void __tsan_unaligned_read_write##bytes(void* address) { watch(address, bytes, plain_read | plain_write, JUDGE_HERE); } \
  void __tsan_volatile_read##bytes(void* address) { watch(address, bytes, volatile_read, JUDGE_HERE); }                   \
  void __tsan_volatile_write##bytes(void* address) { watch(address, bytes, volatile_write, JUDGE_HERE); }                 \
  void __tsan_unaligned_volatile_read##bytes(void* address) { watch(address, bytes, volatile_read, JUDGE_HERE); }         \
  void __tsan_unaligned_volatile_write##bytes(void* address) { watch(address, bytes, volatile_write, JUDGE_HERE); }
JUDGE_ACCESS(1)
JUDGE_ACCESS(2)
JUDGE_ACCESS(4)
JUDGE_ACCESS(8)
JUDGE_ACCESS(16)
#undef JUDGE_ACCESS

void __tsan_read_range(void* address, std::size_t bytes) { watch(address, bytes, plain_read, JUDGE_HERE); }
void __tsan_write_range(void* address, std::size_t bytes) { watch(address, bytes, plain_write, JUDGE_HERE); }

// clang calls the first of these for copies of structs; calls of memcpy() and its like are linked to the second.
#define JUDGE_COPY(name, function)                            \
  void* name(void* to, const void* from, std::size_t bytes) { \
    watch(from, bytes, plain_read, JUDGE_HERE);               \
    watch(to, bytes, plain_write, JUDGE_HERE);                \
    return function(to, from, bytes);                         \
  }
JUDGE_COPY(__tsan_memcpy, std::memcpy)
JUDGE_COPY(__wrap_memcpy, std::memcpy)
JUDGE_COPY(__tsan_memmove, std::memmove)
JUDGE_COPY(__wrap_memmove, std::memmove)
#undef JUDGE_COPY
#define JUDGE_SET(name)                                \
  void* name(void* to, int value, std::size_t bytes) { \
    watch(to, bytes, plain_write, JUDGE_HERE);         \
    return std::memset(to, value, bytes);              \
  }
JUDGE_SET(__tsan_memset)
JUDGE_SET(__wrap_memset)
#undef JUDGE_SET

// Of code for lockstep, which the linker leads here.
#define JUDGE_FUNCTION(name)              \
  double __wrap_##name(double x) {        \
    judge::emulated::lockstep_function(); \
    return std::name(x);                  \
  }                                       \
  float __wrap_##name##f(float x) {       \
    judge::emulated::lockstep_function(); \
    return std::name(x);                  \
  }
JUDGE_FUNCTION(exp)
JUDGE_FUNCTION(exp2)
JUDGE_FUNCTION(log)
JUDGE_FUNCTION(log2)
JUDGE_FUNCTION(sin)
JUDGE_FUNCTION(cos)
JUDGE_FUNCTION(tanh)
JUDGE_FUNCTION(erf)
#undef JUDGE_FUNCTION

#define JUDGE_ATOMIC_UPDATE(bits, type, operation)                                        \
  type __tsan_atomic##bits##_fetch_##operation(volatile type* address, type value, int) { \
    watch(address, bits / 8, atomic_read | atomic_write, JUDGE_HERE);                     \
    return __atomic_fetch_##operation(address, value, __ATOMIC_SEQ_CST);                  \
  }
#define JUDGE_ATOMIC(bits, type)                                                                                    \
  type __tsan_atomic##bits##_load(const volatile type* address, int) {                                              \
    watch(address, bits / 8, atomic_read, JUDGE_HERE);                                                              \
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                              \
  }                                                                                                                 \
  void __tsan_atomic##bits##_store(volatile type* address, type value, int) {                                       \
    watch(address, bits / 8, atomic_write, JUDGE_HERE);                                                             \
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                                             \
  }                                                                                                                 \
  type __tsan_atomic##bits##_exchange(volatile type* address, type value, int) {                                    \
    watch(address, bits / 8, atomic_read | atomic_write, JUDGE_HERE, Result::computed_before);                      \
    return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                                                   \
  }                                                                                                                 \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile type* address, type* expected, type value, int, int) { \
    watch(address, bits / 8, atomic_read | atomic_write, JUDGE_HERE, Result::computed_before);                      \
    return __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);        \
  }                                                                                                                 \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile type* address, type* expected, type value, int, int) {   \
    watch(address, bits / 8, atomic_read | atomic_write, JUDGE_HERE, Result::computed_before);                      \
    return __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);        \
  }                                                                                                                 \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* address, type expected, type value, int, int) {    \
    watch(address, bits / 8, atomic_read | atomic_write, JUDGE_HERE, Result::computed_before);                      \
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);              \
    return expected;                                                                                                \
  }                                                                                                                 \
  JUDGE_ATOMIC_UPDATE(bits, type, add)                                                                              \
  JUDGE_ATOMIC_UPDATE(bits, type, sub)                                                                              \
  JUDGE_ATOMIC_UPDATE(bits, type, and)                                                                              \
  JUDGE_ATOMIC_UPDATE(bits, type, or)                                                                               \
  JUDGE_ATOMIC_UPDATE(bits, type, xor)                                                                              \
  JUDGE_ATOMIC_UPDATE(bits, type, nand)
JUDGE_ATOMIC(8, std::uint8_t)
JUDGE_ATOMIC(16, std::uint16_t)
JUDGE_ATOMIC(32, std::uint32_t)
JUDGE_ATOMIC(64, std::uint64_t)
#undef JUDGE_ATOMIC
#undef JUDGE_ATOMIC_UPDATE

void __tsan_atomic_thread_fence(int) {
  judge::emulated::check_fence();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {}

/// How -fsanitize=bounds describes an index.
struct JudgeBoundsTypeDescriptor {
  std::uint16_t kind;  // 0 = integer
  std::uint16_t info;  // lowest bit: signed; above it the logarithm of its bits
  char name[1];
};
struct JudgeOutOfBounds {
  const char* file;
  std::uint32_t line, column;
  const JudgeBoundsTypeDescriptor *array, *index;
};

void __ubsan_handle_out_of_bounds(const JudgeOutOfBounds* what, std::uintptr_t value) {
  const unsigned bits = 1u << (what->index->info >> 1);
  long long index = static_cast<long long>(value);
  if ((what->index->info & 1) && bits < 64)
    index = static_cast<long long>(static_cast<std::uint64_t>(index) << (64 - bits)) >> (64 - bits);
  judge::emulated::check_index(what->array->name, index, JUDGE_HERE);
}
}

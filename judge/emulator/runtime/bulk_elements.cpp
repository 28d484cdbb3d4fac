#include "judge/emulator/runtime/bulk_elements.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "judge_emulated/small_float.h"

namespace judge::emulated {

namespace {

using judge_emulated::BulkElement;
using judge_emulated::BulkOperation;

struct Half {
  std::uint16_t bits;
  operator float() const { return judge_emulated::half_bits_to_float(bits); }
  static Half of(float value) { return {judge_emulated::float_to_half_bits(value)}; }
};
struct Bfloat {
  std::uint16_t bits;
  operator float() const { return judge_emulated::bfloat_bits_to_float(bits); }
  static Bfloat of(float value) { return {judge_emulated::float_to_bfloat_bits(value)}; }
};

template <class T>
constexpr bool is_small = std::is_same_v<T, Half> || std::is_same_v<T, Bfloat>;

template <std::size_t Bytes>
using WordOf = std::conditional_t<Bytes == 8, std::uint64_t, std::conditional_t<Bytes == 4, std::uint32_t, std::uint16_t>>;

template <BulkOperation O, class T>
T combined(T old, T value) {
  if constexpr (is_small<T>) {
    return T::of(combined<O>(static_cast<float>(old), static_cast<float>(value)));
  } else if constexpr (O == BulkOperation::add) {
    return static_cast<T>(old + value);
  } else if constexpr (O == BulkOperation::min) {
    return value < old || old != old ? value : old;
  } else if constexpr (O == BulkOperation::max) {
    return old < value || old != old ? value : old;
  } else if constexpr (O == BulkOperation::inc) {
    return old >= value ? 0 : old + 1;
  } else if constexpr (O == BulkOperation::dec) {
    return old == 0 || old > value ? value : old - 1;
  } else if constexpr (O == BulkOperation::bit_and) {
    return old & value;
  } else if constexpr (O == BulkOperation::bit_or) {
    return old | value;
  } else {
    return old ^ value;
  }
}

template <BulkOperation O, class T>
void combine(char* to, const char* from, std::size_t bytes) {
  using Word = WordOf<sizeof(T)>;
  for (std::size_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
    T value;
    std::memcpy(&value, from + at, sizeof value);
    auto* const word = reinterpret_cast<Word*>(to + at);
    Word old = __atomic_load_n(word, __ATOMIC_RELAXED), next;
    do {
      next = std::bit_cast<Word>(combined<O>(std::bit_cast<T>(old), value));
    } while (!__atomic_compare_exchange_n(word, &old, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  }
}

template <BulkOperation O>
Combine* of_integers(BulkElement element) {
  switch (element) {
    case BulkElement::u32: return combine<O, std::uint32_t>;
    case BulkElement::s32: return combine<O, std::int32_t>;
    case BulkElement::u64: return combine<O, std::uint64_t>;
    case BulkElement::s64: return combine<O, std::int64_t>;
    default: return nullptr;
  }
}

template <BulkOperation O>
Combine* of_all(BulkElement element) {
  switch (element) {
    case BulkElement::f16: return combine<O, Half>;
    case BulkElement::bf16: return combine<O, Bfloat>;
    case BulkElement::f32: return combine<O, float>;
    case BulkElement::f64: return combine<O, double>;
    default: return of_integers<O>(element);
  }
}

}  // namespace

Combine* combine_of(BulkOperation operation, BulkElement element) {
  switch (operation) {
    case BulkOperation::add: return of_all<BulkOperation::add>(element);
    case BulkOperation::min: return of_all<BulkOperation::min>(element);
    case BulkOperation::max: return of_all<BulkOperation::max>(element);
    case BulkOperation::inc: return of_integers<BulkOperation::inc>(element);
    case BulkOperation::dec: return of_integers<BulkOperation::dec>(element);
    case BulkOperation::bit_and: return of_integers<BulkOperation::bit_and>(element);
    case BulkOperation::bit_or: return of_integers<BulkOperation::bit_or>(element);
    case BulkOperation::bit_xor: return of_integers<BulkOperation::bit_xor>(element);
    default: return nullptr;
  }
}

}  // namespace judge::emulated

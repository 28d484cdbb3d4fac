#pragma once

#include <cstddef>
#include <string_view>

#include "judge/util/described.hpp"

namespace judge {

/// Element types of buffers and types of scalar parameters. The numbers are shared with the device code and the ledger.
enum class DType : int {
  f16 = 1,
  bf16 = 2,
  f32 = 3,
  f64 = 4,
  i8 = 5,
  u8 = 6,
  i16 = 7,
  u16 = 8,
  i32 = 9,
  u32 = 10,
  i64 = 11,
  u64 = 12,
  boolean = 13,
};

constexpr std::size_t size_of(DType type) {
  switch (type) {
    case DType::i8:
    case DType::u8:
    case DType::boolean: return 1;
    case DType::f16:
    case DType::bf16:
    case DType::i16:
    case DType::u16: return 2;
    case DType::f32:
    case DType::i32:
    case DType::u32: return 4;
    case DType::f64:
    case DType::i64:
    case DType::u64: return 8;
  }
  return 0;
}

constexpr bool is_floating(DType type) {
  return type == DType::f16 || type == DType::bf16 || type == DType::f32 || type == DType::f64;
}

/// As problem.json, the ledger and the JSON output spell it.
constexpr auto names_of(DType) {
  return named<DType>({{DType::f16, "f16"},
                       {DType::bf16, "bf16"},
                       {DType::f32, "f32"},
                       {DType::f64, "f64"},
                       {DType::i8, "i8"},
                       {DType::u8, "u8"},
                       {DType::i16, "i16"},
                       {DType::u16, "u16"},
                       {DType::i32, "i32"},
                       {DType::u32, "u32"},
                       {DType::i64, "i64"},
                       {DType::u64, "u64"},
                       {DType::boolean, "bool"}});
}

/// "float", "unsigned char", "__half", ...: as a C declaration spells it.
std::string_view c_name_of(DType type);

/// The value of one element as a double (64-bit integers above 2^53 lose their low bits).
double load_as_double(DType type, const void* element);

/// IEEE half and bfloat16 to and from float, round to nearest even.
float half_to_float(unsigned short bits);
unsigned short float_to_half(float value);
float bfloat16_to_float(unsigned short bits);
unsigned short float_to_bfloat16(float value);

}  // namespace judge

#include "judge/model/dtype.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace judge {

namespace {

template <class T>
double load(const void* element) {
  T value;
  std::memcpy(&value, element, sizeof value);
  return static_cast<double>(value);
}

}  // namespace

std::string_view c_name_of(DType type) {
  switch (type) {
    case DType::f16: return "__half";
    case DType::bf16: return "__nv_bfloat16";
    case DType::f32: return "float";
    case DType::f64: return "double";
    case DType::i8: return "signed char";
    case DType::u8: return "unsigned char";
    case DType::i16: return "short";
    case DType::u16: return "unsigned short";
    case DType::i32: return "int";
    case DType::u32: return "unsigned int";
    case DType::i64: return "long long";
    case DType::u64: return "unsigned long long";
    case DType::boolean: return "bool";
  }
  return "?";
}

double load_as_double(DType type, const void* element) {
  switch (type) {
    case DType::f16:
    case DType::bf16: {
      unsigned short bits;
      std::memcpy(&bits, element, sizeof bits);
      return type == DType::f16 ? half_to_float(bits) : bfloat16_to_float(bits);
    }
    case DType::f32: return load<float>(element);
    case DType::f64: return load<double>(element);
    case DType::i8: return load<std::int8_t>(element);
    case DType::u8: return load<std::uint8_t>(element);
    case DType::i16: return load<std::int16_t>(element);
    case DType::u16: return load<std::uint16_t>(element);
    case DType::i32: return load<std::int32_t>(element);
    case DType::u32: return load<std::uint32_t>(element);
    case DType::i64: return load<std::int64_t>(element);
    case DType::u64: return load<std::uint64_t>(element);
    case DType::boolean: return load<std::uint8_t>(element);
  }
  return 0;
}

float half_to_float(unsigned short bits) {
  const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  float magnitude;
  if (exponent == 0) magnitude = std::ldexp(static_cast<float>(mantissa), -24);
  else if (exponent == 31) magnitude = std::bit_cast<float>(0x7f800000u | static_cast<unsigned>(mantissa) << 13);
  else magnitude = std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

unsigned short float_to_half(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const unsigned sign = bits >> 16 & 0x8000;
  const std::uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return static_cast<unsigned short>(sign | 0x7e00 | (magnitude >> 13 & 0x3ff));
  if (magnitude >= 0x477ff000) return static_cast<unsigned short>(sign | 0x7c00);  // 65520 and above round to infinity
  if (magnitude < 0x38800000) {                                                    // below 2^-14: subnormal, in units of 2^-24
    const float units = std::ldexp(std::bit_cast<float>(magnitude), 24);
    return static_cast<unsigned short>(sign | static_cast<unsigned>(std::nearbyint(units)));
  }
  const std::uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
  return static_cast<unsigned short>(sign | (rounded - 0x38000000) >> 13);
}

float bfloat16_to_float(unsigned short bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

unsigned short float_to_bfloat16(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<unsigned short>(bits >> 16 | 0x40);
  return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

}  // namespace judge

// What a problem's reference.cpp may include. Plain C++17, no CUDA: references run on the host, on host pointers.
// problems/README.md explains the three functions that a reference.cpp may define:
//   extern "C" void reference(<the parameters of solve>);                                     always
//   extern "C" bool check(<the parameters of solve>, JudgeCheck* report);                     for the checker "custom"
//   extern "C" void generate(const char* case_name, std::uint64_t seed, <... of solve>);      for the fill "generate"
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

/// Passed to check(). Its other parameters are host pointers: inputs as they were before the call, outputs and in-place
/// buffers as the attempt left them.
struct JudgeCheck {
  char* message;                ///< may be filled with what is wrong, a text that ends with '\0' ...
  std::size_t message_size;     ///< ... in at most this many bytes
  const void* const* original;  ///< original[i]: parameter i before the call if it is an in-place buffer, else null
};

/// Writes a message as printf does and gives false: `return judge_reject(report, "row %d is not sorted", row);`
[[gnu::format(printf, 2, 3)]] inline bool judge_reject(JudgeCheck* report, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(report->message, report->message_size, format, arguments);
  va_end(arguments);
  return false;
}

/// Random numbers by position: the number at an index depends on the seed and the index alone, so a loop over indices
/// may run in parallel. Give each buffer a seed of its own: JudgeRandom(seed + 1), JudgeRandom(seed + 2), ...
class JudgeRandom {
 public:
  explicit JudgeRandom(std::uint64_t seed) : m_key(mix(seed)) {}

  std::uint64_t bits(std::uint64_t index) const { return mix(m_key + index * 0x9e3779b97f4a7c15u); }

  /// In [low, high).
  double uniform(std::uint64_t index, double low = 0, double high = 1) const {
    return low + (high - low) * (static_cast<double>(bits(index) >> 11) * 0x1p-53);
  }

  /// In [low, high).
  std::int64_t integer(std::uint64_t index, std::int64_t low, std::int64_t high) const {
    const auto count = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) +
                                     static_cast<std::uint64_t>(static_cast<Wide>(bits(index)) * count >> 64));
  }

  double normal(std::uint64_t index, double mean = 0, double deviation = 1) const {
    const JudgeRandom other(m_key ^ 0xa0761d6478bd642fu);
    const double radius = std::sqrt(-2 * std::log(1 - uniform(index)));
    return mean + deviation * radius * std::cos(6.283185307179586 * other.uniform(index));
  }

 private:
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  std::uint64_t m_key;
};

namespace judge_reference {

template <class To, class From>
To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From), "sizes differ");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

}  // namespace judge_reference

/// IEEE half precision, stored as in device memory. Calculates by way of float; rounds to nearest, ties to even.
struct __half {
  std::uint16_t bits;

  __half() = default;
  __half(float value) : bits(from_float(value)) {}
  __half(double value) : bits(from_float(static_cast<float>(value))) {}
  __half(int value) : bits(from_float(static_cast<float>(value))) {}
  operator float() const { return to_float(bits); }

  static float to_float(std::uint16_t half) {
    const int exponent = half >> 10 & 31, mantissa = half & 1023;
    float magnitude;
    if (exponent == 0) magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    else if (exponent == 31)
      magnitude = judge_reference::bits_as<float>(0x7f800000u | static_cast<std::uint32_t>(mantissa) << 13);
    else
      magnitude = judge_reference::bits_as<float>(static_cast<std::uint32_t>(exponent + 112) << 23 |
                                                  static_cast<std::uint32_t>(mantissa) << 13);
    return half & 0x8000 ? -magnitude : magnitude;
  }

  static std::uint16_t from_float(float value) {
    const auto all = judge_reference::bits_as<std::uint32_t>(value);
    const std::uint32_t sign = all >> 16 & 0x8000, magnitude = all & 0x7fffffff;
    if (magnitude > 0x7f800000) return static_cast<std::uint16_t>(sign | 0x7e00 | (magnitude >> 13 & 0x3ff));
    if (magnitude >= 0x477ff000) return static_cast<std::uint16_t>(sign | 0x7c00);
    if (magnitude < 0x38800000) {
      const float units = judge_reference::bits_as<float>(magnitude) * 0x1p24f;
      return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(std::nearbyint(units)));
    }
    const std::uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
    return static_cast<std::uint16_t>(sign | (rounded - 0x38000000) >> 13);
  }
};

/// bfloat16, likewise.
struct __nv_bfloat16 {
  std::uint16_t bits;

  __nv_bfloat16() = default;
  __nv_bfloat16(float value) : bits(from_float(value)) {}
  __nv_bfloat16(double value) : bits(from_float(static_cast<float>(value))) {}
  __nv_bfloat16(int value) : bits(from_float(static_cast<float>(value))) {}
  operator float() const { return to_float(bits); }

  static float to_float(std::uint16_t bfloat) {
    return judge_reference::bits_as<float>(static_cast<std::uint32_t>(bfloat) << 16);
  }

  static std::uint16_t from_float(float value) {
    const auto all = judge_reference::bits_as<std::uint32_t>(value);
    if ((all & 0x7fffffff) > 0x7f800000) return static_cast<std::uint16_t>(all >> 16 | 0x40);
    return static_cast<std::uint16_t>((all + 0x7fff + (all >> 16 & 1)) >> 16);
  }
};

static_assert(sizeof(__half) == 2 && sizeof(__nv_bfloat16) == 2, "one element is two bytes");

using half = __half;
using nv_bfloat16 = __nv_bfloat16;

inline float __half2float(__half value) { return value; }
inline __half __float2half(float value) { return value; }
inline float __bfloat162float(__nv_bfloat16 value) { return value; }
inline __nv_bfloat16 __float2bfloat16(float value) { return value; }

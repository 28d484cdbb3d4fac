#pragma once

#include <initializer_list>

#include "judge_emulated/ptx.h"

// Matrix instructions of inline PTX: mma, ldmatrix, stmatrix, movmatrix. Included only where a file uses one:
// driver/rare_headers.cpp. Lanes show each other where their operands lie, wait, and each computes what it holds of the
// result. Sums are exact to double's digits and rounded once, integers are exact: a tensor core, which cuts off low
// digits of each term, gives the same wherever all products and sums are exact in its accumulator, and may differ in
// the last digits elsewhere.
namespace judge_emulated {
namespace ptx {

struct type_f16 {
  static constexpr int bits = 16;
  using Sum = double;
  static double read(unsigned long long word) { return half_bits_to_float(static_cast<unsigned short>(word)); }
};
struct type_bf16 {
  static constexpr int bits = 16;
  using Sum = double;
  static double read(unsigned long long word) { return bfloat_bits_to_float(static_cast<unsigned short>(word)); }
};
/// The low 13 digits do not count.
struct type_tf32 {
  static constexpr int bits = 32;
  using Sum = double;
  static double read(unsigned long long word) { return bit_cast<float>(static_cast<unsigned>(word) & ~0x1fffu); }
};
struct type_f32 {
  static constexpr int bits = 32;
  using Sum = double;
  static double read(unsigned long long word) { return bit_cast<float>(static_cast<unsigned>(word)); }
};
struct type_f64 {
  static constexpr int bits = 64;
  using Sum = double;
  static double read(unsigned long long word) { return bit_cast<double>(word); }
};
struct type_s8 {
  static constexpr int bits = 8;
  using Sum = long long;
  static long long read(unsigned long long word) { return static_cast<signed char>(word); }
};
struct type_u8 {
  static constexpr int bits = 8;
  using Sum = long long;
  static long long read(unsigned long long word) { return static_cast<unsigned char>(word); }
};
struct type_s4 {
  static constexpr int bits = 4;
  using Sum = long long;
  static long long read(unsigned long long word) { return static_cast<int>((word & 15) ^ 8) - 8; }
};
struct type_u4 {
  static constexpr int bits = 4;
  using Sum = long long;
  static long long read(unsigned long long word) { return static_cast<long long>(word & 15); }
};
struct type_s32 {
  static constexpr int bits = 32;
  using Sum = long long;
  static long long read(unsigned long long word) { return static_cast<int>(word); }
};

/// Eight-bit floating point: `Digits` of mantissa. e5m2 has infinities, e4m3 has but one NaN.
template <int Digits>
struct EightBitFloat {
  static constexpr int bits = 8;
  using Sum = double;
  static double read(unsigned long long word) {
    constexpr int bias = Digits == 3 ? 7 : 15, top = (1 << (7 - Digits)) - 1;
    const int code = static_cast<int>(word & 127), exponent = code >> Digits, digits = code & ((1 << Digits) - 1);
    const double sign = word & 128 ? -1.0 : 1.0;
    if (Digits == 3 && code == 127) return __builtin_nan("");
    if (Digits == 2 && exponent == top) return digits ? __builtin_nan("") : sign * __builtin_inf();
    const double one = 1 << Digits;
    return sign * (exponent ? ldexp(1 + digits / one, exponent - bias) : ldexp(digits / one, 1 - bias));
  }
};
using type_e4m3 = EightBitFloat<3>;
using type_e5m2 = EightBitFloat<2>;

/// Element `index` of registers that hold `Type`s, lowest bits first.
template <class Type>
static inline typename Type::Sum element(const Bits* registers, int index) {
  constexpr int in_a_register = Type::bits == 64 ? 1 : 32 / Type::bits;
  return Type::read(registers[index / in_a_register].u64() >> index % in_a_register * (Type::bits % 64));
}

template <class Type>
static inline Bits rounded_result(double sum) {
  if constexpr (Type::bits == 16) return Bits(float_to_half_bits(round_to_odd(sum)));
  else if constexpr (Type::bits == 32) return Bits(static_cast<float>(sum));
  else return Bits(sum);
}

enum class Overflow { wraps, saturates };

template <Overflow Mode>
static inline Bits integer_result(long long sum) {
  constexpr long long lowest = -2147483647 - 1, highest = 2147483647;
  if (Mode == Overflow::saturates) sum = sum < lowest ? lowest : sum > highest ? highest : sum;
  return Bits(static_cast<int>(static_cast<unsigned>(sum)));
}

struct MatrixOperands { const Bits *a, *b; };
/// What each lane of each warp of the block shows the others.
static thread_local MatrixOperands matrix_operands[32][32];
static thread_local void* matrix_rows[32][32];

/// Where the operands' elements lie: lane 4 g + t of a group of four holds, of each register of A, elements of rows g
/// (and g + 8 of every second register) and of columns t * per and following, where `per` elements fill a register.
template <class Type, int Rows>
static inline typename Type::Sum element_of_a(const MatrixOperands* lanes, int row, int column) {
  constexpr int per = Type::bits == 64 ? 1 : 32 / Type::bits, halves = Rows / 8;
  const int reg = row / 8 + column / (4 * per) * halves, lane_of_it = row % 8 * 4 + column % (4 * per) / per;
  return element<Type>(lanes[lane_of_it].a, reg * per + column % per);
}
template <class Type>
static inline typename Type::Sum element_of_b(const MatrixOperands* lanes, int row, int column) {
  constexpr int per = Type::bits == 64 ? 1 : 32 / Type::bits;
  return element<Type>(lanes[column * 4 + row % (4 * per) / per].b, row / (4 * per) * per + row % per);
}

/// D = A B + C for M x K and K x 8 matrices; the results are the registers of D.
template <int M, int K, class D, class A, class B, class C, Overflow Mode, class... Results>
static inline void mma(int line, std::initializer_list<Bits> a, std::initializer_list<Bits> b,
                       std::initializer_list<Bits> c, Results&... results) {
  MatrixOperands* const lanes = matrix_operands[linear_thread() / 32];
  lanes[lane()] = {a.begin(), b.begin()};
  __syncwarp(0xffffffffu, line);
  constexpr int elements = M / 4;
  Bits sums[elements];
  const int group = static_cast<int>(lane()) / 4, place = static_cast<int>(lane()) % 4;
  for (int e = 0; e < elements; ++e) {
    typename A::Sum sum = element<C>(c.begin(), e);
    for (int k = 0; k < K; ++k)
      sum += element_of_a<A, M>(lanes, group + e / 2 * 8, k) * element_of_b<B>(lanes, k, place * 2 + e % 2);
    if constexpr (std::is_integral_v<typename A::Sum>) sums[e] = integer_result<Mode>(sum);
    else sums[e] = rounded_result<D>(sum);
  }
  __syncwarp(0xffffffffu, line);
  const Bits* next = sums;
  const auto take = [&]() -> unsigned long long {
    if constexpr (D::bits != 16) return (next++)->u64();
    next += 2;
    return next[-2].u16() | static_cast<unsigned>(next[-1].u16()) << 16;
  };
  (put(results, take()), ...);
}

/// The 16 bytes that lane 8 m + r points to are row r of the m-th matrix of 8 x 8 halves.
static inline void show_row(Bits address, int line) {
  void* const row = shared_pointer(address);
  if (reinterpret_cast<unsigned long long>(row) % 16 != 0) misaligned(row, 16);
  matrix_rows[linear_thread() / 32][lane()] = row;
  __syncwarp(0xffffffffu, line);
}

enum class Order { rows, columns };

/// Two neighbours of a row (of a column) in each register of a lane, eight lanes' words a row.
template <Order By, class... Results>
static inline void load_matrices(int line, Bits address, Results&... results) {
  // Lanes that need not give an address may give anything: only those of as many matrices as there are results count.
  show_row(lane() < 8 * sizeof...(results) ? address : Bits(reinterpret_cast<unsigned long long>(static_shared)), line);
  void** const rows = matrix_rows[linear_thread() / 32];
  const unsigned group = lane() / 4, place = lane() % 4 * 2;
  unsigned first = 0;
  const auto half_at = [&](unsigned row, unsigned column) {
    return static_cast<unsigned>(static_cast<const unsigned short*>(rows[first + row])[column]);
  };
  const auto load = [&](auto& result) {
    const unsigned low = By == Order::rows ? half_at(group, place) : half_at(place, group);
    const unsigned high = By == Order::rows ? half_at(group, place + 1) : half_at(place + 1, group);
    put(result, low | high << 16);
    first += 8;
  };
  (load(results), ...);
  __syncwarp(0xffffffffu, line);
}

template <Order By>
static inline void store_matrices(int line, Bits address, std::initializer_list<Bits> values) {
  show_row(lane() < 8 * values.size() ? address : Bits(reinterpret_cast<unsigned long long>(static_shared)), line);
  void** rows = matrix_rows[linear_thread() / 32];
  const unsigned group = lane() / 4, place = lane() % 4 * 2;
  for (const Bits& value : values) {
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned short half = static_cast<unsigned short>(value.u32() >> 16 * i);
      if (By == Order::rows) static_cast<unsigned short*>(rows[group])[place + i] = half;
      else static_cast<unsigned short*>(rows[place + i])[group] = half;
    }
    rows += 8;
  }
  __syncwarp(0xffffffffu, line);
}

/// The transpose of the matrix that the warp's registers hold.
template <class Result>
static inline void transpose_matrix(int line, Result& result, Bits value) {
  const unsigned group = lane() / 4, place = lane() % 4 * 2;
  unsigned both = 0;
  for (unsigned i = 0; i < 2; ++i) {
    const unsigned word =
        __shfl_sync(0xffffffffu, value.u32(), static_cast<int>((place + i) * 4 + group / 2), 32, line);
    both |= (word >> group % 2 * 16 & 0xffffu) << 16 * i;
  }
  put(result, both);
}

}  // namespace ptx
}  // namespace judge_emulated

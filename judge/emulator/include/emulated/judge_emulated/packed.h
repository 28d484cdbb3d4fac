#pragma once

// Arithmetic of the two halves or the four bytes of a word. Included only where a file uses it:
// driver/rare_headers.cpp.
namespace judge_emulated {
namespace packed {

template <class Lane>
constexpr int bits_of = 8 * static_cast<int>(sizeof(Lane));
template <class Lane>
constexpr unsigned mask_of = (1u << bits_of<Lane>) - 1;
template <class Lane>
constexpr int lowest = static_cast<Lane>(-1) < 0 ? -(1 << (bits_of<Lane> - 1)) : 0;
template <class Lane>
constexpr int highest = static_cast<int>(mask_of<Lane>) + lowest<Lane>;

template <class Lane>
static inline int lane_of(unsigned word, int i) { return static_cast<Lane>(word >> i * bits_of<Lane>); }
template <class Lane>
static inline unsigned place(int value, int i) {
  return (static_cast<unsigned>(value) & mask_of<Lane>) << i * bits_of<Lane>;
}

/// operation(lane of each word, as an int) for each lane; the result wraps.
template <class Lane, class Operation, class... Words>
static inline unsigned each(Operation operation, Words... words) {
  unsigned result = 0;
  for (int i = 0; i < 4 / static_cast<int>(sizeof(Lane)); ++i)
    result |= place<Lane>(operation(lane_of<Lane>(words, i)...), i);
  return result;
}

template <class Lane>
static inline int clamp(int value) {
  return value < lowest<Lane> ? lowest<Lane> : value > highest<Lane> ? highest<Lane> : value;
}
static inline int distance(int a, int b) { return a < b ? b - a : a - b; }
/// Half away from zero.
static inline int average(int a, int b) { return a + b < 0 ? (a + b) / 2 - ((a + b) & 1) : (a + b + 1) / 2; }

/// The sum of the distances of the lanes.
template <class Lane>
static inline unsigned sum_of_distances(unsigned a, unsigned b) {
  int sum = 0;
  for (int i = 0; i < 4 / static_cast<int>(sizeof(Lane)); ++i)
    sum += distance(lane_of<Lane>(a, i), lane_of<Lane>(b, i));
  return static_cast<unsigned>(sum);
}

/// Sums wrap before they are compared.
template <class Lane>
static inline int wrapped_sum(int a, int b) { return static_cast<Lane>(a + b); }

template <class T>
static inline T largest(T a, T b) { return a < b ? b : a; }
template <class T>
static inline T smallest(T a, T b) { return b < a ? b : a; }

}  // namespace packed
}  // namespace judge_emulated

// name2 works on halves, name4 on bytes; `Lane` is the type that the expression may name.
#define JUDGE_PACKED(name, half, byte, ...)                                                             \
  static inline unsigned name##2(unsigned a_, unsigned b_) {                                            \
    using Lane = half;                                                                                  \
    return judge_emulated::packed::each<Lane>([](int a, int b) -> int { return __VA_ARGS__; }, a_, b_); \
  }                                                                                                     \
  static inline unsigned name##4(unsigned a_, unsigned b_) {                                            \
    using Lane = byte;                                                                                  \
    return judge_emulated::packed::each<Lane>([](int a, int b) -> int { return __VA_ARGS__; }, a_, b_); \
  }
#define JUDGE_PACKED_1(name, ...)                                                                              \
  static inline unsigned name##2(unsigned a_) {                                                                \
    return judge_emulated::packed::each<short>([](int a) { using Lane = short; return __VA_ARGS__; }, a_);     \
  }                                                                                                            \
  static inline unsigned name##4(unsigned a_) {                                                                \
    return judge_emulated::packed::each<signed char>([](int a) { using Lane = signed char; return __VA_ARGS__; }, a_); \
  }
#define JUDGE_PACKED_SIGNED(name, ...) JUDGE_PACKED(name, short, signed char, __VA_ARGS__)
#define JUDGE_PACKED_UNSIGNED(name, ...) JUDGE_PACKED(name, unsigned short, unsigned char, __VA_ARGS__)

JUDGE_PACKED_1(__vabs, judge_emulated::packed::wrapped_sum<Lane>(a < 0 ? -a : a, 0))
JUDGE_PACKED_1(__vabsss, judge_emulated::packed::clamp<Lane>(a < 0 ? -a : a))
JUDGE_PACKED_1(__vneg, judge_emulated::packed::wrapped_sum<Lane>(-a, 0))
JUDGE_PACKED_1(__vnegss, judge_emulated::packed::clamp<Lane>(-a))
JUDGE_PACKED_UNSIGNED(__vadd, a + b)
JUDGE_PACKED_SIGNED(__vaddss, judge_emulated::packed::clamp<Lane>(a + b))
JUDGE_PACKED_UNSIGNED(__vaddus, judge_emulated::packed::clamp<Lane>(a + b))
JUDGE_PACKED_UNSIGNED(__vsub, a - b)
JUDGE_PACKED_SIGNED(__vsubss, judge_emulated::packed::clamp<Lane>(a - b))
JUDGE_PACKED_UNSIGNED(__vsubus, judge_emulated::packed::clamp<Lane>(a - b))
JUDGE_PACKED_SIGNED(__vabsdiffs, judge_emulated::packed::distance(a, b))
JUDGE_PACKED_UNSIGNED(__vabsdiffu, judge_emulated::packed::distance(a, b))
JUDGE_PACKED_SIGNED(__vavgs, judge_emulated::packed::average(a, b))
JUDGE_PACKED_UNSIGNED(__vavgu, (a + b + 1) / 2)
JUDGE_PACKED_UNSIGNED(__vhaddu, (a + b) / 2)
JUDGE_PACKED_SIGNED(__vmaxs, a < b ? b : a)
JUDGE_PACKED_UNSIGNED(__vmaxu, a < b ? b : a)
JUDGE_PACKED_SIGNED(__vmins, b < a ? b : a)
JUDGE_PACKED_UNSIGNED(__vminu, b < a ? b : a)

// Comparisons: __vcmp gives all bits of the lane or none, __vset gives 1 or 0.
JUDGE_PACKED_UNSIGNED(__vcmpeq, a == b ? -1 : 0)
JUDGE_PACKED_UNSIGNED(__vcmpne, a != b ? -1 : 0)
JUDGE_PACKED_UNSIGNED(__vseteq, a == b ? 1 : 0)
JUDGE_PACKED_UNSIGNED(__vsetne, a != b ? 1 : 0)
#define JUDGE_PACKED_COMPARISON(name, operation)                 \
  JUDGE_PACKED_SIGNED(__vcmp##name##s, a operation b ? -1 : 0)   \
  JUDGE_PACKED_UNSIGNED(__vcmp##name##u, a operation b ? -1 : 0) \
  JUDGE_PACKED_SIGNED(__vset##name##s, a operation b ? 1 : 0)    \
  JUDGE_PACKED_UNSIGNED(__vset##name##u, a operation b ? 1 : 0)
JUDGE_PACKED_COMPARISON(ge, >=)
JUDGE_PACKED_COMPARISON(gt, >)
JUDGE_PACKED_COMPARISON(le, <=)
JUDGE_PACKED_COMPARISON(lt, <)
#undef JUDGE_PACKED_COMPARISON
#undef JUDGE_PACKED_SIGNED
#undef JUDGE_PACKED_UNSIGNED
#undef JUDGE_PACKED_1
#undef JUDGE_PACKED

static inline unsigned __vsads2(unsigned a, unsigned b) {
  return judge_emulated::packed::sum_of_distances<short>(a, b);
}
static inline unsigned __vsads4(unsigned a, unsigned b) {
  return judge_emulated::packed::sum_of_distances<signed char>(a, b);
}
static inline unsigned __vsadu2(unsigned a, unsigned b) {
  return judge_emulated::packed::sum_of_distances<unsigned short>(a, b);
}
static inline unsigned __vsadu4(unsigned a, unsigned b) {
  return judge_emulated::packed::sum_of_distances<unsigned char>(a, b);
}

// Largest and smallest of words, and of pairs of halves. _relu: and of 0. name is max or min, of its function.
#define JUDGE_PACKED_EXTREME(name, of)                                                                             \
  static inline int __vi##name##_s32_relu(int a, int b) {                                                          \
    const int extreme = judge_emulated::packed::of(a, b);                                                          \
    return extreme < 0 ? 0 : extreme;                                                                              \
  }                                                                                                                \
  static inline int __vi##name##3_s32(int a, int b, int c) {                                                       \
    return judge_emulated::packed::of(judge_emulated::packed::of(a, b), c);                                        \
  }                                                                                                                \
  static inline int __vi##name##3_s32_relu(int a, int b, int c) {                                                  \
    return __vi##name##_s32_relu(judge_emulated::packed::of(a, b), c);                                             \
  }                                                                                                                \
  static inline unsigned __vi##name##3_u32(unsigned a, unsigned b, unsigned c) {                                   \
    return judge_emulated::packed::of(judge_emulated::packed::of(a, b), c);                                        \
  }                                                                                                                \
  static inline int __viadd##name##_s32(int a, int b, int c) {                                                     \
    return judge_emulated::packed::of(static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)), c);   \
  }                                                                                                                \
  static inline int __viadd##name##_s32_relu(int a, int b, int c) {                                                \
    const int extreme = __viadd##name##_s32(a, b, c);                                                              \
    return extreme < 0 ? 0 : extreme;                                                                              \
  }                                                                                                                \
  static inline unsigned __viadd##name##_u32(unsigned a, unsigned b, unsigned c) {                                 \
    return judge_emulated::packed::of(a + b, c);                                                                   \
  }                                                                                                                \
  static inline unsigned __vi##name##_s16x2_relu(unsigned a, unsigned b) {                                         \
    return judge_emulated::packed::each<short>(                                                                    \
        [](int x, int y) { return judge_emulated::packed::largest(judge_emulated::packed::of(x, y), 0); }, a, b);  \
  }                                                                                                                \
  static inline unsigned __vi##name##3_s16x2(unsigned a, unsigned b, unsigned c) {                                 \
    return judge_emulated::packed::each<short>(__vi##name##3_s32, a, b, c);                                        \
  }                                                                                                                \
  static inline unsigned __vi##name##3_s16x2_relu(unsigned a, unsigned b, unsigned c) {                            \
    return judge_emulated::packed::each<short>(__vi##name##3_s32_relu, a, b, c);                                   \
  }                                                                                                                \
  static inline unsigned __vi##name##3_u16x2(unsigned a, unsigned b, unsigned c) {                                 \
    return judge_emulated::packed::each<unsigned short>(__vi##name##3_s32, a, b, c);                               \
  }                                                                                                                \
  static inline unsigned __viadd##name##_s16x2(unsigned a, unsigned b, unsigned c) {                               \
    return judge_emulated::packed::each<short>(                                                                    \
        [](int x, int y, int z) {                                                                                  \
          return judge_emulated::packed::of(judge_emulated::packed::wrapped_sum<short>(x, y), z);                  \
        }, a, b, c);                                                                                               \
  }                                                                                                                \
  static inline unsigned __viadd##name##_s16x2_relu(unsigned a, unsigned b, unsigned c) {                          \
    return judge_emulated::packed::each<short>([](int x) { return x < 0 ? 0 : x; },                                \
                                               __viadd##name##_s16x2(a, b, c));                                    \
  }                                                                                                                \
  static inline unsigned __viadd##name##_u16x2(unsigned a, unsigned b, unsigned c) {                               \
    return judge_emulated::packed::each<unsigned short>(                                                           \
        [](int x, int y, int z) {                                                                                  \
          return judge_emulated::packed::of(judge_emulated::packed::wrapped_sum<unsigned short>(x, y), z);         \
        }, a, b, c);                                                                                               \
  }
JUDGE_PACKED_EXTREME(max, largest)
JUDGE_PACKED_EXTREME(min, smallest)
#undef JUDGE_PACKED_EXTREME

// The same, with whether it is the first one.
#define JUDGE_PACKED_WHICH(name, operation)                                                                         \
  static inline int __vib##name##_s32(int a, int b, bool* is_a) { return (*is_a = a operation b) ? a : b; }         \
  static inline unsigned __vib##name##_u32(unsigned a, unsigned b, bool* is_a) {                                    \
    return (*is_a = a operation b) ? a : b;                                                                         \
  }                                                                                                                 \
  static inline unsigned __vib##name##_s16x2(unsigned a, unsigned b, bool* is_a_high, bool* is_a_low) {             \
    bool* const is_a[2] = {is_a_low, is_a_high};                                                                    \
    int i = 0;                                                                                                      \
    return judge_emulated::packed::each<short>([&](int x, int y) { return __vib##name##_s32(x, y, is_a[i++]); }, a, \
                                               b);                                                                  \
  }                                                                                                                 \
  static inline unsigned __vib##name##_u16x2(unsigned a, unsigned b, bool* is_a_high, bool* is_a_low) {             \
    bool* const is_a[2] = {is_a_low, is_a_high};                                                                    \
    int i = 0;                                                                                                      \
    return judge_emulated::packed::each<unsigned short>(                                                            \
        [&](int x, int y) { return __vib##name##_s32(x, y, is_a[i++]); }, a, b);                                    \
  }
JUDGE_PACKED_WHICH(max, >=)
JUDGE_PACKED_WHICH(min, <=)
#undef JUDGE_PACKED_WHICH

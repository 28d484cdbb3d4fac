// Arithmetic of the halves and bytes of a word.
#include <cuda_runtime.h>

#include <cstdlib>
#include <vector>

#include "check.h"

// name, whether lanes are signed, result of one lane of a and b
#define BINARY(X)                                                                                                  \
  X(__vadd, false, a + b) X(__vaddss, true, clamp(a + b)) X(__vaddus, false, clamp(a + b)) X(__vsub, false, a - b) \
  X(__vsubss, true, clamp(a - b)) X(__vsubus, false, clamp(a - b)) X(__vabsdiffs, true, std::abs(a - b))           \
  X(__vabsdiffu, false, std::abs(a - b)) X(__vavgs, true, halved(a + b)) X(__vavgu, false, halved(a + b))          \
  X(__vhaddu, false, (a + b) >> 1) X(__vmaxs, true, a > b ? a : b) X(__vmaxu, false, a > b ? a : b)                \
  X(__vmins, true, a > b ? b : a) X(__vminu, false, a > b ? b : a) X(__vcmpeq, false, -(a == b))                   \
  X(__vcmpne, false, -(a != b)) X(__vcmpges, true, -(a >= b)) X(__vcmpgeu, false, -(a >= b))                       \
  X(__vcmpgts, true, -(a > b)) X(__vcmpgtu, false, -(a > b)) X(__vcmples, true, -(a <= b))                         \
  X(__vcmpleu, false, -(a <= b)) X(__vcmplts, true, -(a < b)) X(__vcmpltu, false, -(a < b))                        \
  X(__vseteq, false, a == b) X(__vsetne, false, a != b) X(__vsetges, true, a >= b) X(__vsetgeu, false, a >= b)     \
  X(__vsetgts, true, a > b) X(__vsetgtu, false, a > b) X(__vsetles, true, a <= b) X(__vsetleu, false, a <= b)      \
  X(__vsetlts, true, a < b) X(__vsetltu, false, a < b)
#define UNARY(X)                                                                                            \
  X(__vabs, true, std::abs(a)) X(__vabsss, true, clamp(std::abs(a))) X(__vneg, true, -a) X(__vnegss, true, clamp(-a))
// of three signed (_s16x2) or unsigned (_u16x2) halves; sums wrap first
#define TERNARY(X)                                                                                           \
  X(__vimax3_s16x2, true, highest(highest(a, b), c)) X(__vimax3_u16x2, false, highest(highest(a, b), c))     \
  X(__vimin3_s16x2, true, lowest(lowest(a, b), c)) X(__vimin3_u16x2, false, lowest(lowest(a, b), c))         \
  X(__vimax3_s16x2_relu, true, highest(highest(highest(a, b), c), 0))                                        \
  X(__vimin3_s16x2_relu, true, highest(lowest(lowest(a, b), c), 0))                                          \
  X(__viaddmax_s16x2, true, highest(wrapped(a + b), c)) X(__viaddmax_u16x2, false, highest(wrapped(a + b), c)) \
  X(__viaddmin_s16x2, true, lowest(wrapped(a + b), c)) X(__viaddmin_u16x2, false, lowest(wrapped(a + b), c)) \
  X(__viaddmax_s16x2_relu, true, highest(highest(wrapped(a + b), c), 0))                                     \
  X(__viaddmin_s16x2_relu, true, highest(lowest(wrapped(a + b), c), 0))

#define COUNT_TWO(...) +2
#define COUNT_ONE(...) +1
constexpr int per_input = 0 BINARY(COUNT_TWO) UNARY(COUNT_TWO) TERNARY(COUNT_ONE) + 4 + 2 + 14 + 8;

__global__ void evaluate(const unsigned* inputs, unsigned* results) {
  const unsigned a = inputs[3 * threadIdx.x], b = inputs[3 * threadIdx.x + 1], c = inputs[3 * threadIdx.x + 2];
  unsigned* r = results + per_input * threadIdx.x;
#define CALL_BINARY(name, ...) *r++ = name##2(a, b), *r++ = name##4(a, b);
#define CALL_UNARY(name, ...) *r++ = name##2(a), *r++ = name##4(a);
#define CALL_TERNARY(name, ...) *r++ = name(a, b, c);
  BINARY(CALL_BINARY) UNARY(CALL_UNARY) TERNARY(CALL_TERNARY)
  *r++ = __vsads2(a, b), *r++ = __vsads4(a, b), *r++ = __vsadu2(a, b), *r++ = __vsadu4(a, b);
  *r++ = __vimax_s16x2_relu(a, b), *r++ = __vimin_s16x2_relu(a, b);
  const int x = static_cast<int>(a), y = static_cast<int>(b), z = static_cast<int>(c);
  *r++ = __vimax3_s32(x, y, z), *r++ = __vimin3_s32(x, y, z), *r++ = __vimax3_u32(a, b, c), *r++ = __vimin3_u32(a, b, c);
  *r++ = __vimax3_s32_relu(x, y, z), *r++ = __vimin3_s32_relu(x, y, z), *r++ = __viaddmax_s32(x, y, z);
  *r++ = __viaddmin_s32(x, y, z), *r++ = __viaddmax_u32(a, b, c), *r++ = __viaddmin_u32(a, b, c);
  *r++ = __viaddmax_s32_relu(x, y, z), *r++ = __viaddmin_s32_relu(x, y, z);
  *r++ = __vimax_s32_relu(x, y), *r++ = __vimin_s32_relu(x, y);
  bool high, low, is_a, is_b;
  *r++ = __vibmax_s16x2(a, b, &high, &low), *r++ = high * 2 + low;
  *r++ = __vibmin_u16x2(a, b, &high, &low), *r++ = high * 2 + low;
  *r++ = __vibmax_u32(a, b, &is_a), *r++ = is_a;
  *r++ = __vibmin_s32(x, y, &is_b), *r++ = is_b;
}

/// What one lane of `bits` bits does.
struct Lane {
  int bits;
  bool is_signed;
  int read(unsigned word, int i) const {
    const int value = static_cast<int>(word >> i * bits & ((1u << bits) - 1));
    return is_signed && value >> (bits - 1) ? value - (1 << bits) : value;
  }
  int clamp(int value) const {
    const int least = is_signed ? -(1 << (bits - 1)) : 0, most = least + (1 << bits) - 1;
    return value < least ? least : value > most ? most : value;
  }
  int wrapped(int value) const { return read(static_cast<unsigned>(value), 0); }
  static int halved(int sum) { return sum >= 0 ? (sum + 1) / 2 : -((-sum + 1) / 2); }
  static int highest(int a, int b) { return a > b ? a : b; }
  static int lowest(int a, int b) { return a < b ? a : b; }
};

template <class Of>
unsigned each(const Lane& lane, const unsigned* words, Of of) {
  unsigned result = 0;
  for (int i = 0; i < 32 / lane.bits; i++) {
    const int value = of(lane.read(words[0], i), lane.read(words[1], i), lane.read(words[2], i));
    result |= (static_cast<unsigned>(value) & ((1u << lane.bits) - 1)) << i * lane.bits;
  }
  return result;
}

template <class Of>
int sum_of(const Lane& lane, const unsigned* words, Of of) {
  int sum = 0;
  for (int i = 0; i < 32 / lane.bits; i++) sum += of(lane.read(words[0], i), lane.read(words[1], i));
  return sum;
}

void check(const unsigned* w, const unsigned* r) {
#define EXPECT_LANES(text, lane_bits, has_sign, ...)                                                          \
  {                                                                                                            \
    struct Of : Lane {                                                                                         \
      int operator()(int a, int b, int c) const { (void)b, (void)c; return __VA_ARGS__; }                      \
    };                                                                                                         \
    Of of;                                                                                                     \
    of.bits = lane_bits, of.is_signed = has_sign;                                         \
    const unsigned expected = each(of, w, of), got = *r++;                                                     \
    if (got != expected && ++failures <= 10)                                                                   \
      std::printf("%s of %08x %08x %08x is %08x, not %08x\n", text, w[0], w[1], w[2], got, expected);          \
  }
#define EXPECT_BOTH(name, has_sign, ...) \
  EXPECT_LANES(#name "2", 16, has_sign, __VA_ARGS__) EXPECT_LANES(#name "4", 8, has_sign, __VA_ARGS__)
#define EXPECT_HALVES(name, has_sign, ...) EXPECT_LANES(#name, 16, has_sign, __VA_ARGS__)
  BINARY(EXPECT_BOTH) UNARY(EXPECT_BOTH) TERNARY(EXPECT_HALVES)
  const auto distance = [](int a, int b) { return std::abs(a - b); };
  for (const Lane lane : {Lane{16, true}, Lane{8, true}, Lane{16, false}, Lane{8, false}})
    CHECK_EQUAL(*r++, sum_of(lane, w, distance));
  EXPECT_LANES("__vimax_s16x2_relu", 16, true, highest(highest(a, b), 0))
  EXPECT_LANES("__vimin_s16x2_relu", 16, true, highest(lowest(a, b), 0))
  const int x = static_cast<int>(w[0]), y = static_cast<int>(w[1]), z = static_cast<int>(w[2]);
  const unsigned a = w[0], b = w[1], c = w[2], sum = a + b;
  const int signed_sum = static_cast<int>(sum), xy = x > y ? x : y, xy_low = x < y ? x : y;
  const int most = xy > z ? xy : z, least = xy_low < z ? xy_low : z;
  const int sum_most = signed_sum > z ? signed_sum : z, sum_least = signed_sum < z ? signed_sum : z;
  const unsigned ab = a > b ? a : b, ab_low = a < b ? a : b;
  const int signeds[] = {most, least, static_cast<int>(ab > c ? ab : c), static_cast<int>(ab_low < c ? ab_low : c),
                         most > 0 ? most : 0, least > 0 ? least : 0, sum_most, sum_least,
                         static_cast<int>(sum > c ? sum : c), static_cast<int>(sum < c ? sum : c),
                         sum_most > 0 ? sum_most : 0, sum_least > 0 ? sum_least : 0, xy > 0 ? xy : 0, xy_low > 0 ? xy_low : 0};
  for (const int expected : signeds) CHECK_EQUAL(*r++, static_cast<unsigned>(expected));
  const auto which = [&](const Lane& lane, auto is_first) {
    return static_cast<unsigned>(is_first(lane.read(a, 1), lane.read(b, 1)) * 2 + is_first(lane.read(a, 0), lane.read(b, 0)));
  };
  EXPECT_LANES("__vibmax_s16x2", 16, true, highest(a, b))
  CHECK_EQUAL(*r++, which({16, true}, [](int p, int q) { return p >= q; }));
  EXPECT_LANES("__vibmin_u16x2", 16, false, lowest(a, b))
  CHECK_EQUAL(*r++, which({16, false}, [](int p, int q) { return p <= q; }));
  CHECK_EQUAL(*r++, ab);
  CHECK_EQUAL(*r++, a >= b);
  CHECK_EQUAL(*r++, static_cast<unsigned>(xy_low));
  CHECK_EQUAL(*r++, x <= y);
}

extern "C" int run() {
  const unsigned edges[] = {0x00000000u, 0xffffffffu, 0x80808080u, 0x80008000u, 0x7fff7fffu, 0x7f7f7f7fu, 0x01020304u,
                            0x00ff00ffu, 0x80017ffeu, 0xdeadbeefu, 0x12345678u, 0xff01fe02u, 0x00010001u, 0x8000ffffu};
  std::vector<unsigned> inputs;
  for (const unsigned a : edges)
    for (const unsigned b : edges) inputs.insert(inputs.end(), {a, b, edges[(a + b) % 14]});
  const int threads = static_cast<int>(inputs.size() / 3);
  DeviceArray<unsigned> in(inputs), out(static_cast<std::size_t>(threads * per_input));
  evaluate<<<1, threads>>>(in, out);
  const std::vector<unsigned> results = out.get();
  for (int i = 0; i < threads; i++) check(&inputs[3 * i], &results[per_input * i]);
  return failures;
}

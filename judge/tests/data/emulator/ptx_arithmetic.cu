// Inline PTX, family by family: arithmetic, carries, bits, comparisons, conversions, halves, cache hints, atomics.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <climits>
#include <cstdint>
#include <cstring>

#include "check.h"

// One asm statement with inputs %1, %2, ... of 32 bits (64 bits; float); its result goes to the next place.
#define WORD(text, ...)                                              \
  {                                                                  \
    uint32_t r_;                                                     \
    asm volatile(text : "=r"(r_) : __VA_ARGS__);                     \
    *o++ = r_;                                                       \
  }
#define WIDE(text, ...)                                              \
  {                                                                  \
    uint64_t r_;                                                     \
    asm volatile(text : "=l"(r_) : __VA_ARGS__);                     \
    *o++ = r_;                                                       \
  }
#define REAL(text, ...)                                              \
  {                                                                  \
    float r_;                                                        \
    asm volatile(text : "=f"(r_) : __VA_ARGS__);                     \
    *o++ = __float_as_uint(r_);                                      \
  }
#define SHORT(text, ...)                                             \
  {                                                                  \
    unsigned short r_;                                               \
    asm volatile(text : "=h"(r_) : __VA_ARGS__);                     \
    *o++ = r_;                                                       \
  }

__global__ void integers(uint64_t* o, uint32_t a, uint32_t b, uint32_t c, uint64_t w) {
  WORD("sub.s32 %0, %1, %2;", "r"(a), "r"(b))
  WORD("div.u32 %0, %1, %2;", "r"(a), "r"(c))
  WORD("rem.s32 %0, %1, %2;", "r"(a), "r"(c))
  WORD("add.sat.s32 %0, %1, %2;", "r"(0x7ffffff0u), "r"(100))
  WORD("abs.s32 %0, %1;", "r"(a))
  WORD("neg.s32 %0, %1;", "r"(c))
  WORD("mad.hi.s32 %0, %1, %2, %3;", "r"(a), "r"(b), "r"(c))
  WIDE("mad.wide.s32 %0, %1, %2, %3;", "r"(a), "r"(c), "l"(w))
  WIDE("mad.lo.u64 %0, %1, %2, 5;", "l"(w), "l"(w))
  WORD("sad.u32 %0, %1, %2, %3;", "r"(b), "r"(a), "r"(c))
  WORD("mul24.lo.u32 %0, %1, %2;", "r"(a), "r"(b))
  WORD("dp2a.lo.u32.u32 %0, %1, %2, %3;", "r"(a), "r"(b), "r"(c))
  WIDE("shr.s64 %0, %1, %2;", "l"(~w), "r"(9))
  WIDE("and.b64 %0, %1, 0xffff0000;", "l"(w))
  WORD("cnot.b32 %0, %1;", "r"(c))
  WORD("popc.b64 %0, %1;", "l"(w))
  WORD("clz.b64 %0, %1;", "l"(w))
  WIDE("brev.b64 %0, %1;", "l"(w))
  WORD("bfind.u32 %0, %1;", "r"(c))
  WORD("bfind.shiftamt.u32 %0, %1;", "r"(c))
  WORD("bfind.s32 %0, %1;", "r"(a))
  WORD("fns.b32 %0, %1, 0, 2;", "r"(c))
  WORD("{ .reg .u32 lo; add.cc.u32 lo, %1, %2; addc.u32 %0, 0, 7; }", "r"(a), "r"(b))
  WORD("{ .reg .u32 lo; sub.cc.u32 lo, %1, %2; subc.u32 %0, 5, 0; }", "r"(c), "r"(b))
  WIDE("{ .reg .u64 lo; add.cc.u64 lo, %1, %1; addc.cc.u64 lo, %1, %1; addc.u64 %0, 0, 0; }", "l"(w))
  WORD("{ .reg .u32 lo; mad.lo.cc.u32 lo, %1, %2, %3; madc.hi.u32 %0, %1, %2, 0; }", "r"(a), "r"(b), "r"(0xffffffffu))
  WORD("{ .reg .pred p, q; setp.lt.s32 p, %1, 0; setp.ge.u64 q, %2, 7; and.pred p, p, q; selp.u32 %0, 1, 2, p; }", "r"(a), "l"(w))
  WORD("{ .reg .pred p; setp.gt.u32 p, %1, 9; @!p mov.u32 %0, 3; @p mov.u32 %0, 4; }", "r"(c))
}

void check_integers() {
  const uint32_t a = 0xdeadbeefu, b = 0x87654321u, c = 0x1234u;
  const uint64_t w = 0x9123456789abcdefull;
  const int sa = static_cast<int>(a), sb = static_cast<int>(b), sc = static_cast<int>(c);
  const uint64_t expected[] = {a - b, a / c, static_cast<uint32_t>(sa % sc), INT_MAX, 0u - a, 0u - c,
      static_cast<uint32_t>((static_cast<int64_t>(sa) * sb >> 32) + sc), static_cast<uint64_t>(static_cast<int64_t>(sa) * sc) + w,
      w * w + 5, c + (a - b), (a & 0xffffff) * (b & 0xffffff), c + (a & 0xffff) * (b & 255) + (a >> 16) * (b >> 8 & 255),
      static_cast<uint64_t>(static_cast<int64_t>(~w) >> 9), w & 0xffff0000u, 0, 34, 0, 0xf7b3d591e6a2c489ull, 12, 19, 29, 4, 8, 4, 1,
      static_cast<uint32_t>((static_cast<uint64_t>(a) * b + 0xffffffffull) >> 32), 1, 4};
  constexpr int count = sizeof expected / sizeof *expected;
  DeviceArray<uint64_t> out(count);
  integers<<<1, 1>>>(out, a, b, c, w);
  for (int i = 0; i < count; i++)
    if (out.get()[i] != expected[i] && ++failures)
      std::printf("integer %d is %llx, not %llx\n", i, static_cast<unsigned long long>(out.get()[i]),
                  static_cast<unsigned long long>(expected[i]));
}

__global__ void reals(uint64_t* o, float x, float y, float nan, double d) {
  REAL("add.rz.f32 %0, %1, %2;", "f"(1.0f), "f"(5.9e-8f))
  REAL("add.rp.f32 %0, %1, %2;", "f"(1.0f), "f"(1e-20f))
  REAL("mul.rm.f32 %0, %1, %2;", "f"(x), "f"(y))
  REAL("fma.rn.f32 %0, %1, %2, %1;", "f"(x), "f"(y))
  REAL("mul.sat.f32 %0, %1, %2;", "f"(x), "f"(x))
  REAL("min.f32 %0, %1, %2;", "f"(nan), "f"(y))
  REAL("max.f32 %0, %1, %2;", "f"(0.0f), "f"(-0.0f))
  REAL("min.f32 %0, %1, %2;", "f"(0.0f), "f"(-0.0f))
  REAL("copysign.f32 %0, %1, %2;", "f"(y), "f"(x))
  REAL("abs.f32 %0, %1;", "f"(y))
  REAL("sqrt.rn.f32 %0, %1;", "f"(x))
  WORD("{ .reg .pred p; testp.finite.f32 p, %1; selp.u32 %0, 1, 0, p; }", "f"(nan))
  WORD("{ .reg .pred p; setp.neu.f32 p, %1, %1; selp.u32 %0, 1, 0, p; }", "f"(nan))
  WORD("{ .reg .pred p; setp.ne.f32 p, %1, %1; selp.u32 %0, 1, 0, p; }", "f"(nan))
  WORD("cvt.rni.s32.f32 %0, %1;", "f"(2.5f))
  WORD("cvt.rpi.s32.f32 %0, %1;", "f"(y))
  WORD("cvt.rzi.u32.f32 %0, %1;", "f"(y))
  WORD("cvt.rni.sat.s32.f64 %0, %1;", "d"(1e20))
  WIDE("cvt.rzi.s64.f64 %0, %1;", "d"(d))
  REAL("cvt.rz.f32.f64 %0, %1;", "d"(d))
  REAL("cvt.sat.f32.f32 %0, %1;", "f"(x))
  REAL("cvt.rmi.f32.f32 %0, %1;", "f"(y))
  REAL("cvt.rn.f32.s64 %0, %1;", "l"(-16777217ll))
  WORD("{ .reg .s8 t; cvt.sat.s8.s32 t, %1; cvt.s32.s8 %0, t; }", "r"(1000))
  WORD("{ .reg .u16 t; cvt.u16.u32 t, %1; cvt.u32.u16 %0, t; }", "r"(0x12345678))
  WORD("cvt.rn.f16x2.f32 %0, %1, %2;", "f"(1.0f), "f"(-2.0f))
  WORD("cvt.rn.relu.bf16x2.f32 %0, %1, %2;", "f"(1.0f), "f"(-2.0f))
  WORD("cvt.rna.tf32.f32 %0, %1;", "f"(1.0f + 1.0f / 2048))
  SHORT("cvt.rn.f16.f32 %0, %1;", "f"(65519.0f))
  REAL("cvt.f32.f16 %0, %1;", "h"(static_cast<unsigned short>(0x3555)))
  WORD("fma.rn.f16x2 %0, %1, %1, %2;", "r"(0x3c004000u), "r"(0xbc003c00u))
  WORD("max.bf16x2 %0, %1, %2;", "r"(0x3f80bf80u), "r"(0x40000000u))
  WORD("add.f16x2 %0, %1, %2;", "r"(0x3c004000u), "r"(0xbc003c00u))
  SHORT("mul.f16 %0, %1, %2;", "h"(static_cast<unsigned short>(0x4200)), "h"(static_cast<unsigned short>(0x4000)))
  WORD("neg.bf16x2 %0, %1;", "r"(0x3f80bf80u))
}

void check_reals() {
  const float x = 1.75f, y = -3.3f;
  const auto bits = [](float value) {
    uint32_t word;
    std::memcpy(&word, &value, sizeof word);
    return static_cast<uint64_t>(word);
  };
  const double product = static_cast<double>(x) * y, d = 123456789.987654321;
  float down = static_cast<float>(product), cut = static_cast<float>(d);
  if (down > product) down = nextafterf(down, -1e30f);
  if (cut > d) cut = nextafterf(cut, 0);
  const uint64_t expected[] = {bits(1), bits(nextafterf(1, 2)), bits(down), bits(fmaf(x, y, x)), bits(1), bits(y), bits(0.0f),
                               bits(-0.0f), bits(-x), bits(-y), bits(std::sqrt(x)), 0, 1, 0, 2, static_cast<uint32_t>(-3), 0, INT_MAX,
                               123456789, bits(cut), bits(1), bits(-4), bits(-16777216.0f), 127, 0x5678, 0x3c00c000u, 0x3f800000u,
                               bits(1 + 1.0f / 1024), 0x7bff, bits(0.333251953125f), 0x00004500u, 0x40000000u, 0x00004200u, 0x4600,
                               0xbf803f80u};
  constexpr int count = sizeof expected / sizeof *expected;
  DeviceArray<uint64_t> out(count);
  reals<<<1, 1>>>(out, x, y, nanf(""), d);
  for (int i = 0; i < count; i++)
    if (out.get()[i] != expected[i] && ++failures)
      std::printf("real %d is %llx, not %llx\n", i, static_cast<unsigned long long>(out.get()[i]),
                  static_cast<unsigned long long>(expected[i]));
}

__global__ void memory(const float* in, float* out, unsigned* counts) {
  __shared__ alignas(16) float tile[64];
  __shared__ unsigned box;
  if (threadIdx.x == 0) box = 0;
  __syncthreads();
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&tile[2 * threadIdx.x]));
  const unsigned box_address = static_cast<unsigned>(__cvta_generic_to_shared(&box));
  const float* const from = in + 4 * threadIdx.x;
  uint64_t policy;
  float x, y, z, t;
  asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
  asm volatile("prefetch.global.L2 [%0];" ::"l"(from));
  asm volatile("prefetchu.L1 [%0];" ::"l"(from));
  asm volatile("ld.global.nc.L1::no_allocate.L2::cache_hint.v4.f32 {%0, %1, %2, %3}, [%4], %5;"
               : "=f"(x), "=f"(y), "=f"(z), "=f"(t)
               : "l"(from), "l"(policy));
  asm volatile("st.shared::cta.v2.f32 [%0], {%1, %2};" ::"r"(address), "f"(x + z), "f"(y + t) : "memory");
  asm volatile("ld.shared.f32 %0, [%1+4];" : "=f"(y) : "r"(address) : "memory");
  asm volatile("st.global.L2::cache_hint.f32 [%0], %1, %2;" ::"l"(out + threadIdx.x), "f"(y), "l"(policy) : "memory");
  asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 8, %2;" ::"r"(address), "l"(from), "l"(policy) : "memory");
  asm volatile("cp.async.commit_group;\n\tcp.async.wait_all;" ::: "memory");
  out[32 + threadIdx.x] = tile[2 * threadIdx.x + 1];
  unsigned old;
  asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(old) : "r"(box_address), "r"(2u) : "memory");
  asm volatile("red.global.max.s32 [%0], %1;" ::"l"(counts), "r"(static_cast<int>(threadIdx.x)) : "memory");
  asm volatile("red.global.or.b32 [%0], %1;" ::"l"(counts + 1), "r"(1u << threadIdx.x) : "memory");
  asm volatile("atom.global.gpu.relaxed.inc.u32 %0, [%1], 6;" : "=r"(old) : "l"(counts + 2) : "memory");
  __syncthreads();
  if (threadIdx.x == 0) counts[3] = box;
}

void check_memory() {
  std::vector<float> in(128);
  for (int i = 0; i < 128; i++) in[i] = static_cast<float>(i * i % 37);
  DeviceArray<float> from(in), to(64);
  DeviceArray<unsigned> counts(4);
  memory<<<1, 32>>>(from, to, counts);
  for (int i = 0; i < 32; i++) {
    CHECK_EQUAL(to.get()[i], in[4 * i + 1] + in[4 * i + 3]);
    CHECK_EQUAL(to.get()[32 + i], in[4 * i + 1]);
  }
  CHECK_EQUAL(counts.get()[0], 31);
  CHECK_EQUAL(counts.get()[1], 0xffffffffu);
  CHECK_EQUAL(counts.get()[2], 32 % 7);
  CHECK_EQUAL(counts.get()[3], 64);
}

__global__ void pieces(uint64_t* o, int a, uint32_t b, float x, float y) {
  WORD("cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3;", "r"(a), "r"(7), "r"(0xabcd1234u))
  WORD("cvt.pack.sat.u8.s32.b32 %0, %1, %2, 0;", "r"(a), "r"(300))
  WORD("cvt.pack.sat.u16.s32 %0, %1, %2;", "r"(70000), "r"(a))
  WORD("dp4a.u32.s32 %0, %1, %2, %3;", "r"(b), "r"(a), "r"(5))
  WORD("vadd4.u32.u32.u32 %0, %1, %2, %3;", "r"(b), "r"(0x01ff0203u), "r"(0))
  WORD("slct.u32.s32 %0, 1, 2, %1;", "r"(a))
  WORD("slct.u32.f32 %0, 1, 2, %1;", "f"(x))
  WORD("set.lt.u32.f32 %0, %1, %2;", "f"(y), "f"(x))
  REAL("set.ge.f32.s32 %0, %1, %2;", "r"(a), "r"(-500))
  WORD("szext.wrap.s32 %0, %1, 4;", "r"(12))
  WORD("bmsk.clamp.b32 %0, %1, %2;", "r"(28), "r"(9))
  REAL("min.xorsign.abs.f32 %0, %1, %2;", "f"(x), "f"(y))
}

void check_pieces() {
  DeviceArray<uint64_t> out(12);
  pieces<<<1, 1>>>(out, -500, 0x80ff0102u, 3.0f, -2.0f);
  const uint32_t a = static_cast<uint32_t>(-500);
  uint32_t sum = 5;
  for (int i = 0; i < 4; i++)
    sum += (0x80ff0102u >> 8 * i & 255) * static_cast<uint32_t>(static_cast<int>(static_cast<signed char>(a >> 8 * i)));
  const uint64_t expected[] = {0x12348007u, 0x000000ffu, 0xffff0000u, sum,         0x81fe0305u, 2,
                               1,           0xffffffffu, 0x3f800000u, 0xfffffffcu, 0xf0000000u, 0xc0000000u};
  for (int i = 0; i < 12; i++) CHECK_EQUAL(out.get()[i], expected[i]);
}

/// The first two warps produce, the others consume, with a barrier for each hand-over.
__global__ void hand_over(int* out) {
  __shared__ int slots[64];
  int sum = 0;
  for (int round = 0; round < 5; round++) {
    if (threadIdx.x < 64) {
      slots[threadIdx.x] = static_cast<int>(threadIdx.x) * round;
      asm volatile("bar.arrive 1, 128;" ::: "memory");       // full
      asm volatile("barrier.sync 2, 128;" ::: "memory");     // empty
    } else {
      asm volatile("bar.sync 1, %0;" ::"r"(128) : "memory");
      sum += slots[127 - threadIdx.x];
      asm volatile("bar.arrive 2, 128;" ::: "memory");
    }
    if (threadIdx.x < 64) asm volatile("bar.sync 3, 64;" ::: "memory");
  }
  asm volatile("bar.sync 0;" ::: "memory");
  out[threadIdx.x] = sum;
}

void check_barriers() {
  DeviceArray<int> out(128);
  hand_over<<<1, 128>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 128; i++) CHECK_EQUAL(out.get()[i], i < 64 ? 0 : (127 - i) * 10);
}

extern "C" int run() {
  check_barriers();
  check_integers();
  check_reals();
  check_memory();
  check_pieces();
  return failures;
}

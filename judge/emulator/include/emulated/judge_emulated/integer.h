#pragma once

#include <cstdlib>

#include "judge_emulated/bits.h"
#include "judge_emulated/vector_types.h"

// Integer intrinsics.

static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned>(x)) : 32; }
static inline int __clzll(long long x) { return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }

static inline unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
static inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
         __brev(static_cast<unsigned>(x >> 32));
}

/// The low three bits of each nibble of the selector pick a byte of y:x.
static inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned pick = selector >> 4 * i & 7;
    result |= (static_cast<unsigned>(bytes >> 8 * pick) & 255) << 8 * i;
  }
  return result;
}

static inline int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
static inline unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
static inline long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
static inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
static inline int __mul24(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
static inline unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }

static inline int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
static inline int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
static inline unsigned __uhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
static inline unsigned __urhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}
static inline unsigned __sad(int x, int y, unsigned z) {
  return z + static_cast<unsigned>(std::llabs(static_cast<long long>(x) - y));
}
static inline unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x > y ? x - y : y - x); }

// Shifts of the pair high:low. The plain forms take the shift modulo 32, those with c stop at 32.
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
static inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
static inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

/// The position of the n-th set bit from `base` on (or back, for negative n), or ~0u.
static inline unsigned __fns(unsigned mask, unsigned base, int n) {
  if (n == 0) return mask >> base & 1 ? base : ~0u;
  const int step = n > 0 ? 1 : -1;
  int left = n > 0 ? n : -n;
  for (int i = static_cast<int>(base); i >= 0 && i < 32; i += step)
    if (mask >> i & 1 && --left == 0) return static_cast<unsigned>(i);
  return ~0u;
}

namespace judge_emulated {

/// The sum of products of the bytes of a and b; Signed and unsigned bytes by type.
template <class Byte, class Word>
static inline Word dot_of_bytes(Word a, Word b, Word c) {
  for (int i = 0; i < 4; ++i)
    c += static_cast<Word>(static_cast<Byte>(a >> 8 * i)) * static_cast<Word>(static_cast<Byte>(b >> 8 * i));
  return c;
}

/// The two halves of a times two bytes of b, from byte `first` on.
template <class Half, class Byte, class Word>
static inline Word dot_of_halves(Word a, Word b, Word c, int first) {
  for (int i = 0; i < 2; ++i)
    c += static_cast<Word>(static_cast<Half>(a >> 16 * i)) * static_cast<Word>(static_cast<Byte>(b >> 8 * (first + i)));
  return c;
}

}  // namespace judge_emulated

static inline int __dp4a(int a, int b, int c) { return judge_emulated::dot_of_bytes<signed char>(a, b, c); }
static inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return judge_emulated::dot_of_bytes<unsigned char>(a, b, c);
}
static inline int __dp2a_lo(int a, int b, int c) {
  return judge_emulated::dot_of_halves<short, signed char>(a, b, c, 0);
}
static inline int __dp2a_hi(int a, int b, int c) {
  return judge_emulated::dot_of_halves<short, signed char>(a, b, c, 2);
}
static inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return judge_emulated::dot_of_halves<unsigned short, unsigned char>(a, b, c, 0);
}
static inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) {
  return judge_emulated::dot_of_halves<unsigned short, unsigned char>(a, b, c, 2);
}
static inline int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(judge_emulated::bit_cast<int>(a), judge_emulated::bit_cast<int>(b), c);
}
static inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return __dp4a(judge_emulated::bit_cast<unsigned>(a), judge_emulated::bit_cast<unsigned>(b), c);
}
static inline int __dp2a_lo(short2 a, char4 b, int c) {
  return __dp2a_lo(judge_emulated::bit_cast<int>(a), judge_emulated::bit_cast<int>(b), c);
}
static inline int __dp2a_hi(short2 a, char4 b, int c) {
  return __dp2a_hi(judge_emulated::bit_cast<int>(a), judge_emulated::bit_cast<int>(b), c);
}
static inline unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_lo(judge_emulated::bit_cast<unsigned>(a), judge_emulated::bit_cast<unsigned>(b), c);
}
static inline unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_hi(judge_emulated::bit_cast<unsigned>(a), judge_emulated::bit_cast<unsigned>(b), c);
}

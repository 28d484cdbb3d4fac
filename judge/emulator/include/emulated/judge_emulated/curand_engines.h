#pragma once

#include <cstdint>

#include "cuda_runtime.h"

// The generators of cuRAND whose definitions are public: Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel Random
// Numbers: As Easy as 1, 2, 3, 2011), XORWOW (Marsaglia: Xorshift RNGs, 2003) and MRG32k3a (L'Ecuyer: Good Parameters
// and Implementations for Combined Multiple Recursive Random Number Generators, 1999). From one seed they give the
// numbers that cuRAND's device functions give.

/// Set where a normal number of the last pair is still to be given.
struct judgeCurandExtra {
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

struct curandStatePhilox4_32_10 : judgeCurandExtra {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
};
struct curandStateXORWOW : judgeCurandExtra {
  unsigned int d, v[5];
};
struct curandStateMRG32k3a : judgeCurandExtra {
  unsigned int s1[3], s2[3];
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

namespace judge_emulated {

/// Ten rounds of multiplying by constants and mixing in a key that grows by the golden ratio and the root of 3.
static inline uint4 philox(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53u} * counter.x, b = std::uint64_t{0xCD9E8D57u} * counter.z;
    counter = {static_cast<unsigned>(b >> 32) ^ counter.y ^ key.x, static_cast<unsigned>(b),
               static_cast<unsigned>(a >> 32) ^ counter.w ^ key.y, static_cast<unsigned>(a)};
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return counter;
}

/// Adds to the 64-bit number in two words, and the carry to the two above them.
static inline void add_to_counter(uint4& counter, std::uint64_t blocks) {
  const std::uint64_t low = (std::uint64_t{counter.y} << 32 | counter.x) + blocks;
  if (low < blocks && ++counter.z == 0) ++counter.w;
  counter.x = static_cast<unsigned>(low);
  counter.y = static_cast<unsigned>(low >> 32);
}

/// XORWOW's five words, and a linear map of their 160 bits: what becomes of each.
struct XorwowWords { std::uint32_t word[5]; };
struct XorwowMap {
  XorwowWords of_bit[160];
  XorwowWords operator()(const XorwowWords& in) const {
    XorwowWords out{};
    for (int bit = 0; bit < 160; ++bit)
      if (in.word[bit / 32] >> (bit % 32) & 1)
        for (int i = 0; i < 5; ++i) out.word[i] ^= of_bit[bit].word[i];
    return out;
  }
};
static inline void step(std::uint32_t (&v)[5]) {
  const std::uint32_t t = v[0] ^ v[0] >> 2;
  for (int i = 0; i < 4; ++i) v[i] = v[i + 1];
  v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
}

constexpr int xorwow_sequence_bits = 67;     // a sequence has 2^67 numbers

/// 2^k steps for every k that an offset or a number of a sequence can ask for.
struct XorwowJumps {
  static constexpr int count = 64 + xorwow_sequence_bits;
  XorwowMap jump[count];
  XorwowJumps() {
    for (int bit = 0; bit < 160; ++bit) {
      XorwowWords basis{};
      basis.word[bit / 32] = 1u << bit % 32;
      step(basis.word);
      jump[0].of_bit[bit] = basis;
    }
    for (int k = 1; k < count; ++k)
      for (int bit = 0; bit < 160; ++bit) jump[k].of_bit[bit] = jump[k - 1](jump[k - 1].of_bit[bit]);
  }
};
/// Made when the first thread needs it.
inline void xorwow_skip(std::uint32_t (&v)[5], std::uint64_t count, int first_bit) {
  static const XorwowJumps jumps;
  XorwowWords words;
  __builtin_memcpy(&words, v, sizeof words);
  for (int k = 0; count > 0; ++k, count /= 2)
    if (count & 1) words = jumps.jump[first_bit + k](words);
  __builtin_memcpy(v, &words, sizeof words);
}

constexpr std::uint64_t mrg_modulus_1 = 4294967087u, mrg_modulus_2 = 4294944443u;

struct MrgMatrix { std::uint64_t at[3][3]; };
static inline MrgMatrix multiply(const MrgMatrix& a, const MrgMatrix& b, std::uint64_t modulus) {
  MrgMatrix result{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      std::uint64_t sum = 0;
      for (int k = 0; k < 3; ++k) sum = (sum + a.at[i][k] * b.at[k][j] % modulus) % modulus;
      result.at[i][j] = sum;
    }
  return result;
}
/// Applies `matrix` 2^`doublings` times `count` times.
static inline void mrg_skip(unsigned (&state)[3], MrgMatrix matrix, std::uint64_t modulus, std::uint64_t count, int doublings) {
  for (int i = 0; i < doublings; ++i) matrix = multiply(matrix, matrix, modulus);
  for (; count > 0; count /= 2, matrix = multiply(matrix, matrix, modulus)) {
    if (count % 2 == 0) continue;
    const std::uint64_t old[3] = {state[0], state[1], state[2]};
    for (int i = 0; i < 3; ++i) {
      std::uint64_t sum = 0;
      for (int k = 0; k < 3; ++k) sum = (sum + matrix.at[i][k] * old[k] % modulus) % modulus;
      state[i] = static_cast<unsigned>(sum);
    }
  }
}
static inline void mrg_skip(curandStateMRG32k3a_t* state, std::uint64_t count, int doublings) {
  constexpr MrgMatrix first{{{0, 1, 0}, {0, 0, 1}, {mrg_modulus_1 - 810728, 1403580, 0}}};
  constexpr MrgMatrix second{{{0, 1, 0}, {0, 0, 1}, {mrg_modulus_2 - 1370589, 0, 527612}}};
  mrg_skip(state->s1, first, mrg_modulus_1, count, doublings);
  mrg_skip(state->s2, second, mrg_modulus_2, count, doublings);
}
/// In [1, 4294967087].
static inline double mrg_next(curandStateMRG32k3a_t* state) {
  const std::uint64_t p1 = (1403580 * std::uint64_t{state->s1[1]} + (mrg_modulus_1 - 810728) * state->s1[0] % mrg_modulus_1) % mrg_modulus_1;
  const std::uint64_t p2 = (527612 * std::uint64_t{state->s2[2]} + (mrg_modulus_2 - 1370589) * state->s2[0] % mrg_modulus_2) % mrg_modulus_2;
  for (int i = 0; i < 2; ++i) state->s1[i] = state->s1[i + 1], state->s2[i] = state->s2[i + 1];
  state->s1[2] = static_cast<unsigned>(p1);
  state->s2[2] = static_cast<unsigned>(p2);
  return static_cast<double>(p1 <= p2 ? p1 + mrg_modulus_1 - p2 : p1 - p2);
}

}  // namespace judge_emulated

// Philox: `offset` numbers into sequence `subsequence`, which has 2^66.
static inline void skipahead(unsigned long long count, curandStatePhilox4_32_10_t* state) {
  const unsigned place = state->STATE + static_cast<unsigned>(count & 3);
  judge_emulated::add_to_counter(state->ctr, count / 4 + place / 4);
  state->STATE = place % 4;
  state->output = judge_emulated::philox(state->ctr, state->key);
}
static inline void skipahead_sequence(unsigned long long count, curandStatePhilox4_32_10_t* state) {
  const unsigned long long high = (static_cast<unsigned long long>(state->ctr.w) << 32 | state->ctr.z) + count;
  state->ctr.z = static_cast<unsigned>(high);
  state->ctr.w = static_cast<unsigned>(high >> 32);
  state->output = judge_emulated::philox(state->ctr, state->key);
}
static inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                               curandStatePhilox4_32_10_t* state) {
  *state = {};
  state->key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}
static inline unsigned int curand(curandStatePhilox4_32_10_t* state) {
  const unsigned all[4] = {state->output.x, state->output.y, state->output.z, state->output.w};
  const unsigned result = all[state->STATE++];
  if (state->STATE == 4) {
    judge_emulated::add_to_counter(state->ctr, 1);
    state->output = judge_emulated::philox(state->ctr, state->key);
    state->STATE = 0;
  }
  return result;
}
/// The next four, whatever has been taken before.
static inline uint4 curand4(curandStatePhilox4_32_10_t* state) {
  uint4 result;
  result.x = curand(state);
  result.y = curand(state);
  result.z = curand(state);
  result.w = curand(state);
  return result;
}

static inline void skipahead(unsigned long long count, curandStateXORWOW_t* state) {
  if (count) judge_emulated::xorwow_skip(state->v, count, 0);
  state->d += 362437u * static_cast<unsigned>(count);
}
static inline void skipahead_sequence(unsigned long long count, curandStateXORWOW_t* state) {
  if (count) judge_emulated::xorwow_skip(state->v, count, judge_emulated::xorwow_sequence_bits);
}
static inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                               curandStateXORWOW_t* state) {
  const unsigned low = 1099087573u * (static_cast<unsigned>(seed) ^ 0xaad26b49u);
  const unsigned high = 2591861531u * (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddu);
  *state = {};
  state->d = 6615241u + high + low;
  const unsigned words[5] = {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low};
  for (int i = 0; i < 5; ++i) state->v[i] = words[i];
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}
static inline unsigned int curand(curandStateXORWOW_t* state) {
  judge_emulated::step(state->v);
  state->d += 362437u;
  return state->v[4] + state->d;
}

// MRG32k3a: a subsequence has 2^67 numbers, a sequence 2^127.
static inline void skipahead(unsigned long long count, curandStateMRG32k3a_t* state) {
  judge_emulated::mrg_skip(state, count, 0);
}
static inline void skipahead_subsequence(unsigned long long count, curandStateMRG32k3a_t* state) {
  if (count) judge_emulated::mrg_skip(state, count, 76);
}
static inline void skipahead_sequence(unsigned long long count, curandStateMRG32k3a_t* state) {
  if (count) judge_emulated::mrg_skip(state, count, 127);
}
static inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                               curandStateMRG32k3a_t* state) {
  *state = {};
  const std::uint64_t low = static_cast<unsigned>(seed) ^ 0x55555555u, high = static_cast<unsigned>(seed >> 32) ^ 0xAAAAAAAAu;
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t first = seed == 0 ? 1 : i == 1 ? high : low, second = seed == 0 ? 1 : i == 1 ? low : high;
    state->s1[i] = static_cast<unsigned>(first * 12345 % judge_emulated::mrg_modulus_1);
    state->s2[i] = static_cast<unsigned>(second * 12345 % judge_emulated::mrg_modulus_2);
  }
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
}
static inline unsigned int curand(curandStateMRG32k3a_t* state) {
  return static_cast<unsigned>(judge_emulated::mrg_next(state) * 1.000000048662);
}

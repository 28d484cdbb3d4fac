#pragma once

// CUDA's vector types: aggregates, with the alignment that vectorised loads need.

#define JUDGE_VECTOR_1(type, name, alignment)                     \
  struct __attribute__((aligned(alignment))) name##1 { type x; }; \
  static inline constexpr name##1 make_##name##1(type x) { return {x}; }
#define JUDGE_VECTOR_2(type, name, alignment)                        \
  struct __attribute__((aligned(alignment))) name##2 { type x, y; }; \
  static inline constexpr name##2 make_##name##2(type x, type y) { return {x, y}; }
#define JUDGE_VECTOR_3(type, name, alignment)                           \
  struct __attribute__((aligned(alignment))) name##3 { type x, y, z; }; \
  static inline constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }
#define JUDGE_VECTOR_4(type, name, alignment)                              \
  struct __attribute__((aligned(alignment))) name##4 { type x, y, z, w; }; \
  static inline constexpr name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
#define JUDGE_VECTORS(type, name, align1, align2, align4) \
  JUDGE_VECTOR_1(type, name, align1)                      \
  JUDGE_VECTOR_2(type, name, align2)                      \
  JUDGE_VECTOR_3(type, name, align1)                      \
  JUDGE_VECTOR_4(type, name, align4)

JUDGE_VECTORS(signed char, char, 1, 2, 4)
JUDGE_VECTORS(unsigned char, uchar, 1, 2, 4)
JUDGE_VECTORS(short, short, 2, 4, 8)
JUDGE_VECTORS(unsigned short, ushort, 2, 4, 8)
JUDGE_VECTORS(int, int, 4, 8, 16)
JUDGE_VECTORS(unsigned int, uint, 4, 8, 16)
JUDGE_VECTORS(long, long, 8, 16, 16)
JUDGE_VECTORS(unsigned long, ulong, 8, 16, 16)
JUDGE_VECTORS(long long, longlong, 8, 16, 16)
JUDGE_VECTORS(unsigned long long, ulonglong, 8, 16, 16)
JUDGE_VECTORS(float, float, 4, 8, 16)
JUDGE_VECTORS(double, double, 8, 16, 16)

// As CUDA 13 has them, with the alignment in their names.
#define JUDGE_VECTOR_ALIGNED(type, name, bytes)                                          \
  struct __attribute__((aligned(bytes))) name##4_##bytes##a { type x, y, z, w; };        \
  static inline constexpr name##4_##bytes##a make_##name##4_##bytes##a(type x, type y, type z, type w) { \
    return {x, y, z, w};                                                                 \
  }
#define JUDGE_VECTORS_ALIGNED(type, name) JUDGE_VECTOR_ALIGNED(type, name, 16) JUDGE_VECTOR_ALIGNED(type, name, 32)
JUDGE_VECTORS_ALIGNED(long, long)
JUDGE_VECTORS_ALIGNED(unsigned long, ulong)
JUDGE_VECTORS_ALIGNED(long long, longlong)
JUDGE_VECTORS_ALIGNED(unsigned long long, ulonglong)
JUDGE_VECTORS_ALIGNED(double, double)

#undef JUDGE_VECTORS_ALIGNED
#undef JUDGE_VECTOR_ALIGNED
#undef JUDGE_VECTORS
#undef JUDGE_VECTOR_1
#undef JUDGE_VECTOR_2
#undef JUDGE_VECTOR_3
#undef JUDGE_VECTOR_4

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

// Matrix instructions of inline PTX: mma.sync by shape and type, ldmatrix, stmatrix, movmatrix. All numbers are small
// integers, so that every sum is exact.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "check.h"

__device__ int lane() { return threadIdx.x % 32; }

// Matrices of ints, rows first: a is M x K, b is K x 8, c and d are M x 8.
struct Matrices {
  const int *a, *b, *c;
  int* d;
  int k;
};

/// A register of `pack` elements, from where the documentation places them.
template <class Encode>
__device__ unsigned packed_a(const Matrices& m, int pack, int reg, Encode encode) {
  const int row = lane() / 4 + reg % 2 * 8, column = lane() % 4 * pack + reg / 2 * 4 * pack;
  unsigned word = 0;
  for (int e = 0; e < pack; e++) word |= encode(m.a[row * m.k + column + e]) << e * (32 / pack) % 32;
  return word;
}
template <class Encode>
__device__ unsigned packed_b(const Matrices& m, int pack, int reg, Encode encode) {
  const int row = lane() % 4 * pack + reg * 4 * pack, column = lane() / 4;
  unsigned word = 0;
  for (int e = 0; e < pack; e++) word |= encode(m.b[(row + e) * 8 + column]) << e * (32 / pack) % 32;
  return word;
}
__device__ int place(int e) { return (lane() / 4 + e / 2 * 8) * 8 + lane() % 4 * 2 + e % 2; }

__device__ unsigned as_half(int x) { return __half_as_ushort(__int2half_rn(x)); }
__device__ unsigned as_bfloat(int x) { return __bfloat16_as_ushort(__float2bfloat16(static_cast<float>(x))); }
__device__ unsigned as_float(int x) { return __float_as_uint(static_cast<float>(x)); }
__device__ unsigned as_byte(int x) { return static_cast<unsigned char>(x); }

#define FLOAT_MMA(name, instruction, pack, encode, regs_a, regs_b, text_a, text_b, ...)                                  \
  __global__ void name(Matrices m) {                                                                                    \
    unsigned a[4], b[2];                                                                                                \
    float c[4], d[4];                                                                                                   \
    for (int r = 0; r < regs_a; r++) a[r] = packed_a(m, pack, r, encode);                                               \
    for (int r = 0; r < regs_b; r++) b[r] = packed_b(m, pack, r, encode);                                               \
    for (int e = 0; e < 4; e++) c[e] = static_cast<float>(m.c[place(e)]);                                               \
    asm volatile("mma.sync.aligned." instruction " {%0, %1, %2, %3}, " text_a ", " text_b ", {%4, %5, %6, %7};"         \
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])                                                       \
                 : "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]), __VA_ARGS__);                                            \
    for (int e = 0; e < 4; e++) m.d[place(e)] = static_cast<int>(d[e]);                                                 \
  }
FLOAT_MMA(half_k16, "m16n8k16.row.col.f32.f16.f16.f32", 2, as_half, 4, 2, "{%8, %9, %10, %11}", "{%12, %13}", "r"(a[0]),
          "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
FLOAT_MMA(half_k8, "m16n8k8.row.col.f32.f16.f16.f32", 2, as_half, 2, 1, "{%8, %9}", "{%10}", "r"(a[0]), "r"(a[1]),
          "r"(b[0]))
FLOAT_MMA(bfloat_k16, "m16n8k16.row.col.f32.bf16.bf16.f32", 2, as_bfloat, 4, 2, "{%8, %9, %10, %11}", "{%12, %13}",
          "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
FLOAT_MMA(bfloat_k8, "m16n8k8.row.col.f32.bf16.bf16.f32", 2, as_bfloat, 2, 1, "{%8, %9}", "{%10}", "r"(a[0]), "r"(a[1]),
          "r"(b[0]))
FLOAT_MMA(tf32_k8, "m16n8k8.row.col.f32.tf32.tf32.f32", 1, as_float, 4, 2, "{%8, %9, %10, %11}", "{%12, %13}", "r"(a[0]),
          "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
FLOAT_MMA(tf32_k4, "m16n8k4.row.col.f32.tf32.tf32.f32", 1, as_float, 2, 1, "{%8, %9}", "{%10}", "r"(a[0]), "r"(a[1]),
          "r"(b[0]))

__global__ void half_sums_k16(Matrices m) {
  unsigned a[4], b[2], c[2], d[2];
  for (int r = 0; r < 4; r++) a[r] = packed_a(m, 2, r, as_half);
  for (int r = 0; r < 2; r++) b[r] = packed_b(m, 2, r, as_half);
  for (int r = 0; r < 2; r++) c[r] = as_half(m.c[place(2 * r)]) | as_half(m.c[place(2 * r + 1)]) << 16;
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};\n"
               : "=r"(d[0]), "=r"(d[1])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]));
  for (int e = 0; e < 4; e++)
    m.d[place(e)] = __half2int_rn(__ushort_as_half(static_cast<unsigned short>(d[e / 2] >> e % 2 * 16)));
}

#define BYTE_MMA(name, instruction, regs_a, regs_b, text_a, text_b, ...)                                         \
  __global__ void name(Matrices m) {                                                                            \
    unsigned a[4], b[2];                                                                                        \
    int d[4];                                                                                                   \
    for (int r = 0; r < regs_a; r++) a[r] = packed_a(m, 4, r, as_byte);                                         \
    for (int r = 0; r < regs_b; r++) b[r] = packed_b(m, 4, r, as_byte);                                         \
    for (int e = 0; e < 4; e++) d[e] = m.c[place(e)];                                                           \
    asm volatile("mma.sync.aligned." instruction " {%0, %1, %2, %3}, " text_a ", " text_b ", {%0, %1, %2, %3};" \
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                                               \
                 : __VA_ARGS__);                                                                                \
    for (int e = 0; e < 4; e++) m.d[place(e)] = d[e];                                                           \
  }
BYTE_MMA(bytes_k32, "m16n8k32.row.col.satfinite.s32.s8.s8.s32", 4, 2, "{%4, %5, %6, %7}", "{%8, %9}", "r"(a[0]), "r"(a[1]),
         "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
BYTE_MMA(bytes_k16, "m16n8k16.row.col.s32.s8.s8.s32", 2, 1, "{%4, %5}", "{%6}", "r"(a[0]), "r"(a[1]), "r"(b[0]))
BYTE_MMA(unsigned_k32, "m16n8k32.row.col.s32.u8.u8.s32", 4, 2, "{%4, %5, %6, %7}", "{%8, %9}", "r"(a[0]), "r"(a[1]),
         "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))

__global__ void doubles_k4(Matrices m) {
  const double a = m.a[lane() / 4 * 4 + lane() % 4], b = m.b[lane() % 4 * 8 + lane() / 4];
  double d[2] = {static_cast<double>(m.c[place(0)]), static_cast<double>(m.c[place(1)])};
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
               : "+d"(d[0]), "+d"(d[1])
               : "d"(a), "d"(b));
  m.d[place(0)] = static_cast<int>(d[0]);
  m.d[place(1)] = static_cast<int>(d[1]);
}

/// Elements from least to most, against plain loops.
void check_product(void (*kernel)(Matrices), int rows, int k, int least, int most) {
  std::vector<int> a(rows * k), b(k * 8), c(rows * 8);
  unsigned state = static_cast<unsigned>(k + rows);
  for (auto* values : {&a, &b, &c})
    for (int& value : *values) {
      state = state * 1664525u + 1013904223u;
      value = least + static_cast<int>((state >> 16) % static_cast<unsigned>(most - least + 1));
    }
  DeviceArray<int> da(a), db(b), dc(c), dd(c.size());
  kernel<<<1, 32>>>({da, db, dc, dd, k});
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  const std::vector<int> d = dd.get();
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < 8; column++) {
      int sum = c[row * 8 + column];
      for (int i = 0; i < k; i++) sum += a[row * k + i] * b[i * 8 + column];
      CHECK_EQUAL(d[row * 8 + column], sum);
    }
}

__device__ unsigned shared_address(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

/// A warp loads 16 x 16 halves as four matrices, by rows and by columns, and stores them in another place.
__global__ void move_matrices(const unsigned short* in, unsigned short* stored, unsigned* registers) {
  __shared__ alignas(16) unsigned short tile[16][24], copy[16][16];
  for (int i = lane(); i < 256; i += 32) tile[i / 16][i % 16] = in[i];
  __syncwarp();
  unsigned r[4], t[4], one, two[2], turned;
  const unsigned address = shared_address(&tile[lane() % 16][lane() / 16 * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(address));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(t[0]), "=r"(t[1]), "=r"(t[2]), "=r"(t[3])
               : "r"(address));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(one) : "r"(address));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2 + 16];"
               : "=r"(two[0]), "=r"(two[1])
               : "r"(shared_address(&tile[lane() % 16][0])));
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(turned) : "r"(r[2]));
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
               :
               : "r"(shared_address(&copy[lane() % 16][lane() / 16 * 8])), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
               : "memory");
  __syncwarp();
  for (int i = lane(); i < 256; i += 32) stored[i] = copy[i / 16][i % 16];
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};"
               :
               : "r"(shared_address(&copy[lane() % 16][0])), "r"(r[0]), "r"(r[3])
               : "memory");
  __syncwarp();
  for (int i = lane(); i < 256; i += 32) stored[256 + i] = copy[i / 16][i % 16];
  const unsigned all[] = {r[0], r[1], r[2], r[3], t[0], t[1], t[2], t[3], one, two[0], two[1], turned};
  for (int i = 0; i < 12; i++) registers[lane() * 12 + i] = all[i];
}

void check_moves() {
  std::vector<unsigned short> tile(256);
  for (int i = 0; i < 256; i++) tile[i] = static_cast<unsigned short>(i * 31 + 7);
  DeviceArray<unsigned short> in(tile), stored(512);
  DeviceArray<unsigned> registers(32 * 12);
  move_matrices<<<1, 32>>>(in, stored, registers);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  const auto at = [&](int matrix, int row, int column) -> unsigned {
    return tile[(row + matrix % 2 * 8) * 16 + column + matrix / 2 * 8];
  };
  const std::vector<unsigned> got = registers.get();
  for (int lane = 0; lane < 32; lane++) {
    const int row = lane / 4, column = lane % 4 * 2;
    const auto by_rows = [&](int m) { return at(m, row, column) | at(m, row, column + 1) << 16; };
    const auto by_columns = [&](int m) { return at(m, column, row) | at(m, column + 1, row) << 16; };
    const unsigned expected[] = {by_rows(0),    by_rows(1),    by_rows(2), by_rows(3),    by_columns(0), by_columns(1),
                                 by_columns(2), by_columns(3), by_rows(0), by_columns(2), by_columns(3), by_columns(2)};
    for (int i = 0; i < 12; i++) CHECK_EQUAL(got[lane * 12 + i], expected[i]);
  }
  const std::vector<unsigned short> copies = stored.get();
  for (int i = 0; i < 256; i++) CHECK_EQUAL(copies[i], tile[i]);
  for (int row = 0; row < 8; row++)
    for (int column = 0; column < 8; column++) {
      CHECK_EQUAL(copies[256 + row * 16 + column], at(0, column, row));
      CHECK_EQUAL(copies[256 + (row + 8) * 16 + column], at(3, column, row));
    }
}

extern "C" int run() {
  check_product(half_k16, 16, 16, -9, 9);
  check_product(half_k8, 16, 8, -9, 9);
  check_product(bfloat_k16, 16, 16, -9, 9);
  check_product(bfloat_k8, 16, 8, -9, 9);
  check_product(tf32_k8, 16, 8, -900, 900);
  check_product(tf32_k4, 16, 4, -900, 900);
  check_product(half_sums_k16, 16, 16, -5, 5);
  check_product(bytes_k32, 16, 32, -128, 127);
  check_product(bytes_k16, 16, 16, -128, 127);
  check_product(unsigned_k32, 16, 32, 0, 255);
  check_product(doubles_k4, 8, 4, -9000, 9000);
  check_moves();
  return failures;
}

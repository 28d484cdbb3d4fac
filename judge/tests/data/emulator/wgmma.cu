// judge: link cuda
// Products of warpgroups in inline PTX: wgmma by type, width, layout and swizzle of the operands in shared memory, A in registers, scales and
// groups. All numbers are small integers, so that every sum is exact.
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "check.h"

__device__ uint32_t shared_address(const void* pointer) { return static_cast<uint32_t>(__cvta_generic_to_shared(pointer)); }
__device__ void warpgroup_arrive() { asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory"); }
__device__ void warpgroup_commit_batch() { asm volatile("wgmma.commit_group.sync.aligned;\n" ::: "memory"); }
template <int N>
__device__ void warpgroup_wait() {
  static_assert(N >= 0 && N <= 7);
  asm volatile("wgmma.wait_group.sync.aligned %0;\n" ::"n"(N) : "memory");
}
__device__ void warpgroup_fence_operand(float& reg) { asm volatile("" : "+f"(reg)::"memory"); }
__device__ void warpgroup_fence_operand(uint32_t& reg) { asm volatile("" : "+r"(reg)::"memory"); }

/// How a matrix lies in shared memory. The rows are those of A, or the columns of B; `k` counts along the sums.
struct Layout {
  int swizzle;             // bytes; 0: none
  bool is_across;          // pieces of 16 bytes lie across rows
  uint32_t leading, stride;  // bytes

  __host__ __device__ uint32_t span() const { return swizzle ? swizzle : 16; }
  /// The byte where an element begins, in memory that begins at a multiple of 1,024.
  __host__ __device__ uint32_t place(int row, int k, int bytes) const {
    const uint32_t pieces = span() / 16;
    uint32_t at;
    if (is_across) {
      const uint32_t piece = row / 8, in_piece = row % 8 * bytes;
      at = swizzle ? piece % pieces * 16 + piece / pieces * leading + k % 8 * span() + k / 8 * stride + in_piece
                   : piece * stride + k / 8 * leading + k % 8 * 16 + in_piece;
    } else {
      const uint32_t piece = k * bytes / 16, in_piece = k * bytes % 16;
      at = row % 8 * span() + row / 8 * stride + piece * (swizzle ? 16 : leading) + in_piece;
    }
    return swizzle ? at ^ (at / 128 % pieces) * 16 : at;
  }
  /// From one product of a sum to the next: 32 bytes of each row.
  __host__ __device__ uint32_t step() const { return is_across ? 2 * (swizzle ? stride : leading) : swizzle ? 32 : 2 * leading; }
  __device__ uint64_t descriptor(uint32_t address) const {
    const uint64_t kind = swizzle == 128 ? 1 : swizzle == 64 ? 2 : swizzle == 32 ? 3 : 0;
    const auto encode = [](uint64_t x) { return (x & 0x3FFFF) >> 4; };
    return encode(address) | encode(swizzle && !is_across ? 16 : leading) << 16 | encode(stride) << 32 | kind << 62;
  }
};

/// D = A B + D, or A B, of 64 x k, k x n and 64 x n.
struct Problem {
  Layout a, b;
  int steps;           // products of a sum
  uint32_t a_bytes;    // in shared memory
  const int *left, *right;  // A by rows, B by columns
  int* results;        // D by rows, first what is added to, then what comes out
  int adds;
};

struct Half {
  static constexpr int bytes = 2;
  static __device__ uint32_t bits(int x) { return __half_as_ushort(__int2half_rn(x)); }
};
struct Bfloat {
  static constexpr int bytes = 2;
  static __device__ uint32_t bits(int x) { return __bfloat16_as_ushort(__float2bfloat16(static_cast<float>(x))); }
};
struct Tf32 {
  static constexpr int bytes = 4;
  static __device__ uint32_t bits(int x) { return __float_as_uint(static_cast<float>(x)) | 0x1234u; }  // the low digits do not count
};
struct E4m3 {
  static constexpr int bytes = 1;
  static __device__ uint32_t bits(int x) { return __nv_fp8_e4m3(static_cast<float>(x)).__x; }
};
struct E5m2 {
  static constexpr int bytes = 1;
  static __device__ uint32_t bits(int x) { return __nv_fp8_e5m2(static_cast<float>(x)).__x; }
};
struct Byte {
  static constexpr int bytes = 1;
  static __device__ uint32_t bits(int x) { return static_cast<uint8_t>(x); }
};

// What a register of D holds, first of the elements `first` and `second` of a row.
struct InFloats {
  using Register = float;
  static constexpr int elements = 1;
  static __device__ void set(float& reg, int x, int) { reg = static_cast<float>(x); }
  static __device__ int get(float reg, int) { return static_cast<int>(reg); }
};
struct InHalves {
  using Register = uint32_t;
  static constexpr int elements = 2;
  static __device__ void set(uint32_t& reg, int x, int y) { reg = Half::bits(x) | Half::bits(y) << 16; }
  static __device__ int get(uint32_t reg, int i) { return __half2int_rn(__ushort_as_half(static_cast<unsigned short>(reg >> 16 * i))); }
};
struct InIntegers {
  using Register = int;
  static constexpr int elements = 1;
  static __device__ void set(int& reg, int x, int) { reg = x; }
  static __device__ int get(int reg, int) { return reg; }
};

#define TEN(tens) "%" #tens "0, %" #tens "1, %" #tens "2, %" #tens "3, %" #tens "4, %" #tens "5, %" #tens "6, %" #tens "7, %" #tens "8, %" #tens "9"
#define TEXT_2 "%0, %1"
#define TEXT_4 "%0, %1, %2, %3"
#define TEXT_6 TEXT_4 ", %4, %5"
#define TEXT_12 TEN() ", %10, %11"
#define TEXT_16 TEN() ", %10, %11, %12, %13, %14, %15"
#define TEXT_24 TEN() ", " TEN(1) ", %20, %21, %22, %23"
#define TEXT_32 TEN() ", " TEN(1) ", " TEN(2) ", %30, %31"
#define TEXT_48 TEN() ", " TEN(1) ", " TEN(2) ", " TEN(3) ", %40, %41, %42, %43, %44, %45, %46, %47"
#define TEXT_64 TEN() ", " TEN(1) ", " TEN(2) ", " TEN(3) ", " TEN(4) ", " TEN(5) ", %60, %61, %62, %63"
#define TEXT_128 \
  TEN() ", " TEN(1) ", " TEN(2) ", " TEN(3) ", " TEN(4) ", " TEN(5) ", " TEN(6) ", " TEN(7) ", " TEN(8) ", " TEN(9) ", " TEN(10) ", " TEN(11) ", %120, %121, %122, %123, %124, %125, %126, %127"
#define LIST_2(c, i) c(d[i]), c(d[i + 1])
#define LIST_4(c, i) LIST_2(c, i), LIST_2(c, i + 2)
#define LIST_6(c, i) LIST_4(c, i), LIST_2(c, i + 4)
#define LIST_8(c, i) LIST_4(c, i), LIST_4(c, i + 4)
#define LIST_12(c, i) LIST_8(c, i), LIST_4(c, i + 8)
#define LIST_16(c, i) LIST_8(c, i), LIST_8(c, i + 8)
#define LIST_24(c, i) LIST_16(c, i), LIST_8(c, i + 16)
#define LIST_32(c, i) LIST_16(c, i), LIST_16(c, i + 16)
#define LIST_48(c, i) LIST_32(c, i), LIST_16(c, i + 32)
#define LIST_64(c, i) LIST_32(c, i), LIST_32(c, i + 32)
#define LIST_128(c, i) LIST_64(c, i), LIST_64(c, i + 64)

/// run(): D in `registers` registers, and both operands in shared memory. The operands behind D have the numbers x, y and so on.
#define PRODUCT(name, n, a_type, b_type, d_type, instruction, registers, constraint, x, y, p, tail)                          \
  template <int SignA = 1, int SignB = 1, int AcrossA = 0, int AcrossB = 0>                                                \
  struct name {                                                                                                            \
    using A = a_type;                                                                                                      \
    using B = b_type;                                                                                                      \
    using D = d_type;                                                                                                      \
    static constexpr int columns = n, count = registers;                                                                   \
    static __device__ void run(D::Register (&d)[registers], uint64_t a, uint64_t b, const uint32_t*, int adds) {           \
      asm volatile(                                                                                                        \
          "{\n"                                                                                                            \
          ".reg .pred p;\n"                                                                                                \
          "setp.ne.b32 p, %" #p ", 0;\n"                                                                                   \
          "wgmma.mma_async.sync.aligned." instruction " "                                                                  \
          "{" TEXT_##registers "},"                                                                                        \
          " %" #x ","                                                                                                      \
          " %" #y ","                                                                                                      \
          " p" tail ";\n"                                                                                                  \
          "}\n"                                                                                                            \
          : LIST_##registers(constraint, 0)                                                                                \
          : "l"(a), "l"(b), "r"(adds), "n"(SignA), "n"(SignB), "n"(AcrossA), "n"(AcrossB));                                \
    }                                                                                                                      \
  };
/// The same with A in registers: four of them from number w on.
#define PRODUCT_OF_REGISTERS(name, n, a_type, b_type, d_type, instruction, registers, constraint, a_text, y, p, tail)      \
  template <int SignA = 1, int SignB = 1, int AcrossA = 0, int AcrossB = 0>                                                \
  struct name {                                                                                                            \
    using A = a_type;                                                                                                      \
    using B = b_type;                                                                                                      \
    using D = d_type;                                                                                                      \
    static constexpr int columns = n, count = registers;                                                                   \
    static __device__ void run(D::Register (&d)[registers], uint64_t, uint64_t b, const uint32_t* a, int adds) {           \
      asm volatile(                                                                                                        \
          "{ .reg .pred p; setp.ne.b32 p, %" #p ", 0;\n"                                                                   \
          "wgmma.mma_async.sync.aligned." instruction " {" TEXT_##registers "}, {" a_text "}, %" #y ", p" tail "; }\n"     \
          : LIST_##registers(constraint, 0)                                                                                \
          : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds), "n"(SignA), "n"(SignB), "n"(AcrossB));          \
    }                                                                                                                      \
  };

PRODUCT(Halves8, 8, Half, Half, InFloats, "m64n8k16.f32.f16.f16", 4, "+f", 4, 5, 6, ", %7, %8, %9, %10")
PRODUCT(Halves64, 64, Half, Half, InFloats, "m64n64k16.f32.f16.f16", 32, "+f", 32, 33, 34, ", %35, %36, %37, %38")
PRODUCT(Halves128, 128, Half, Half, InFloats, "m64n128k16.f32.f16.f16", 64, "+f", 64, 65, 66, ", %67, %68, %69, %70")
PRODUCT(Halves256, 256, Half, Half, InFloats, "m64n256k16.f32.f16.f16", 128, "+f", 128, 129, 130, ", %131, %132, %133, %134")
PRODUCT(HalvesInHalves8, 8, Half, Half, InHalves, "m64n8k16.f16.f16.f16", 2, "+r", 2, 3, 4, ", %5, %6, %7, %8")
PRODUCT(HalvesInHalves24, 24, Half, Half, InHalves, "m64n24k16.f16.f16.f16", 6, "+r", 6, 7, 8, ", %9, %10, %11, %12")
PRODUCT(Bfloats96, 96, Bfloat, Bfloat, InFloats, "m64n96k16.f32.bf16.bf16", 48, "+f", 48, 49, 50, ", %51, %52, %53, %54")
PRODUCT(Tf32s8, 8, Tf32, Tf32, InFloats, "m64n8k8.f32.tf32.tf32", 4, "+f", 4, 5, 6, ", %7, %8")
PRODUCT(Tf32s64, 64, Tf32, Tf32, InFloats, "m64n64k8.f32.tf32.tf32", 32, "+f", 32, 33, 34, ", %35, %36")
PRODUCT(E4m3s24, 24, E4m3, E4m3, InFloats, "m64n24k32.f32.e4m3.e4m3", 12, "+f", 12, 13, 14, ", %15, %16")
PRODUCT(E5m2s128, 128, E5m2, E4m3, InFloats, "m64n128k32.f32.e5m2.e4m3", 64, "+f", 64, 65, 66, ", %67, %68")
PRODUCT(E4m3sInHalves64, 64, E4m3, E5m2, InHalves, "m64n64k32.f16.e4m3.e5m2", 16, "+r", 16, 17, 18, ", %19, %20")
PRODUCT(Signed256, 256, Byte, Byte, InIntegers, "m64n256k32.s32.s8.s8", 128, "+r", 128, 129, 130, "")
PRODUCT(Mixed48, 48, Byte, Byte, InIntegers, "m64n48k32.s32.u8.s8", 24, "+r", 24, 25, 26, "")
PRODUCT(Unsigned24, 24, Byte, Byte, InIntegers, "m64n24k32.s32.u8.u8", 12, "+r", 12, 13, 14, "")
PRODUCT(Saturated24, 24, Byte, Byte, InIntegers, "m64n24k32.s32.s8.u8.satfinite", 12, "+r", 12, 13, 14, "")
PRODUCT_OF_REGISTERS(HalvesOfRegisters, 64, Half, Half, InFloats, "m64n64k16.f32.f16.f16", 32, "+f", "%32, %33, %34, %35", 36, 37, ", %38, %39, %40")
PRODUCT_OF_REGISTERS(BfloatsOfRegisters, 128, Bfloat, Bfloat, InFloats, "m64n128k16.f32.bf16.bf16", 64, "+f", "%64, %65, %66, %67", 68, 69, ", %70, %71, %72")
PRODUCT_OF_REGISTERS(Tf32sOfRegisters, 24, Tf32, Tf32, InFloats, "m64n24k8.f32.tf32.tf32", 12, "+f", "%12, %13, %14, %15", 16, 17, ", %18, %19")
PRODUCT_OF_REGISTERS(E5m2sOfRegisters, 64, E5m2, E5m2, InHalves, "m64n64k32.f16.e5m2.e5m2", 16, "+r", "%16, %17, %18, %19", 20, 21, ", %22, %23")
PRODUCT_OF_REGISTERS(BytesOfRegisters, 48, Byte, Byte, InIntegers, "m64n48k32.s32.s8.u8", 24, "+r", "%24, %25, %26, %27", 28, 29, "")

template <class Type>
__device__ __noinline__ void put(unsigned char* memory, const Layout& layout, const int* values, int rows, int terms) {
  for (int i = threadIdx.x; i < rows * terms; i += blockDim.x) {
    unsigned char* const to = memory + layout.place(i / terms, i % terms, Type::bytes);
    const uint32_t bits = Type::bits(values[i]);
    // Byte by byte nvcc 13.0 stores the low byte of the integer that a half was made of, instead of the half's.
    if constexpr (Type::bytes == 2) *reinterpret_cast<unsigned short*>(to) = static_cast<unsigned short>(bits);
    else
      for (int b = 0; b < Type::bytes; ++b) to[b] = static_cast<unsigned char>(bits >> 8 * b);
  }
}

/// All products of the sum in one group, or each in its own with one or two in flight.
template <class Product>
__global__ void __launch_bounds__(128) multiply(Problem problem, int groups) {
  using A = typename Product::A;
  using B = typename Product::B;
  using D = typename Product::D;
#if defined(__CUDA_ARCH__) && !defined(__CUDA_ARCH_FEAT_SM90_ALL)
#error "wgmma belongs to sm_90a"
#endif
  extern __shared__ __align__(1024) unsigned char memory[];
  constexpr int n = Product::columns, k = 32 / A::bytes;
  const int terms = k * problem.steps, row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  put<A>(memory, problem.a, problem.left, 64, terms);
  put<B>(memory + problem.a_bytes, problem.b, problem.right, n, terms);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();

  typename D::Register d[Product::count];
  // Two elements of row `row`, then two of row + 8, of each eight columns.
  const auto place = [&](int element) { return (row + element / 2 % 2 * 8) * n + element / 4 * 8 + column + element % 2; };
  for (int i = 0; i < Product::count; ++i) {
    const int e = i * D::elements;
    D::set(d[i], problem.results[place(e)], problem.results[place(e + D::elements - 1)]);
  }
  for (int i = 0; i < Product::count; ++i)
    if constexpr (!std::is_same_v<typename D::Register, int>) warpgroup_fence_operand(d[i]);
  uint32_t a[8][4];
  for (int step = 0; step < problem.steps; ++step)
    for (int i = 0; i < 4; ++i) {
      a[step][i] = 0;
      for (int e = 0; e < 4 / A::bytes; ++e)
        a[step][i] |= A::bits(problem.left[(row + i % 2 * 8) * terms + step * k + (i / 2 * 16 + threadIdx.x % 4 * 4) / A::bytes + e])
                      << 8 * A::bytes * e;
    }
  const uint32_t at = shared_address(memory);
  warpgroup_arrive();
  for (int step = 0; step < problem.steps; ++step) {
    Product::run(d, problem.a.descriptor(at + step * problem.a.step()),
                 problem.b.descriptor(at + problem.a_bytes + step * problem.b.step()), a[step], step > 0 || problem.adds);
    if (groups > 0) warpgroup_commit_batch();
    if (groups == 1) warpgroup_wait<1>();
    if (groups == 2) warpgroup_wait<2>();
  }
  warpgroup_commit_batch();
  warpgroup_wait<0>();
  for (int i = 0; i < Product::count; ++i)
    for (int e = 0; e < D::elements; ++e) problem.results[place(i * D::elements + e)] = D::get(d[i], e);
}

struct Case {
  Layout a, b;
  int steps = 1, groups = 0, adds = 1;
};

enum class Values { small, bytes_signed, bytes_unsigned, positive, negative };

std::vector<int> draw(std::size_t count, Values values, unsigned seed) {
  std::vector<int> drawn(count);
  for (int& value : drawn) {
    seed = seed * 1664525u + 1013904223u;
    const int byte = static_cast<int>(seed >> 24);
    value = values == Values::small          ? byte % 7 - 3
            : values == Values::bytes_signed ? byte - 128
            : values == Values::positive     ? byte / 2
            : values == Values::negative     ? -byte / 2
                                             : byte;
  }
  return drawn;
}

/// What a check varies besides the layouts.
struct Options {
  int sign = 1;
  Values left = Values::small, right = Values::small;
  int offset = 0;  // of what D begins with
  bool saturates = false;
};

using Kernel = void (*)(Problem, int);

std::vector<int> expected_results(const Case& of, int n, int k, const std::vector<int>& left, const std::vector<int>& right,
                                  std::vector<int> sums, const Options& options) {
  const int terms = k * of.steps;
  for (int i = 0; i < 64 * n; ++i) {
    long long sum = of.adds ? sums[i] : 0;
    for (int step = 0; step < of.steps; ++step) {
      for (int t = step * k; t < step * k + k; ++t) sum += options.sign * left[i / n * terms + t] * right[i % n * terms + t];
      if (options.saturates) sum = std::clamp(sum, -2147483648LL, 2147483647LL);
    }
    sums[i] = static_cast<int>(static_cast<unsigned>(sum));
  }
  return sums;
}

/// Runs it and compares.
void check(Kernel kernel, int n, int bytes, const Case& of, const Options& options) {
  const int k = 32 / bytes, terms = k * of.steps;
  const std::vector<int> left = draw(64 * terms, options.left, 1), right = draw(n * terms, options.right, 2);
  std::vector<int> results = draw(64 * n, Values::small, 3);
  for (int& value : results) value += options.offset;
  const std::vector<int> expected = expected_results(of, n, k, left, right, results, options);
  const auto extent = [&](const Layout& layout, int rows) {
    unsigned end = 0;
    for (int i = 0; i < rows * terms; ++i) end = std::max(end, layout.place(i / terms, i % terms, bytes) + bytes);
    return (end + 1023) / 1024 * 1024;
  };
  const DeviceArray<int> a(left), b(right), d(results);
  const Problem problem{of.a, of.b, of.steps, extent(of.a, 64), a, b, d, of.adds};
  const unsigned shared = problem.a_bytes + extent(of.b, n);
  CHECK(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared)) == cudaSuccess);
  kernel<<<1, 128, shared>>>(problem, of.groups);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  const std::vector<int> got = d.get();
  const auto wrong = std::mismatch(got.begin(), got.end(), expected.begin());
  CHECK(wrong.first == got.end());
  if (wrong.first == got.end() || failures > 10) return;
  const int i = static_cast<int>(wrong.first - got.begin());
  std::printf("  %d columns, elements of %d bytes, swizzles %d and %d, across %d and %d: (%d, %d) is %d, not %d\n", n, bytes,
              of.a.swizzle, of.b.swizzle, of.a.is_across, of.b.is_across, i / n, i % n, *wrong.first, *wrong.second);
}

template <class Product>
void check(const Case& of, const Options& options = {}) {
  check(multiply<Product>, Product::columns, Product::A::bytes, of, options);
}

/// Rows of `swizzle` bytes, or the two forms of core matrices one behind the other.
Layout by_rows(int swizzle) { return {swizzle, false, 16, static_cast<uint32_t>(8 * swizzle)}; }
constexpr Layout cores_by_rows{0, false, 128, 1024}, cores_by_columns{0, false, 64 * 16 + 4096, 128};
/// So many rows, of which pieces lie across.
Layout across(int swizzle, int rows, int terms) {
  return {swizzle, true, static_cast<uint32_t>(terms * swizzle), static_cast<uint32_t>(8 * swizzle + 0 * rows)};
}

void check_layouts() {
  for (const int swizzle : {32, 64, 128}) {
    const int steps = swizzle / 32;
    check<Halves64<>>({by_rows(swizzle), by_rows(swizzle), steps});
    check<Halves64<>>({by_rows(swizzle), cores_by_rows, steps});
    check<Halves64<1, 1, 1, 0>>({across(swizzle, 64, steps * 16), by_rows(swizzle), steps});
    check<Halves64<1, 1, 0, 1>>({by_rows(swizzle), across(swizzle, 64, steps * 16), steps});
    check<Halves128<1, 1, 1, 1>>({across(swizzle, 64, 64), across(swizzle, 128, 64), 4});
    check<Halves256<1, 1, 0, 1>>({by_rows(128), across(swizzle, 256, 64), 4});
    check<HalvesInHalves24<>>({by_rows(swizzle), by_rows(swizzle), steps});
    check<Bfloats96<>>({by_rows(swizzle), by_rows(swizzle), steps});
    check<Tf32s64<>>({by_rows(swizzle), by_rows(swizzle), steps});
    check<E4m3s24<>>({by_rows(swizzle), by_rows(swizzle), steps});
    check<Signed256<>>({by_rows(swizzle), by_rows(swizzle), steps}, {1, Values::bytes_signed, Values::bytes_signed});
  }
  check<Halves64<>>({cores_by_rows, cores_by_rows, 4});
  check<Halves64<>>({cores_by_rows, cores_by_columns, 2});
  check<Halves64<>>({cores_by_columns, cores_by_rows, 2});
  // Without a swizzle and across: from eight rows to the next, and from eight terms to the next.
  check<Halves64<1, 1, 1, 1>>({{0, true, 1024, 128}, {0, true, 128, 512}, 2});
  check<Bfloats96<1, 1, 0, 1>>({cores_by_rows, {0, true, 12 * 128, 128}, 4});
  check<HalvesInHalves8<1, 1, 1, 0>>({across(128, 64, 16), by_rows(32), 1});
}

void check_types() {
  const Case four{by_rows(128), by_rows(128), 4};
  check<Halves8<>>(four);
  check<Halves128<>>(four);
  check<Halves256<>>(four);
  check<HalvesInHalves8<>>(four);
  check<Tf32s8<>>(four);
  check<E5m2s128<>>(four);
  check<E4m3sInHalves64<>>(four);
  check<Mixed48<>>(four, {1, Values::bytes_unsigned, Values::bytes_signed, 1 << 20});
  check<Unsigned24<>>(four, {1, Values::bytes_unsigned, Values::bytes_unsigned, 2147483647 - 9});  // wraps
  // Of one sign, so that it does not matter after how many terms a GPU saturates.
  check<Saturated24<>>(four, {1, Values::positive, Values::bytes_unsigned, 2147483647 - 1000000, true});
  check<Saturated24<>>(four, {1, Values::negative, Values::bytes_unsigned, -2147483647 + 1000000, true});
  check<HalvesOfRegisters<>>(four);
  check<HalvesOfRegisters<1, 1, 0, 1>>({by_rows(128), across(128, 64, 64), 4});
  check<BfloatsOfRegisters<>>(four);
  check<BfloatsOfRegisters<1, 1, 0, 1>>({by_rows(128), across(64, 128, 64), 4});
  check<Tf32sOfRegisters<>>(four);
  check<E5m2sOfRegisters<>>(four);
  check<BytesOfRegisters<>>(four, {1, Values::bytes_signed, Values::bytes_unsigned});
}

void check_scales() {
  const Layout rows = by_rows(128);
  for (const int groups : {0, 1, 2, 3}) {
    check<Halves64<>>({rows, rows, 4, groups, 0});
    check<Halves64<>>({rows, rows, 4, groups, 1});
    check<HalvesOfRegisters<>>({rows, rows, 4, groups, 0});
  }
  check<Halves64<-1, 1>>({rows, rows, 4}, {-1});
  check<Halves64<1, -1>>({rows, rows, 4, 1, 0}, {-1});
  check<Halves64<-1, -1>>({rows, rows, 4}, {1});
  check<Tf32s64<-1, 1>>({rows, rows, 4}, {-1});
  check<E4m3sInHalves64<1, -1>>({rows, rows, 4, 0, 0}, {-1});
  check<BfloatsOfRegisters<-1, 1>>({rows, rows, 4}, {-1});
  check<Signed256<>>({rows, rows, 4, 2, 0}, {1, Values::bytes_signed, Values::bytes_signed});
}

// As in blog posts: scales as immediates, D in an array of arrays, a warpgroup for each half of the rows, tiles by TMA.
__device__ uint64_t matrix_descriptor_encode(uint64_t x) { return (x & 0x3FFFF) >> 0x4; }
__device__ uint64_t make_smem_desc(const __nv_bfloat16* ptr) {
  const uint32_t addr = static_cast<uint32_t>(__cvta_generic_to_shared(ptr));
  uint64_t desc = 0x0000000000000000;
  desc |= matrix_descriptor_encode(addr);
  desc |= matrix_descriptor_encode((uint64_t)16) << 16;
  desc |= matrix_descriptor_encode((uint64_t)1024) << 32;
  desc |= 1llu << 62;
  return desc;
}

template <int ScaleD, int ScaleA, int ScaleB, int TransA, int TransB>
__device__ void wgmma64(float d[4][8], __nv_bfloat16* sA, __nv_bfloat16* sB) {
  uint64_t desc_a = make_smem_desc(&sA[0]);
  uint64_t desc_b = make_smem_desc(&sB[0]);
  asm volatile(
      "{\n"
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
      "{%0,   %1,   %2,   %3,   %4,   %5,   %6,   %7,   "
      " %8,   %9,   %10,  %11,  %12,  %13,  %14,  %15,  "
      " %16,  %17,  %18,  %19,  %20,  %21,  %22,  %23,  "
      " %24,  %25,  %26,  %27,  %28,  %29,  %30,  %31},"
      " %32,"
      " %33,"
      " %34, %35, %36, %37, %38;\n"
      "}\n"
      : "+f"(d[0][0]), "+f"(d[0][1]), "+f"(d[0][2]), "+f"(d[0][3]), "+f"(d[0][4]), "+f"(d[0][5]),
        "+f"(d[0][6]), "+f"(d[0][7]), "+f"(d[1][0]), "+f"(d[1][1]), "+f"(d[1][2]), "+f"(d[1][3]),
        "+f"(d[1][4]), "+f"(d[1][5]), "+f"(d[1][6]), "+f"(d[1][7]), "+f"(d[2][0]), "+f"(d[2][1]),
        "+f"(d[2][2]), "+f"(d[2][3]), "+f"(d[2][4]), "+f"(d[2][5]), "+f"(d[2][6]), "+f"(d[2][7]),
        "+f"(d[3][0]), "+f"(d[3][1]), "+f"(d[3][2]), "+f"(d[3][3]), "+f"(d[3][4]), "+f"(d[3][5]),
        "+f"(d[3][6]), "+f"(d[3][7])
      : "l"(desc_a), "l"(desc_b), "n"(int32_t(ScaleD)), "n"(int32_t(ScaleA)), "n"(int32_t(ScaleB)),
        "n"(int32_t(TransA)), "n"(int32_t(TransB)));
}

__global__ void __launch_bounds__(256) tiles_by_tma(const __grid_constant__ CUtensorMap mapA, const __grid_constant__ CUtensorMap mapB,
                                                    float* out) {
  __shared__ alignas(1024) __nv_bfloat16 sA[128 * 64], sB[64 * 64];
  __shared__ alignas(8) uint64_t barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&barrier)));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)), "r"(uint32_t(sizeof sA + sizeof sB))
                 : "memory");
    for (const int part : {0, 1}) {
      const CUtensorMap* map = part ? &mapB : &mapA;
      asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
                       shared_address(part ? sB : sA)),
                   "l"(map), "r"(0), "r"(0), "r"(shared_address(&barrier))
                   : "memory");
    }
  }
  __syncthreads();
  asm volatile(
      "{\n.reg .pred P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], 0;\n@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}" ::"r"(
          shared_address(&barrier))
      : "memory");
  float d[4][8];
  __nv_bfloat16* own = sA + threadIdx.x / 128 * 64 * 64;
  warpgroup_arrive();
  wgmma64<0, 1, 1, 0, 0>(d, &own[0], &sB[0]);
  wgmma64<1, 1, 1, 0, 0>(d, &own[16], &sB[16]);
  wgmma64<1, -1, 1, 0, 0>(d, &own[32], &sB[32]);
  wgmma64<1, 1, 1, 0, 0>(d, &own[48], &sB[48]);
  warpgroup_commit_batch();
  warpgroup_wait<0>();
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  for (int w = 0; w < 4; ++w)
    for (int i = 0; i < 8; ++i) out[(row + i / 2 % 2 * 8) * 64 + w * 16 + i / 4 * 8 + column + i % 2] = d[w][i];
}

// As libraries have it: a function that takes each register of D by reference, and registers that are members.
enum class ScaleOut { Zero = 0, One = 1 };
struct Atom {
  static __device__ void fma(uint64_t const& desc_a, uint64_t const& desc_b, float& d0, float& d1, float& d2, float& d3,
                             ScaleOut const scale_D = ScaleOut::One) {
    asm volatile(
        "{\n"
        ".reg .pred p;\n"
        "setp.ne.b32 p, %6, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 "
        "{%0, %1, %2, %3},"
        " %4,"
        " %5,"
        " p,   %7,  %8,  %9,  %10;\n"
        "}\n"
        : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)
        : "l"(desc_a), "l"(desc_b), "r"(int32_t(scale_D)), "n"(1), "n"(1), "n"(0), "n"(0));
  }
};
struct Fragment {
  float2 data[2];
};

__global__ void by_reference(float* out) {
  __shared__ alignas(1024) __nv_bfloat16 sA[64 * 64], sB[8 * 64];
  for (int i = threadIdx.x; i < 64 * 64; i += 128) sA[i] = __float2bfloat16(static_cast<float>(i / 64 % 5));
  for (int i = threadIdx.x; i < 8 * 64; i += 128) sB[i] = __float2bfloat16(static_cast<float>(i / 64 - 3));
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  Fragment dst[2];
  warpgroup_arrive();
  for (int i = 0; i < 2; ++i) {
    Atom::fma(make_smem_desc(sA), make_smem_desc(sB), dst[i].data[0].x, dst[i].data[0].y, dst[i].data[1].x, dst[i].data[1].y,
              ScaleOut::Zero);
    if (i == 1)
      Atom::fma(make_smem_desc(sA), make_smem_desc(sB), dst[i].data[0].x, dst[i].data[0].y, dst[i].data[1].x, dst[i].data[1].y);
  }
  warpgroup_commit_batch();
  warpgroup_wait<0>();
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  for (int i = 0; i < 2; ++i)
    for (int h = 0; h < 2; ++h) {
      out[(i * 64 + row + h * 8) * 8 + column] = dst[i].data[h].x;
      out[(i * 64 + row + h * 8) * 8 + column + 1] = dst[i].data[h].y;
    }
}

void check_references() {
  const DeviceArray<float> out(2 * 64 * 8);
  by_reference<<<1, 128>>>(out);
  const auto got = out.get();
  for (int i = 0; i < 2 * 64 * 8; ++i) CHECK_EQUAL(got[i], (i / 512 + 1) * 16 * (i / 8 % 64 % 5) * (i % 8 - 3));
}

void check_tiles_by_tma() {
  const std::vector<int> left = draw(128 * 64, Values::small, 5), right = draw(64 * 64, Values::small, 6);
  std::vector<__nv_bfloat16> a(left.size()), b(right.size());
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = __float2bfloat16(static_cast<float>(left[i]));
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = __float2bfloat16(static_cast<float>(right[i]));
  const DeviceArray<__nv_bfloat16> in_a(a), in_b(b);
  const DeviceArray<float> out(128 * 64);
  CUtensorMap map_a, map_b;
  const auto encode = [](CUtensorMap* map, void* data, cuuint64_t rows) {
    const cuuint64_t extents[] = {64, rows}, strides[] = {128};
    const cuuint32_t box[] = {64, static_cast<cuuint32_t>(rows)}, steps[] = {1, 1};
    CHECK(cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, data, extents, strides, box, steps,
                                 CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                 CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS);
  };
  encode(&map_a, in_a.data(), 128);
  encode(&map_b, in_b.data(), 64);
  tiles_by_tma<<<1, 256>>>(map_a, map_b, out);
  const auto got = out.get();
  for (int i = 0; i < 128 * 64; ++i) {
    int sum = 0;
    for (int k = 0; k < 64; ++k) sum += (k / 16 == 2 ? -1 : 1) * left[i / 64 * 64 + k] * right[i % 64 * 64 + k];
    CHECK_EQUAL(got[i], sum);
  }
}

extern "C" int run() {
  check_layouts();
  check_types();
  check_scales();
  check_references();
  check_tiles_by_tma();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}

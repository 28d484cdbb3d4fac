// Inline PTX that people write.
#include <cuda_runtime.h>

#include <cstdint>

#include "check.h"

__device__ unsigned lane_id() {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__device__ float fast_exp2(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

__device__ int lop3(int a, int b, int c) {
  int r;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}

__device__ uint32_t shared_address(const void* p) {
  uint32_t address;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(address) : "l"(p));
  return address;
}

__global__ void evaluate(unsigned* u, float* f, unsigned long long* l) {
  unsigned x = 0x12345678u, y = 0x9abcdef0u, r;
  u += 12 * threadIdx.x;
  u[0] = lane_id();
  u[1] = lop3(0x0f0f0f0f, 0x33333333, 0x55555555);
  asm("mul.hi.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
  u[2] = r;
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));
  u[3] = r;
  asm("bfi.b32 %0, %1, %2, 8, 12;" : "=r"(r) : "r"(y), "r"(x));
  u[4] = r;
  asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(12));
  u[5] = r;
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(r) : "r"(x), "r"(y));
  u[6] = r;
  asm("mad.lo.u32 %0, %1, 3, %0;" : "+r"(x) : "r"(7u));
  u[7] = x;
  asm("{\n\t.reg .pred p;\n\tsetp.lt.u32 p, %1, %2;\n\tselp.u32 %0, 10, 20, p;\n\t@p add.u32 %0, %0, 1;\n\t}"
      : "=r"(r)
      : "r"(1u), "r"(2u));
  u[8] = r;
  asm("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(r) : "r"(threadIdx.x));
  u[9] = r;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
  u[10] = r;
  asm volatile("membar.gl;" ::: "memory");
  asm volatile("" ::: "memory");
  f[0] = fast_exp2(3.0f);
  asm("fma.rn.f32 %0, %1, 2.0, %2;" : "=f"(f[1]) : "f"(3.0f), "f"(1.0f));
  asm("max.f32 %0, %1, 0f40400000;" : "=f"(f[2]) : "f"(1.0f));
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(u[11]) : "f"(2.0f), "f"(1.0f));
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(l[0]) : "r"(0xffffffffu), "r"(0xffffffffu));
}

__global__ void cached(const float4* in, float4* out, const int* source) {
  float4 v;
  asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(in + threadIdx.x));
  asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(out + threadIdx.x), "f"(v.w), "f"(v.z), "f"(v.y),
               "f"(v.x)
               : "memory");
  int x;
  asm("ld.global.s32 %0, [%1+4];" : "=r"(x) : "l"(source));
  if (threadIdx.x == 0) out[32].x = x;
}

// `in`, above a pointer to vectors, is an array here, and its elements are operands.
__device__ unsigned sum(const unsigned (&in)[2]) {
  unsigned r;
  asm("add.u32 %0, %1, %2;" : "=r"(r) : "r"(in[0]), "r"(in[1]));
  return r;
}

__global__ void operands(unsigned* out) {
  const unsigned in[2] = {threadIdx.x, 40};
  out[threadIdx.x] = sum(in);
}

__global__ void staged(const float* in, float* out) {
  __shared__ alignas(16) float tile[128];
  const uint32_t to = shared_address(&tile[threadIdx.x * 4]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(in + threadIdx.x * 4));
  asm volatile("cp.async.commit_group;\n" ::);
  asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
  __syncthreads();
  float last;
  asm("ld.shared.f32 %0, [%1];" : "=f"(last) : "r"(shared_address(&tile[127 - threadIdx.x])));
  out[threadIdx.x] = last;
}

// Second destinations, registers by number and with %%, moves of pieces, signs of short integers.
__global__ void operand_forms(unsigned* u, const signed char* bytes) {
  u += 16 * threadIdx.x;
  const unsigned lane = threadIdx.x;
  unsigned r, s;
  asm volatile("{ .reg .u32 r; .reg .pred p; shfl.sync.up.b32 r|p, %1, 3, 0, 0xffffffff; @p add.u32 r, r, %1; mov.u32 %0, r; }"
               : "=r"(r)
               : "r"(lane));
  u[0] = r;
  asm volatile("{ .reg .u32 %%r<2>; .reg .pred %%p; shfl.sync.down.b32 %%r1|%%p, %1, 2, 0x1f, 0xffffffff; selp.u32 %0, %%r1, 77, %%p; }"
               : "=r"(r)
               : "r"(lane));
  u[1] = r;
  asm volatile("{ .reg .pred p, q; setp.lt.u32 p|q, %2, 5; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q; }"
               : "=r"(r), "=r"(s)
               : "r"(lane));
  u[2] = r, u[3] = s;
  const unsigned long long wide = 0x0123456789abcdefull + lane;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(r), "=r"(s) : "l"(wide));
  u[4] = r, u[5] = s;
  unsigned long long back;
  asm("mov.b64 %0, {%1, %2};" : "=l"(back) : "r"(s), "r"(r));
  u[6] = static_cast<unsigned>(back >> 32);
  unsigned short low, high;
  asm("mov.b32 {%0, %1}, %2;" : "=h"(low), "=h"(high) : "r"(0x12345678u));
  asm("mov.b32 %0, {%1, %2};" : "=r"(r) : "h"(high), "h"(low));
  u[7] = r;
  asm("{ .reg .b32 a, b; mov.b64 {a, b}, %1; add.u32 %0, a, b; }" : "=r"(r) : "l"(wide));
  u[8] = r;
  int small;
  asm("ld.global.s8 %0, [%1];" : "=r"(small) : "l"(bytes));
  u[9] = small;
  long long longer;
  asm("ld.global.nc.s16 %0, [%1];" : "=l"(longer) : "l"(bytes));
  u[10] = static_cast<unsigned>(longer >> 32);
  asm("ld.global.u8 %0, [%1];" : "=r"(r) : "l"(bytes));
  u[11] = r;
  int zero = bytes[2], quotient, rest;
  asm("div.s32 %0, %2, %3; rem.s32 %1, %2, %3;" : "=r"(quotient), "=r"(rest) : "r"(7), "r"(zero));
  u[12] = quotient, u[13] = rest;
}

// The clock of CUDA, and what follows a programmatic launch.
__global__ void waits_for_clock(long long* out) {
  cudaGridDependencySynchronize();
  const long long begin = clock64();
  const clock_t start = clock();
  while (clock() - start < 1000000) {}
  out[0] = clock64() - begin;
  cudaTriggerProgrammaticLaunchCompletion();
}

static void check_clock() {
  DeviceArray<long long> ticks(1);
  waits_for_clock<<<1, 1>>>(ticks);
  CHECK(ticks.get()[0] >= 999000 && ticks.get()[0] < 500000000);
}

static void check_operand_forms() {
  DeviceArray<unsigned> d_out(16 * 32);
  DeviceArray<signed char> bytes(std::vector<signed char>{-2, -1, 0, 0});
  operand_forms<<<1, 32>>>(d_out, bytes);
  const std::vector<unsigned> out = d_out.get();
  for (unsigned lane = 0; lane < 32; lane++) {
    const unsigned low = 0x89abcdefu + lane, high = 0x01234567u;
    const unsigned expected[] = {lane < 3 ? lane : 2 * lane - 3, lane < 30 ? lane + 2 : 77, lane < 5,   lane >= 5,  low, high, low,
                                 0x56781234u, low + high, static_cast<unsigned>(-2), 0xffffffffu, 254u, 0xffffffffu, 0xffffffffu};
    for (int i = 0; i < 14; i++) CHECK_EQUAL(out[16 * lane + i], expected[i]);
  }
}

/// Two warps hand a value over, round by round. The last arrival at barrier 2 is one that nobody waits for.
__global__ void handed_over(int* out) {
  __shared__ volatile int value;
  for (int round = 0; round < 2; ++round) {
    if (threadIdx.x >= 32) {
      if (round > 0) asm volatile("bar.sync 2, 64;" ::: "memory");
      value = blockIdx.x * 10 + round;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      for (int i = 0; i < 8; ++i) __syncwarp();                    // time for the other warp to come too early
      out[blockIdx.x * 2 + round] = value;
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}

/// Warp 1 has lost its first lane when it comes to the barrier, and warp 2 takes no part.
__global__ void met_by_some(int* out) {
  __shared__ int value;
  if (threadIdx.x == 32 || threadIdx.x >= 64) return;
  if (threadIdx.x == 40) value = 7;
  __barrier_sync_count(3, 64);
  if (threadIdx.x == 0) *out = value;
}

extern "C" int run() {
  check_operand_forms();
  check_clock();
  DeviceArray<unsigned> unsigneds(12 * 32);
  DeviceArray<float> floats(3);
  DeviceArray<unsigned long long> longs(1);
  evaluate<<<1, 32>>>(unsigneds, floats, longs);
  const std::vector<unsigned> all_lanes = unsigneds.get();
  const std::vector<unsigned> u(all_lanes.begin() + 12 * 9, all_lanes.begin() + 12 * 10);
  const unsigned long long product = 0x12345678ull * 0x9abcdef0ull, pair = 0x9abcdef0ull << 32 | 0x12345678u;
  CHECK_EQUAL(u[0], 9);
  const unsigned expected[] = {0x0f0f0f0fu ^ 0x33333333u ^ 0x55555555u,
                               static_cast<unsigned>(product >> 32),
                               0x67u,
                               (0x12345678u & ~0xfff00u) | (0xef0u << 8),
                               static_cast<unsigned>(pair >> 12),
                               0xdef05678u,
                               0x12345678u + 0,
                               11};
  for (int i = 1; i <= 6; i++) CHECK_EQUAL(u[i], expected[i - 1]);
  CHECK_EQUAL(u[7], 7u * 3 + 0x12345678u);
  CHECK_EQUAL(u[8], 11);
  CHECK_EQUAL(u[9] ^ u[0], 1);
  CHECK_EQUAL(u[10], (1u << u[0]) - 1);
  CHECK_EQUAL(u[11], 0x40003c00u);
  CHECK_EQUAL(floats.get()[0], 8.0f);
  CHECK_EQUAL(floats.get()[1], 7.0f);
  CHECK_EQUAL(floats.get()[2], 3.0f);
  CHECK(longs.get()[0] == 0xfffffffe00000001ull);

  std::vector<float> values(128);
  for (int i = 0; i < 128; i++) values[i] = i;
  DeviceArray<float> in(values), out(33 * 4);
  DeviceArray<int> source(std::vector<int>{5, 6});
  cached<<<1, 32>>>(reinterpret_cast<float4*>(in.data()), reinterpret_cast<float4*>(out.data()), source);
  for (int i = 0; i < 128; i++) CHECK_EQUAL(out.get()[i], i / 4 * 4 + 3 - i % 4);
  CHECK_EQUAL(out.get()[128], 6.0f);
  operands<<<1, 3>>>(unsigneds);
  CHECK_EQUAL(unsigneds.get()[2], 42);
  DeviceArray<int> handed(2 * 40);
  handed_over<<<40, 64>>>(handed);
  for (int i = 0; i < 80; i++) CHECK_EQUAL(handed.get()[i], i / 2 * 10 + i % 2);
  met_by_some<<<1, 96>>>(handed);
  CHECK_EQUAL(handed.get()[0], 7);
  staged<<<1, 32>>>(in, out);
  for (int i = 0; i < 32; i++) CHECK_EQUAL(out.get()[i], 127 - i);
  return failures;
}

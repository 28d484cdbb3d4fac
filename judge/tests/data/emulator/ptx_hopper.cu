// Inline PTX of compute capability 9.0, and what goes with it: elect.sync, red of vectors, bar.red, isspacep.
#include <cuda_runtime.h>

#include "check.h"

__device__ int device_variable = 0;

/// One lane of each warp, the lowest of those that ask.
__global__ void elected(unsigned* out) {
  unsigned is_leader, leader;
  asm volatile("{ .reg .pred p; .reg .b32 lane; elect.sync lane|p, 0xffffffff; selp.b32 %0, 1, 0, p; mov.b32 %1, lane; }"
               : "=r"(is_leader), "=r"(leader));
  out[threadIdx.x] = is_leader * 100 + leader;
  if (threadIdx.x % 32 >= 5) {
    asm volatile("{\n\t.reg .pred P1;\n\telect.sync _|P1, %1;\n\t@P1 mov.s32 %0, 1;\n\t}" : "+r"(is_leader) : "r"(0xffffffe0));
    out[blockDim.x + threadIdx.x] = is_leader + threadIdx.x / 32;
  }
}

__global__ void vectors(float* sums) {
  asm volatile("red.relaxed.gpu.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(sums + threadIdx.x % 2 * 4), "f"(1.0f), "f"(2.0f),
               "f"(threadIdx.x * 1.0f), "f"(-1.0f)
               : "memory");
  asm volatile("red.global.add.v2.f32 [%0], {%1, %1};" ::"l"(sums + 8), "f"(0.5f) : "memory");
}

__global__ void votes(int* out) {
  int count, all, any;
  asm volatile("{ .reg .pred p, q; setp.lt.s32 p, %1, 40; bar.red.popc.u32 %0, 0, p; }" : "=r"(count) : "r"(threadIdx.x));
  asm volatile(
      "{ .reg .pred p, q; setp.lt.s32 p, %1, 64; barrier.cta.red.and.pred q, 0, p; selp.b32 %0, 1, 0, q; }"
      : "=r"(all)
      : "r"(threadIdx.x));
  asm volatile("{ .reg .pred p, q; setp.ge.s32 p, %1, 0; bar.red.or.pred q, 0, !p; selp.b32 %0, 1, 0, q; }"
               : "=r"(any)
               : "r"(threadIdx.x));
  out[threadIdx.x] = count * 100 + all * 10 + any;
}

template <class T>
__device__ int spaces(const T* pointer) {
  int global, shared, local;
  asm("{ .reg .pred p; isspacep.global p, %1; selp.b32 %0, 1, 0, p; }" : "=r"(global) : "l"(pointer));
  asm("{ .reg .pred p; isspacep.shared p, %1; selp.b32 %0, 1, 0, p; }" : "=r"(shared) : "l"(pointer));
  asm("{ .reg .pred p; isspacep.local p, %1; selp.b32 %0, 1, 0, p; }" : "=r"(local) : "l"(pointer));
  return global * 100 + shared * 10 + local;
}

__global__ void where(int* out) {
  __shared__ int value;
  volatile int own[4] = {};
  out[0] = spaces(out);
  out[1] = spaces(&value);
  out[2] = spaces(const_cast<int*>(own));
  out[3] = spaces(&device_variable);
}

extern "C" int run() {
  const DeviceArray<unsigned> lanes(128);
  elected<<<1, 64>>>(lanes);
  const auto got = lanes.get();
  for (unsigned i = 0; i < 64; ++i) {
    CHECK_EQUAL(got[i], i % 32 == 0 ? 100u : 0u);
    CHECK_EQUAL(got[64 + i], i % 32 < 5 ? 0 : (i % 32 == 5) + i / 32);
  }
  const DeviceArray<float> sums(10);
  vectors<<<2, 64>>>(sums);
  CHECK((sums.get() == std::vector<float>{64, 128, 1984, -64, 64, 128, 2048, -64, 64, 64}));
  const DeviceArray<int> counts(64), places(4);
  votes<<<1, 64>>>(counts);
  CHECK(counts.get() == std::vector<int>(64, 4010));
  where<<<1, 1>>>(places);
  CHECK((places.get() == std::vector<int>{100, 10, 1, 100}));
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}

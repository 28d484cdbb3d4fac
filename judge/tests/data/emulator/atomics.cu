// Every atomic, from many blocks on one address, in global and in shared memory; a lock; a counter of finished blocks.
#include <cuda_runtime.h>

#include <climits>

#include "check.h"

struct Cells {
  int add, sub, min, max, band, bor, bxor, exch;
  unsigned uadd, umin, umax, inc, dec;
  unsigned long long ladd, lmax, lmin, lor;
  long long smin, smax;
  float fadd;
  double dadd;
  float2 pair;
  int shared_total, locked, finished_last;
};

__global__ void all_of_them(Cells* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&c->add, i);
  atomicSub(&c->sub, 1);
  atomicMin(&c->min, -i);
  atomicMax(&c->max, i);
  atomicAnd(&c->band, ~(1 << (i % 8)));
  atomicOr(&c->bor, 1 << (i % 20));
  atomicXor(&c->bxor, i);
  atomicExch(&c->exch, 7);
  atomicAdd(&c->uadd, 3u);
  atomicMin(&c->umin, 100u + i);
  atomicMax(&c->umax, 0x80000000u + i);
  atomicInc(&c->inc, 9u);
  atomicDec(&c->dec, 9u);
  atomicAdd(&c->ladd, 1ull << 33);
  atomicMax(&c->lmax, static_cast<unsigned long long>(i) << 32);
  atomicMin(&c->lmin, static_cast<unsigned long long>(i) + 5);
  atomicOr(&c->lor, 1ull << (i % 64));
  atomicMin(&c->smin, static_cast<long long>(-i));
  atomicMax(&c->smax, static_cast<long long>(i));
  atomicAdd(&c->fadd, 0.5f);
  atomicAdd(&c->dadd, 0.25);
  atomicAdd_system(&c->add, 1);
  atomicAdd_block(&c->add, 0);
}

__global__ void in_shared(Cells* c) {
  __shared__ int total;
  __shared__ unsigned bins[16];
  if (threadIdx.x == 0) total = 0;
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&total, 1);
  atomicAdd(&bins[threadIdx.x % 16], 1u);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&c->shared_total, total);
  if (threadIdx.x < 16) atomicAdd(&c->shared_total, static_cast<int>(bins[threadIdx.x]));
}

__device__ int lock_word;

__global__ void with_lock(Cells* c) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock_word, 0, 1) != 0) {}
    c->locked = *reinterpret_cast<volatile int*>(&c->locked) + 1;
    __threadfence();
    atomicExch(&lock_word, 0);
  }
}

__device__ unsigned finished;

__global__ void last_block(Cells* c) {
  __shared__ bool is_last;
  __threadfence();
  if (threadIdx.x == 0) is_last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (is_last && threadIdx.x == 0) atomicAdd(&c->finished_last, 1);
}

__device__ float atomic_max_float(float* p, float v) {
  int old = __float_as_int(*p), assumed;
  do {
    assumed = old;
    old = atomicCAS(reinterpret_cast<int*>(p), assumed, __float_as_int(fmaxf(v, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}

__global__ void by_cas(float* m, unsigned short* s) {
  atomic_max_float(m, static_cast<float>((threadIdx.x * 37) % 101));
  unsigned short old = *s, assumed;
  do {
    assumed = old;
    old = atomicCAS(s, assumed, static_cast<unsigned short>(assumed + 1));
  } while (assumed != old);
}

__global__ void old_values(int* slots, int* counter) { slots[atomicAdd(counter, 1)] = 1; }

extern "C" int run() {
  const int blocks = 40, threads = 128, n = blocks * threads;
  Cells start{};
  start.band = -1;
  start.min = INT_MAX;
  start.umin = UINT_MAX;
  start.lmin = ULLONG_MAX;
  DeviceArray<Cells> cells(std::vector<Cells>{start});
  all_of_them<<<blocks, threads>>>(cells);
  in_shared<<<blocks, threads>>>(cells);
  with_lock<<<blocks, threads>>>(cells);
  last_block<<<blocks, threads>>>(cells);
  CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
  const Cells c = cells.get()[0];
  int sum = 0, exclusive = 0;
  for (int i = 0; i < n; i++) sum += i, exclusive ^= i;
  CHECK_EQUAL(c.add, sum + n);
  CHECK_EQUAL(c.sub, -n);
  CHECK_EQUAL(c.min, -(n - 1));
  CHECK_EQUAL(c.max, n - 1);
  CHECK_EQUAL(c.band, ~255);
  CHECK_EQUAL(c.bor, (1 << 20) - 1);
  CHECK_EQUAL(c.bxor, exclusive);
  CHECK_EQUAL(c.exch, 7);
  CHECK_EQUAL(c.uadd, 3u * n);
  CHECK_EQUAL(c.umin, 100u);
  CHECK_EQUAL(c.umax, 0x80000000u + n - 1);
  CHECK_EQUAL(c.inc, n % 10u);
  CHECK_EQUAL(c.dec, (10 - n % 10u) % 10);
  CHECK(c.ladd == (1ull << 33) * n);
  CHECK(c.lmax == static_cast<unsigned long long>(n - 1) << 32);
  CHECK(c.lmin == 5);
  CHECK(c.lor == ~0ull);
  CHECK(c.smin == -(n - 1) && c.smax == n - 1);
  CHECK_EQUAL(c.fadd, 0.5f * n);
  CHECK_EQUAL(c.dadd, 0.25 * n);
  CHECK_EQUAL(c.shared_total, 2 * n);
  CHECK_EQUAL(c.locked, n / 32);
  CHECK_EQUAL(c.finished_last, 1);

  DeviceArray<float> largest(std::vector<float>{-1.0f});
  DeviceArray<unsigned short> small(2);
  by_cas<<<4, 256>>>(largest, small);
  CHECK_EQUAL(largest.get()[0], 100.0f);
  CHECK_EQUAL(small.get()[0], 1024);

  DeviceArray<int> slots(n), counter(1);
  old_values<<<blocks, threads>>>(slots, counter);
  for (int slot : slots.get()) CHECK_EQUAL(slot, 1);
  return failures;
}

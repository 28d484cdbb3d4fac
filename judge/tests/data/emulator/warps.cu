// Shuffles, votes, matches and reductions of warps: whole, in segments, in masks, with lanes that have left.
#include <cuda_runtime.h>

#include "check.h"

constexpr unsigned full = 0xffffffffu;

__global__ void shuffles(int* out, double* doubles, long long* longs) {
  const int lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + threadIdx.x;
  int* o = out + 10 * i;
  o[0] = __shfl_sync(full, i, 5);
  o[1] = __shfl_up_sync(full, i, 3);
  o[2] = __shfl_down_sync(full, i, 3);
  o[3] = __shfl_xor_sync(full, i, 9);
  o[4] = __shfl_sync(full, i, 2, 8);
  o[5] = __shfl_up_sync(full, i, 2, 8);
  o[6] = __shfl_down_sync(full, i, 2, 8);
  o[7] = __shfl_xor_sync(full, i, 3, 4);
  o[8] = __shfl_sync(full, i, lane + 1);
  o[9] = __shfl_sync(full, static_cast<unsigned char>(lane), 31);
  doubles[i] = __shfl_down_sync(full, i * 0.5, 1);
  longs[i] = __shfl_xor_sync(full, static_cast<long long>(i) << 33, 1);
}

__global__ void votes(unsigned* out) {
  const int lane = threadIdx.x;
  unsigned* o = out + 8 * lane;
  o[0] = __ballot_sync(full, lane % 3 == 0);
  o[1] = __any_sync(full, lane == 7);
  o[2] = __all_sync(full, lane < 32);
  o[3] = __all_sync(full, lane != 7);
  o[4] = __match_any_sync(full, lane / 5);
  int is_same = -1;
  o[5] = __match_all_sync(full, 42, &is_same);
  o[6] = __match_all_sync(full, lane == 3, &is_same);
  o[7] = is_same;
}

__global__ void reductions(int* out) {
  const int lane = threadIdx.x;
  int* o = out + 10 * lane;
  o[0] = __reduce_add_sync(full, lane - 16);
  o[1] = __reduce_min_sync(full, lane - 16);
  o[2] = __reduce_max_sync(full, -lane);
  o[3] = static_cast<int>(__reduce_min_sync(full, static_cast<unsigned>(lane - 16)));
  o[4] = static_cast<int>(__reduce_max_sync(full, static_cast<unsigned>(lane - 16)));
  o[5] = static_cast<int>(__reduce_and_sync(full, 0xf0u | lane));
  o[6] = static_cast<int>(__reduce_or_sync(full, 1u << lane));
  o[7] = static_cast<int>(__reduce_xor_sync(full, static_cast<unsigned>(lane)));
  o[8] = o[9] = 0;
  if (lane % 2 == 0) o[8] = __reduce_add_sync(0x55555555u, lane);
  else o[9] = __reduce_add_sync(0xaaaaaaaau, lane);
}

__global__ void parts(int* out) {
  const int lane = threadIdx.x;
  int v = lane;
  if (lane < 16) {
    for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0x0000ffffu, v, d, 16);
  } else {
    v = __popc(__ballot_sync(0xffff0000u, lane % 4 == 0));
  }
  out[lane] = v;
  __syncwarp();
  if (lane == 0) out[32] = out[16];
}

__global__ void leaving(int* out) {
  if (threadIdx.x >= 20) return;
  const unsigned active = __activemask();
  const unsigned odd = __ballot_sync(active, threadIdx.x & 1);
  int sum = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) {
    const int other = __shfl_down_sync(active, sum, d);
    if (threadIdx.x + d < 20) sum += other;
  }
  if (threadIdx.x == 0) {
    out[0] = static_cast<int>(active);
    out[1] = static_cast<int>(odd);
    out[2] = sum;
  }
}

__global__ void divergent_loops(int* out) {
  // Lanes run different numbers of iterations; each asks only those that still take part.
  int rounds = 0;
  const int mine = threadIdx.x / 4;
  for (unsigned mask = full; ;) {
    const bool goes_on = rounds < mine;
    const unsigned left = __ballot_sync(mask, goes_on);
    if (!goes_on) break;
    mask = left;
    ++rounds;
  }
  out[threadIdx.x] = rounds;
}

template <int Threads>
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float partial[Threads / 32];
  float sum = 0;
  for (int i = blockIdx.x * Threads + threadIdx.x; i < n; i += gridDim.x * Threads) sum += in[i];
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(full, sum, d);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < Threads / 32 ? partial[threadIdx.x] : 0;
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(full, sum, d);
    if (threadIdx.x == 0) atomicAdd(out, sum);
  }
}

extern "C" int run() {
  const int n = 128;
  DeviceArray<int> ints(10 * n);
  DeviceArray<double> doubles(n);
  DeviceArray<long long> longs(n);
  shuffles<<<2, 64>>>(ints, doubles, longs);
  const std::vector<int> o = ints.get();
  const std::vector<double> d = doubles.get();
  const std::vector<long long> l = longs.get();
  for (int i = 0; i < n; i++) {
    const int lane = i % 32, warp = i - lane;
    CHECK_EQUAL(o[10 * i], warp + 5);
    CHECK_EQUAL(o[10 * i + 1], lane >= 3 ? i - 3 : i);
    CHECK_EQUAL(o[10 * i + 2], lane + 3 < 32 ? i + 3 : i);
    CHECK_EQUAL(o[10 * i + 3], warp + (lane ^ 9));
    CHECK_EQUAL(o[10 * i + 4], i - lane % 8 + 2);
    CHECK_EQUAL(o[10 * i + 5], lane % 8 >= 2 ? i - 2 : i);
    CHECK_EQUAL(o[10 * i + 6], lane % 8 + 2 < 8 ? i + 2 : i);
    CHECK_EQUAL(o[10 * i + 7], warp + (lane ^ 3));
    CHECK_EQUAL(o[10 * i + 8], warp + (lane + 1) % 32);
    CHECK_EQUAL(o[10 * i + 9], 31);
    CHECK_EQUAL(d[i], (lane < 31 ? i + 1 : i) * 0.5);
    CHECK(l[i] == static_cast<long long>(i ^ 1) << 33);
  }

  DeviceArray<unsigned> unsigneds(8 * 32);
  votes<<<1, 32>>>(unsigneds);
  const std::vector<unsigned> v = unsigneds.get();
  unsigned thirds = 0;
  for (int i = 0; i < 32; i += 3) thirds |= 1u << i;
  for (int i = 0; i < 32; i++) {
    CHECK_EQUAL(v[8 * i], thirds);
    CHECK_EQUAL(v[8 * i + 1], 1);
    CHECK_EQUAL(v[8 * i + 2], 1);
    CHECK_EQUAL(v[8 * i + 3], 0);
    CHECK_EQUAL(v[8 * i + 4], 31u << i / 5 * 5);
    CHECK_EQUAL(v[8 * i + 5], full);
    CHECK_EQUAL(v[8 * i + 6], 0);
    CHECK_EQUAL(v[8 * i + 7], 0);
  }

  reductions<<<1, 32>>>(ints);
  const std::vector<int> r = ints.get();
  for (int i = 0; i < 32; i++) {
    const int expected[] = {-16, -16, 0, 0, -1, 0xe0 & 0xf0 ? 0xf0 : 0, -1, 0, i % 2 ? 0 : 240, i % 2 ? 256 : 0};
    for (int k = 0; k < 10; k++) CHECK_EQUAL(r[10 * i + k], expected[k]);
  }

  parts<<<1, 32>>>(ints);
  CHECK_EQUAL(ints.get()[0], 120);
  CHECK_EQUAL(ints.get()[20], 4);
  CHECK_EQUAL(ints.get()[32], 4);
  leaving<<<1, 32>>>(ints);
  CHECK_EQUAL(ints.get()[0], 0xfffff);
  CHECK_EQUAL(ints.get()[1], 0xaaaaa);
  CHECK_EQUAL(ints.get()[2], 190);
  divergent_loops<<<1, 32>>>(ints);
  for (int i = 0; i < 32; i++) CHECK_EQUAL(ints.get()[i], i / 4);

  std::vector<float> values(100003);
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); i++) sum += values[i] = static_cast<float>(i % 17) - 8;
  DeviceArray<float> in(values), total(1);
  block_sum<256><<<37, 256>>>(in, total, static_cast<int>(values.size()));
  CHECK_EQUAL(total.get()[0], sum);
  return failures;
}
